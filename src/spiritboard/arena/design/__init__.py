"""For designers: how printed values change a game, and which values make the game that is wanted."""

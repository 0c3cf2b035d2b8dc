"""Commands of `spiritboard` that are large enough for a module of their own."""

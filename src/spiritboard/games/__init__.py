"""A folder for each game. Called, it returns every game by its id: `spiritboard.games()["ghosts"]`."""

from spiritboard.callable_package import make_callable

make_callable(__name__)

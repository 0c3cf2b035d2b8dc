"""Many games at once. Called, it lets bots play each other: `spiritboard.arena("ghosts", ["heuristic", "random"])`."""

from spiritboard.callable_package import make_callable

make_callable(__name__)

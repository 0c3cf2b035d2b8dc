"""What was luck, and what was you. Called, it returns the review of a record: `spiritboard.review("game.txt")`."""

from spiritboard.callable_package import make_callable

make_callable(__name__)

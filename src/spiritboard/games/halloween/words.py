"""How things are called when what happens is told."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ["blue", "green", "yellow", "orange", "red"]
ACTIONS: Final = ["Summon", "Scare", "Upgrade", "Move", "Fight", "Haunt"]
BONUS_LETTERS: Final = " abcdefghijkl"
BONUS: Final = [
    "",
    "Summon with any two brothers",
    "a green ghost token",
    "three discs back",
    "2 Scare Points",
    "a yellow ghost token",
    "the die of a level higher",
    "1 Haunt Point",
    "roll a die again",
    "a rest",
    "a blue ghost token",
    "3 more on a die",
    "move a ghost anywhere",
]
REASONS: Final = [
    "haunting",
    "occupying cards",
    "others coming to one's cards",
    "bonus tokens",
    "retrieving haunt tokens",
    "sets of ghost tokens",
]


def building(number: int, buildings: list[str]) -> str:
    return f"the {buildings[number].replace('-', ' ')}"


def a_colour(colour: int) -> str:
    return f"{'an' if COLOURS[colour] == 'orange' else 'a'} {COLOURS[colour]} ghost"


def a_token(colour: int) -> str:
    return f"{a_colour(colour)} token"


def a_ghost(place: int, buildings: list[str]) -> str:
    return f"{a_colour(place % 5)} at {building(place // 5, buildings)}"


def moved(seat: int, place: int, to: int, buildings: list[str]) -> str:
    return (
        f"{{{seat}}} moves {a_colour(place % 5)} from {building(place // 5, buildings)} to {building(to, buildings)}."
    )


def reason(number: int, row: list[int]) -> str:
    return REASONS[number] if number < len(REASONS) else f"card {row[number - len(REASONS)]}"

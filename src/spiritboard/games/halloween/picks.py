"""The numbers of everything that can be picked. A thing on the table has the same number in every question.

A ghost is picked by building and colour, because ghosts of one colour in one building are all the same. Its place, and
that of a haunt space, is five times the building plus the colour, and so is the place of its bit in a mask.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from spiritboard.table.row import Row

BUILDINGS: Final = 6
COLOURS: Final = 5
PLACES: Final = 30
SECTIONS: Final = 4
ACTIONS: Final = 6

BLUE: Final = 0
GREEN: Final = 1
YELLOW: Final = 2
ORANGE: Final = 3
RED: Final = 4

SUMMON: Final = 0
SCARE: Final = 1
UPGRADE: Final = 2
MOVE: Final = 3
FIGHT: Final = 4
HAUNT: Final = 5

GHOST: Final = 0
SPACE: Final = 30
BUILDING: Final = 60
SECTION: Final = 66
ACT: Final = 70  # + six times the section + the action
REST: Final = 94  # + the section
SPOT: Final = 98
CARD: Final = 101  # + the card's place in the row
TOKEN: Final = 109
OPPONENT_SEAT: Final = 114
END_TURN: Final = 118
NO: Final = 119
ACCEPT: Final = 120
SUPPLY: Final = 121
POINTS: Final = 122
NEW_TOKEN: Final = 123
SAY: Final = 124  # + a number from 1 to 20
SPOT_DIE: Final = 145  # + twice the spot + the die
CARD_DIE: Final = 151  # + twice the card's place in the row + the die
TWO_SECTIONS: Final = 167  # + 0 for the first and second, 1 for the first and third, 2 for the second and third
ROLL: Final = 170
MOST_SAID: Final = 20

COLOUR_NAMES: Final = ["blue", "green", "yellow", "orange", "red"]
ACTION_NAMES: Final = ["summon", "scare", "upgrade", "move", "fight", "haunt"]
PAIRS: Final = [(0, 1), (0, 2), (1, 2)]

EVERY_BUILDING: Final = (1 << BUILDINGS) - 1
EVERY_SECTION: Final = (1 << SECTIONS) - 1
EVERY_ACTION: Final = (1 << ACTIONS) - 1
EVERY_COLOUR: Final = (1 << COLOURS) - 1
ONE_EACH: Final = 34636833  # the blue ghosts' bits, one a building
WHOLE_BUILDING: Final = 31  # the bits of all places in the first building


def names(buildings: list[str], row: list[str]) -> list[tuple[str, ...]]:
    """Returns the path of every pick by its number. The row holds the names of its cards."""
    found: list[tuple[str, ...]] = [()] * (ROLL + 1)
    name_the_town(found, buildings)
    name_the_boards(found)
    name_the_dice(found, row)
    found[END_TURN] = ("end-turn",)
    found[NO] = ("no",)
    found[ACCEPT] = ("accept",)
    found[SUPPLY] = ("supply",)
    found[POINTS] = ("points",)
    found[NEW_TOKEN] = ("new-token",)
    found[ROLL] = ("roll",)
    return found


def name_the_town(found: list[tuple[str, ...]], buildings: list[str]) -> None:
    for place in range(PLACES):
        where = place_name(place, buildings)
        found[GHOST + place] = (f"ghost-{where}",)
        found[SPACE + place] = (f"space-{where}",)
    for building in range(BUILDINGS):
        found[BUILDING + building] = (buildings[building],)


def place_name(place: i64, buildings: list[str]) -> str:
    return f"{COLOUR_NAMES[place % 5]}-{buildings[place // 5]}"


def name_the_boards(found: list[tuple[str, ...]]) -> None:
    for section in range(SECTIONS):
        name = f"section-{section + 1}"
        found[SECTION + section] = (name,)
        found[REST + section] = (name, "rest")
        for action in range(ACTIONS):
            found[ACT + ACTIONS * section + action] = (name, ACTION_NAMES[action])
    for at in range(3):
        one, other = PAIRS[at]
        found[TWO_SECTIONS + at] = (f"section-{one + 1}", f"section-{other + 1}")
    for colour in range(COLOURS):
        found[TOKEN + colour] = (f"token-{COLOUR_NAMES[colour]}",)
    for seat in range(4):
        found[OPPONENT_SEAT + seat] = (f"seat-{seat + 1}",)


def name_the_dice(found: list[tuple[str, ...]], row: list[str]) -> None:
    for spot in range(3):
        found[SPOT + spot] = (f"spot-{spot + 1}",)
        for die in range(2):
            found[SPOT_DIE + 2 * spot + die] = (f"spot-{spot + 1}", f"die-{die + 1}")
    for slot in range(len(row)):
        found[CARD + slot] = (f"card-{row[slot]}",)
        for die in range(2):
            found[CARD_DIE + 2 * slot + die] = (f"card-{row[slot]}", f"die-{die + 1}")
    for number in range(1, MOST_SAID + 1):
        found[SAY + number] = (f"say-{number}",)


# Masks of places.


def up_to(level: i64) -> i64:
    """Returns the places of ghosts of a level and below it, as a mask."""
    return ((1 << level) - 1) * ONE_EACH


def of_colour(colour: i64) -> i64:
    return ONE_EACH << colour


def of_colours(colours: i64) -> i64:
    """Returns the places of all colours of a mask."""
    return colours * ONE_EACH


def colours_in(places: i64) -> i64:
    """Returns the colours of which there is a place in a mask, as a mask of five bits."""
    folded = places | places >> 15
    return (folded | folded >> 5 | folded >> 10) & WHOLE_BUILDING


def sharing_a_building(places: i64) -> i64:
    """Returns the places that share their building with another place of the mask."""
    return places & one_in_each(above_the_weakest(places)) * WHOLE_BUILDING


def above_the_weakest(places: i64) -> i64:
    """Returns the places of a mask but for the lowest colour in each building."""
    return places & (places - one_in_each(places))


def one_in_each(places: i64) -> i64:
    """Returns the blue place of each building that has a place in the mask."""
    return (places | places >> 1 | places >> 2 | places >> 3 | places >> 4) & ONE_EACH


# The places in the buildings of a mask, by that mask.
PLACES_IN: Final = Row(
    [
        sum([WHOLE_BUILDING << COLOURS * building for building in range(BUILDINGS) if mask >> building & 1])
        for mask in range(1 << BUILDINGS)
    ]
)


def add_places(moves: Row, first: i64, mask: i64) -> None:
    """Adds a pick for every bit of a mask."""
    while mask:
        if mask & 31 == 0:  # an empty building
            mask >>= 5
            first += 5
            continue
        if mask & 1:
            moves.append(first)
        mask >>= 1
        first += 1


def bits(mask: i64) -> i64:
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count

"""Positions of Halloween set up by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.dice import Dice

BUILDINGS = ["school", "church", "hospital", "police-station", "library", "town-hall"]
COLOURS = ["blue", "green", "yellow", "orange", "red"]
ACTIONS = ["summon", "scare", "upgrade", "move", "fight", "haunt"]
KINDS = " abcdefghijkl"
LOCKED = 13
# How many numbers of a field belong to a seat.
EACH = {"levels": 4, "covered": 4, "spots": 3, "tokens": 5, "scare": 1, "reasons": 14, "occupied": 1}
# Kinds of steps, as positions store them in the lowest seven bits.
KIND_BITS = 7
TURN, RAISE, AFTER_ROLL, BLUE, RETORT, RESUME = 0, 7, 12, 16, 22, 24


def new_game(seats: int = 3, seed: object = 1, **options: str) -> Halloween:
    """Returns a game that has just begun."""
    state = GAME.new(seats, Dice(seed), **options)
    assert isinstance(state, Halloween)
    return state


def place(name: str) -> int:
    """Returns the number of a place, such as "orange-church"."""
    colour, _, building = name.partition("-")
    return 5 * BUILDINGS.index(building) + COLOURS.index(colour)


def position(
    town: Mapping[str, str] | None = None,
    mine: Iterable[int] = (),
    theirs: Iterable[int] = (),
    *,
    seats: int = 3,
    row: Iterable[int] = (),
    levels: tuple[int, ...] = (1, 1, 1),
    sp: int = 2,
    their_sp: int = 2,
    tokens: str = "",
    their_tokens: str = "",
    covered: Iterable[str] = (),
    their_discs: Iterable[str] = (),
    done: Iterable[int] = (),
    spots: str = "...",
    bonus: Mapping[str, str] | None = None,
    discards: str = "",
    haunts: Mapping[str, int] | None = None,
    hp: int = 0,
    round_: int = 1,
    no_blue: bool = False,
    **options: str,
) -> Halloween:
    """Returns a game in which seat 0 is on turn, `mine` are its cards and `theirs` those of seat 1.

    Ghosts and ghost tokens are given by colour, bonus tokens by letter (x for a locked spot), discs by a section from 1
    and an action, and haunt tokens by seat, plus 10 for the second colour.
    """
    mine, theirs = list(mine), list(theirs)
    fields: dict[str, object] = {
        "turn": 0,
        "first": 0,
        "round": round_,
        "active": 0,
        "ending": False,
        "town": ghosts_in_town(town or {}, no_blue),
        "haunts": haunts_laid(haunts or {}),
        **bonus_tokens(bonus or {}, spots, discards, options.get("variant") == "master"),
        "coming": 0,
        "levels": [*levels, *[1] * (4 * seats - len(levels))],
        "covered": [*discs(covered), *discs(their_discs), *[0] * (4 * (seats - 2))],
        "spots": [*letters(spots), *[0] * (3 * (seats - 1))],
        "tokens": [*counted(tokens), *counted(their_tokens), *[0] * (5 * (seats - 2))],
        "scare": [sp, their_sp, *[2] * (seats - 2)],
        "reasons": [hp, *[0] * (14 * seats - 1)],
        "row": [] if options.get("variant") == "master" else cards_in_row(row, [*mine, *theirs]),
        "occupied": [mine, theirs, *[[] for _ in range(seats - 2)]],
        "done": sum(1 << section - 1 for section in done),
        "used": [],
        "boosted": -1,
        "earned": 0,
        "duel": [0, 0, 0],
        "rolling": [0, 0, 0, 0, 0, 0, -1],
        "todo": [TURN],
    }
    state = GAME.setup(seats, **options).from_position(fields)
    assert isinstance(state, Halloween)
    state.listen()
    return state


def ghosts_in_town(town: Mapping[str, str], no_blue: bool) -> list[int]:
    """Returns the number of ghosts at each place, with a blue ghost at the hospital if there would be none in town."""
    ghosts = [0] * 30
    for building, there in town.items():
        for colour in there.split():
            ghosts[place(f"{colour}-{building}")] += 1
    if not sum(ghosts[0::5]) and not no_blue:
        ghosts[place("blue-hospital")] = 1
    return ghosts


def haunts_laid(haunts: Mapping[str, int]) -> list[int]:
    laid = [0] * 30
    for name, seat in haunts.items():
        laid[place(name)] = 1 + 2 * (seat % 10) + seat // 10
    return laid


def bonus_tokens(on_buildings: Mapping[str, str], spots: str, discards: str, master: bool) -> dict[str, object]:
    """Returns the fields of bonus tokens. All tokens that lie nowhere else are in the supply."""
    on_board = [KINDS.index(on_buildings.get(building, " ")) for building in BUILDINGS]
    discarded = [discards.count(letter) for letter in KINDS]
    taken = [*on_board, *letters(spots)]
    supply = [0 if master else 2 - discarded[kind] - taken.count(kind) for kind in range(1, 13)]
    return {"bonus": on_board, "bonus_supply": [0, *supply], "bonus_discards": [0, *discarded[1:]]}


def letters(spots: str) -> list[int]:
    """Returns the kinds of bonus tokens on spots: 0 for a free spot, LOCKED for a locked one."""
    return [{".": 0, "x": LOCKED}[letter] if letter in ".x" else KINDS.index(letter) for letter in spots]


def cards_in_row(row: Iterable[int], occupied: list[int]) -> list[int]:
    """Returns these cards, the occupied ones, and as many others as a row of eight needs."""
    cards = list(dict.fromkeys([*row, *occupied]))
    others = [number for number in range(1, 53) if number not in cards]
    return sorted([*cards, *others[: max(0, 8 - len(cards))]])


def one_seat_on(fields: dict[str, object], seats: int) -> dict[str, object]:
    """Returns the position in which every player sits one seat further on."""
    moved = dict(fields)
    for name in ("turn", "first", "active"):
        moved[name] = (cast(int, fields[name]) + 1) % seats
    for name, size in EACH.items():
        values = cast(list[object], fields[name])
        moved[name] = values[-size:] + values[:-size]
    haunts, rolling, todo = (cast(list[int], fields[name]) for name in ("haunts", "rolling", "todo"))
    moved["haunts"] = [(token + 1) % (2 * seats) + 1 if token else 0 for token in haunts]
    moved["rolling"] = [*rolling[:-1], (rolling[-1] + 1) % seats if rolling[-1] >= 0 else -1]
    moved["todo"] = [step_one_seat_on(step, seats) for step in todo]
    return moved


def step_one_seat_on(step: int, seats: int) -> int:
    """Returns a step for the next seat. Some steps keep one: the seat that answers, or that rolls a die that waits."""
    kind, kept = step & (1 << KIND_BITS) - 1, step >> KIND_BITS
    if kind == RETORT:
        return RETORT | (kept + 1) % seats << KIND_BITS
    roller = (kept & 31) - 1
    if kind == RESUME and roller >= 0:
        return step + ((roller + 1) % seats - roller << KIND_BITS)
    return step


def as_second(state: Halloween) -> Halloween:
    """Returns the same position for the second seat: it is on turn and owns all that the first seat owned."""
    seats, options = state.seats, state.config.options
    moved = GAME.setup(seats, **options).from_position(one_seat_on(state.position(), seats))
    assert isinstance(moved, Halloween)
    return moved


def discs(covered: Iterable[str]) -> list[int]:
    masks = [0] * 4
    for name in covered:
        section, action = name.split()
        masks[int(section) - 1] |= 1 << ACTIONS.index(action)
    return masks


def counted(tokens: str) -> list[int]:
    return [tokens.split().count(colour) for colour in COLOURS]

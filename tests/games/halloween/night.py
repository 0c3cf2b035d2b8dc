"""Positions of Halloween set up by hand, and dice that roll what a test wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import cast

from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.turn import Resume, Retort
from spiritboard.table.dice import Dice

BUILDINGS = ["school", "church", "hospital", "police-station", "library", "town-hall"]
COLOURS = ["blue", "green", "yellow", "orange", "red"]
ACTIONS = ["summon", "scare", "upgrade", "move", "fight", "haunt"]
KINDS = " abcdefghijkl"
LOCKED = 13
EACH = {"levels": 4, "covered": 4, "spots": 3, "tokens": 5, "scare": 1, "reasons": 14, "occupied": 1}  # a seat's share


def new(seats: int = 3, seed: object = 1, **options: str) -> Halloween:
    """A game just begun."""
    state = GAME.new(seats, Dice(seed), **options)
    assert isinstance(state, Halloween)
    return state


def place(name: str) -> int:
    """The number of "orange-church"."""
    colour, _, building = name.partition("-")
    return 5 * BUILDINGS.index(building) + COLOURS.index(colour)


def night(
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
    """Seat 0 is on turn. Ghosts and tokens are words, spots and bonus tokens their letters, x a locked spot, discs
    "section action" from 1; a haunt token of the second colour is 10 more than the seat."""
    master = options.get("variant") == "master"
    ghosts = [0] * 30
    for building, there in (town or {}).items():
        for colour in there.split():
            ghosts[place(f"{colour}-{building}")] += 1
    if not sum(ghosts[0::5]) and not no_blue:
        ghosts[place("blue-hospital")] = 1
    mine, theirs, lying = list(mine), list(theirs), list(row)
    lying += [number for number in dict.fromkeys([*mine, *theirs]) if number not in lying]
    lying += [number for number in range(1, 53) if number not in lying][: max(0, 8 - len(lying))]
    on_board = [KINDS.index((bonus or {}).get(building, " ")) for building in BUILDINGS]
    held = [{".": 0, "x": LOCKED}.get(letter) or KINDS.find(letter) * (letter not in ".x") for letter in spots]
    thrown = [discards.count(letter) for letter in KINDS]
    lying_about = [*on_board, *held]
    supply = [0, *(0 if master else 2 - thrown[kind] - lying_about.count(kind) for kind in range(1, 13))]
    laid = [0] * 30
    for name, seat in (haunts or {}).items():
        laid[place(name)] = 1 + 2 * (seat % 10) + seat // 10
    position: dict[str, object] = {
        "turn": 0,
        "first": 0,
        "round": round_,
        "active": 0,
        "ending": False,
        "town": ghosts,
        "haunts": laid,
        "bonus": on_board,
        "bonus_supply": supply,
        "bonus_discards": [0, *thrown[1:]],
        "coming": 0,
        "levels": [*levels, *[1] * (4 * seats - len(levels))],
        "covered": [*discs(covered), *discs(their_discs), *[0] * (4 * (seats - 2))],
        "spots": [*held, *[0] * (3 * (seats - 1))],
        "tokens": [*counted(tokens), *counted(their_tokens), *[0] * (5 * (seats - 2))],
        "scare": [sp, their_sp, *[2] * (seats - 2)],
        "reasons": [hp, *[0] * (14 * seats - 1)],
        "row": [] if master else sorted(lying),
        "occupied": [mine, theirs, *[[] for _ in range(seats - 2)]],
        "done": sum(1 << section - 1 for section in done),
        "used": [],
        "boosted": -1,
        "earned": 0,
        "duel": [0, 0, 0],
        "rolling": [0, 0, 0, 0, 0, 0, -1],
        "todo": [0],
    }
    state = GAME.setup(seats, **options).from_position(position)
    assert isinstance(state, Halloween)
    state.listen()
    return state


def further(position: dict[str, object], seats: int) -> dict[str, object]:
    """The same position when everybody sits one seat further on."""
    moved = dict(position)
    for name in ("turn", "first", "active"):
        moved[name] = (cast(int, position[name]) + 1) % seats
    for name, size in EACH.items():
        values = cast(list[object], position[name])
        moved[name] = values[-size:] + values[:-size]
    haunts, rolling, todo = (cast(list[int], position[name]) for name in ("haunts", "rolling", "todo"))
    moved["haunts"] = [(token + 1) % (2 * seats) + 1 if token else 0 for token in haunts]
    moved["rolling"] = [*rolling[:-1], (rolling[-1] + 1) % seats if rolling[-1] >= 0 else -1]
    moved["todo"] = [step_further(step, seats) for step in todo]
    return moved


def step_further(step: int, seats: int) -> int:
    """A step that keeps a seat: who answers, or who rolls the die that waits."""
    if step & 127 == Retort.KIND:
        return Retort.KIND | ((step >> 7) + 1) % seats << 7
    roller = (step >> 7 & 31) - 1
    if step & 127 == Resume.KIND and roller >= 0:
        return step + ((roller + 1) % seats - roller << 7)
    return step


def as_second(state: Halloween) -> Halloween:
    """The same for the second seat: it has what the first had, and is on turn."""
    seats, options = state.seats, state.config.options
    moved = GAME.setup(seats, **options).from_position(further(state.position(), seats))
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


def rolling(*throws: tuple[int, int]) -> Dice:
    """Dice whose first throws are these: a number of sides, and the face."""
    for seed in count():
        dice = Dice(seed)
        if all(dice.below(sides) + 1 == face for sides, face in throws):
            return Dice(seed)
    raise AssertionError


def play(state: Halloween, *paths: str, dice: Dice | None = None) -> Halloween:
    """Whoever has to decide picks these, one after the other."""
    for path in paths:
        seat = state.turn
        state.play(seat, state.move(seat, tuple(path.split())), dice or Dice(0))
    return state


def lit(state: Halloween) -> set[str]:
    """What can be picked now."""
    return {" ".join(path) for path in state.paths(state.turn)}


def acts(state: Halloween, section: int = 1) -> set[str]:
    """What a section can do."""
    return {path.split()[1] for path in lit(state) if path.startswith(f"section-{section} ")}


def ghosts(state: Halloween, name: str) -> int:
    return state.town[place(name)]


def tokens(state: Halloween, seat: int = 0) -> str:
    held = state.tokens[5 * seat : 5 * seat + 5]
    return " ".join(colour for colour, number in zip(COLOURS, held, strict=True) for _ in range(number))


def spots(state: Halloween, seat: int = 0) -> str:
    """Their letters, x for a locked spot and . for a free one."""
    return "".join(
        "x" if kind == LOCKED else KINDS[kind] if kind else "." for kind in state.spots[3 * seat : 3 * seat + 3]
    )


def scored(state: Halloween, seat: int = 0) -> dict[str, int]:
    """Haunt Points by their reason."""
    lines = state.view(None)["scores"]
    assert isinstance(lines, list)
    return {line["why"]: line["points"] for line in lines[seat]}


def rest_of_turn(state: Halloween) -> Halloween:
    """The active player rests in every section left, and ends the turn."""
    seat = state.active
    while state.active == seat and not state.over:
        rests = [path for path in sorted(lit(state)) if path.endswith("rest")]
        play(state, rests[0] if rests else "end-turn")
    return state


def told(state: Halloween, kind: str) -> int:
    return sum(event.kind == kind for event in state.events or [])

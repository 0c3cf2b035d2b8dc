"""Town, cards and boards in a terminal, drawn from a view."""

from __future__ import annotations

import msgspec

COLOURS = ("blue", "green", "yellow", "orange", "red")
ACTIONS = ("summon", "scare", "upgrade", "move", "fight", "haunt")


class Bonus(msgspec.Struct):
    kind: str
    text: str


class Haunt(msgspec.Struct):
    seat: int
    second: bool


class Building(msgspec.Struct):
    title: str
    ghosts: list[int]
    haunts: list[Haunt | None]
    bonus: Bonus | None


class Card(msgspec.Struct):
    number: int
    coloured: bool
    text: str
    seats: list[int]


class Section(msgspec.Struct):
    level: int
    discs: list[bool]
    done: bool


class Spot(msgspec.Struct):
    locked: bool
    bonus: Bonus | None


class Board(msgspec.Struct):
    sections: list[Section]
    discs: int
    spots: list[Spot]
    tokens: list[int]
    scare: int
    points: int
    haunts: int


class View(msgspec.Struct):
    """The part of a view that is drawn here."""

    round: int
    ending: bool
    active: int
    over: bool
    seat: int | None
    town: list[Building]
    worth: list[int]
    cards: list[Card]
    boards: list[Board]


def draw(data: dict[str, object], names: list[str]) -> str:
    view = msgspec.convert(data, View)
    lines = [f"  round {view.round}{', the last one' if view.ending else ''}", ""]
    lines += [_building(view, building, names) for building in view.town]
    if view.cards:
        lines += ["", *(_card(card, names) for card in view.cards)]
    lines += ["", *(_player(view, seat, name) for seat, name in enumerate(names))]
    if not view.over:
        lines += ["", f"  the board of {names[view.active]}:", *_board(view.boards[view.active])]
    return "\n".join(lines)


def _building(view: View, building: Building, names: list[str]) -> str:
    ghosts = ", ".join(f"{count} {COLOURS[at]}" for at, count in enumerate(building.ghosts) if count)
    haunts = ", ".join(
        f"{view.worth[at]} {names[haunt.seat]}" for at, haunt in enumerate(building.haunts) if haunt is not None
    )
    bonus = f"   [{building.bonus.text}]" if building.bonus else ""
    return f"  {building.title:15} {ghosts or '-'}{f'   haunted: {haunts}' if haunts else ''}{bonus}"


def _card(card: Card, names: list[str]) -> str:
    there = f" ({', '.join(names[seat] for seat in card.seats)})" if card.seats else ""
    return f"  card {card.number:2} {'coloured' if card.coloured else 'grey    '} {card.text}{there}"


def _player(view: View, seat: int, name: str) -> str:
    board = view.boards[seat]
    tokens = " ".join(f"{count} {COLOURS[at]}" for at, count in enumerate(board.tokens) if count)
    mark = ">" if seat == view.active and not view.over else " "
    return (
        f"{mark} {name}: {board.points} HP, {board.scare} SP, {board.haunts} haunt tokens, tokens: {tokens or 'none'}"
    )


def _board(board: Board) -> list[str]:
    lines = [f"    discs in supply: {board.discs}"]
    for at, section in enumerate(board.sections):
        covered = ", ".join(ACTIONS[action] for action, disc in enumerate(section.discs) if disc)
        done = " (done)" if section.done else ""
        lines.append(f"    section {at + 1}: {COLOURS[section.level - 1]}{done}, discs on: {covered or 'nothing'}")
    held = [f"{at + 1} {_spot(spot)}" for at, spot in enumerate(board.spots)]
    return [*lines, f"    bonus spots: {', '.join(held)}"] if held else lines


def _spot(spot: Spot) -> str:
    return "locked" if spot.locked else spot.bonus.text if spot.bonus else "free"

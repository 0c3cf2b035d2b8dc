"""The house in a terminal, drawn from a view."""

from __future__ import annotations

import msgspec


class Character(msgspec.Struct):
    id: str
    name: str
    field: int


class Field(msgspec.Struct):
    number: int
    name: str
    rewards: list[int]
    penalty: int


class View(msgspec.Struct):
    """The part of a view that is drawn here."""

    turn: int | None
    characters: list[Character]
    fields: list[Field]
    friend: str | None
    character: str | None
    rolled: list[int]
    stock: int
    chips: list[int]
    values: list[list[int]] | None


def draw(data: dict[str, object], names: list[str]) -> str:
    view = msgspec.convert(data, View)
    floors = [_floor(view, at) for at in range(len(view.fields) - 1, -1, -1)]
    lines = ["               dice: 2   3   4", *floors, "", f"  stock {view.stock}   {_dice(view)}"]
    for seat, name in enumerate(names):
        mark = ">" if seat == view.turn else " "
        points = f" = {sum(view.values[seat])} points" if view.values else ""
        lines.append(f"{mark} {name}: {view.chips[seat]} {'chip' if view.chips[seat] == 1 else 'chips'}{points}")
    return "\n".join(lines)


def _floor(view: View, at: int) -> str:
    field = view.fields[at]
    here = [f"*{one.name}*" if one.id == view.character else one.name for one in view.characters if one.field == at]
    rewards = "  ".join(f"{reward:2}" for reward in field.rewards) if at else " " * 10
    penalty = f" [{field.penalty} on the floor]" if field.penalty else ""
    return f"  {field.name or 'floor':>10} {field.number or '':>2}  | {rewards} | {' '.join(here)}{penalty}".rstrip()


def _dice(view: View) -> str:
    friend = f"friend die {view.friend}   " if view.friend else ""
    return friend + (f"dice {' '.join(map(str, view.rolled))}" if view.rolled else "")

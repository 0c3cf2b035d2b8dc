"""Cemetery, mansions and hands in a terminal, drawn from a view."""

from __future__ import annotations

import msgspec


class Lying(msgspec.Struct):
    name: str
    copy: bool


class View(msgspec.Struct):
    """The part of a view that is drawn here."""

    turn: int | None
    round: int
    midnight: bool
    clockwise: bool
    crypt: int
    cemetery: list[Lying]
    kitties: int
    hand: list[str] | None
    hands: list[int]
    mansions: list[int]
    left: list[int]
    points: list[int] | None
    boos: list[int] | None


def draw(data: dict[str, object], names: list[str]) -> str:
    view = msgspec.convert(data, View)
    hour = "after midnight" if view.midnight else f"before midnight, crypt {view.crypt}"
    way = "clockwise" if view.clockwise else "counter-clockwise"
    lying = " ".join(f"{ghost.name}{'(copy)' if ghost.copy else ''}" for ghost in view.cemetery[-8:])
    kitties = f"   beside it: {'kitty ' * view.kitties}" if view.kitties else ""
    lines = [
        f"  round {view.round}, {hour}, play runs {way}",
        f"  cemetery ({len(view.cemetery)}): {'… ' if len(view.cemetery) > 8 else ''}{lying or 'empty'}{kitties}",
        "",
        *(_seat(view, seat, name) for seat, name in enumerate(names)),
    ]
    if view.hand is not None:
        lines += ["", f"  your hand: {' '.join(view.hand) or 'empty'}"]
    return "\n".join(lines)


def _seat(view: View, seat: int, name: str) -> str:
    mark = ">" if seat == view.turn else " "
    where = "has left" if seat in view.left else f"{view.hands[seat]} in hand, {view.mansions[seat]} in the mansion"
    match = f", {_points(view.points[seat])}, {view.boos[seat]} Boo!" if view.points and view.boos else ""
    return f"{mark} {name}: {where}{match}"


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"

"""A view of Ghooost! as text for a terminal: the cemetery, the mansions and the hand."""

from __future__ import annotations

from spiritboard.games.ghooost.view import CemeteryGhost, GhooostView

MOST_DRAWN = 8  # ghosts of the cemetery, from the top down


def draw(view: GhooostView, names: list[str]) -> str:
    hour = "after midnight" if view["midnight"] else f"before midnight, crypt {view['crypt']}"
    way = "clockwise" if view["clockwise"] else "counter-clockwise"
    kitties = f"   beside it: {' '.join(['kitty'] * view['kitties'])}" if view["kitties"] else ""
    lines = [
        f"  round {view['round']}, {hour}, play runs {way}",
        f"  cemetery ({len(view['cemetery'])}): {_cemetery(view['cemetery'])}{kitties}",
        "",
        *(_seat(view, seat, name) for seat, name in enumerate(names)),
    ]
    if view["hand"] is not None:
        lines += ["", f"  your hand: {' '.join(view['hand']) or 'empty'}"]
    return "\n".join(lines)


def _cemetery(ghosts: list[CemeteryGhost]) -> str:
    deeper = "… " if len(ghosts) > MOST_DRAWN else ""
    top = " ".join(f"{ghost['name']}{'(copy)' if ghost['copy'] else ''}" for ghost in ghosts[-MOST_DRAWN:])
    return f"{deeper}{top or 'empty'}"


def _seat(view: GhooostView, seat: int, name: str) -> str:
    mark = ">" if seat == view["turn"] else " "
    counts = f"{view['hands'][seat]} in hand, {view['mansions'][seat]} in the mansion"
    where = "has left" if seat in view["left"] else counts
    points, boos = view["points"], view["boos"]
    match = f", {_points(points[seat])}, {boos[seat]} Boo!" if points is not None and boos is not None else ""
    return f"{mark} {name}: {where}{match}"


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"

"""The drawing of the house in a terminal, made from a view."""

from __future__ import annotations

from spiritboard.games.spookies.view import SpookiesView


def draw(view: SpookiesView, names: list[str]) -> str:
    floors = [_floor(view, at) for at in range(len(view["fields"]) - 1, -1, -1)]
    lines = ["               dice: 2   3   4", *floors, "", f"  stock {view['stock']}   {_dice(view)}"]
    return "\n".join([*lines, *(_player(view, seat, name) for seat, name in enumerate(names))])


def _player(view: SpookiesView, seat: int, name: str) -> str:
    mark = ">" if seat == view["turn"] else " "
    count, values = view["chips"][seat], view["values"]
    points = f" = {sum(values[seat])} points" if values else ""
    return f"{mark} {name}: {count} {'chip' if count == 1 else 'chips'}{points}"


def _floor(view: SpookiesView, at: int) -> str:
    field = view["fields"][at]
    rewards = "  ".join(f"{reward:2}" for reward in field["rewards"]) if at else " " * 10
    penalty = f" [{field['penalty']} on the floor]" if field["penalty"] else ""
    title = f"{field['name'] or 'floor':>10} {field['number'] or '':>2}"
    return f"  {title}  | {rewards} | {_friends(view, at)}{penalty}".rstrip()


def _friends(view: SpookiesView, at: int) -> str:
    """Returns the names of the friends on a field, with stars around the one on the move."""
    here = [friend for friend in view["characters"] if friend["field"] == at]
    return " ".join(f"*{each['name']}*" if each["id"] == view["character"] else each["name"] for each in here)


def _dice(view: SpookiesView) -> str:
    friend = f"friend die {view['friend']}   " if view["friend"] else ""
    return friend + (f"dice {' '.join(map(str, view['rolled']))}" if view["rolled"] else "")

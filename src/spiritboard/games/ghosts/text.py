"""The pile and the hands in a terminal, drawn from a view."""

from __future__ import annotations

import msgspec


class Card(msgspec.Struct):
    name: str
    level: int | None = None
    reverses: bool = False


class View(msgspec.Struct):
    """The part of a view that is drawn here."""

    turn: int | None
    round: int
    rounds: int
    level: int
    clockwise: bool
    top: Card | None
    pile: int
    deck: int
    hand: list[Card] | None
    hands: list[int]
    taken: list[int]
    fright: list[int]


def draw(data: dict[str, object], names: list[str]) -> str:
    view = msgspec.convert(data, View)
    way = "clockwise" if view.clockwise else "counter-clockwise"
    top = view.top.name if view.top else "no ghosts" if view.pile else "nothing"
    lines = [
        f"  round {view.round} of {view.rounds}   deck {view.deck}   play runs {way}",
        f"  pile: {top} on top of {view.pile} cards   fright level {'#' * view.level:.<7} {view.level}",
        "",
    ]
    for seat, name in enumerate(names):
        mark = ">" if seat == view.turn else " "
        lines.append(f"{mark} {name}: {view.fright[seat]} fright, {view.hands[seat]} in hand, {view.taken[seat]} taken")
    if view.hand is not None:
        lines += ["", "  your hand: " + "  ".join(_card(card) for card in view.hand)]
    return "\n".join(lines)


def _card(card: Card) -> str:
    effect = "past seven" if card.level is None else f"turns, {card.level}" if card.reverses else str(card.level)
    return f"{card.name} ({effect})"

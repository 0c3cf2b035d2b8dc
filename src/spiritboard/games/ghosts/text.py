"""A view of Ghosts as text for a terminal: the pile, the players and the hand."""

from __future__ import annotations

from spiritboard.games.ghosts.view import GhostsCardInHand, GhostsView


def draw(view: GhostsView, names: list[str]) -> str:
    way = "clockwise" if view["clockwise"] else "counter-clockwise"
    top = view["top"]["name"] if view["top"] else "no ghosts" if view["pile"] else "nothing"
    lines = [
        f"  round {view['round']} of {view['rounds']}   deck {view['deck']}   play runs {way}",
        f"  pile: {top} on top of {view['pile']} cards   fright level {'#' * view['level']:.<7} {view['level']}",
        "",
    ]
    for seat, name in enumerate(names):
        mark = ">" if seat == view["turn"] else " "
        lines.append(
            f"{mark} {name}: {view['fright'][seat]} fright, {view['hands'][seat]} in hand, {view['taken'][seat]} taken"
        )
    if view["hand"] is not None:
        lines += ["", "  your hand: " + "  ".join(_card(card) for card in view["hand"])]
    return "\n".join(lines)


def _card(card: GhostsCardInHand) -> str:
    level = card["level"]
    effect = "past seven" if level is None else f"turns, {level}" if card["reverses"] else str(level)
    return f"{card['name']} ({effect})"

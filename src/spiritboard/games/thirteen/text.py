"""The drawing of crypts, piles and answers in a terminal, made from a view."""

from __future__ import annotations

from collections.abc import Sequence

from spiritboard.games.thirteen.view import AnswerShown, PlayerShown, ThirteenView


def draw(view: ThirteenView, names: list[str]) -> str:
    duel = ", a game for two to break the tie" if view["duel"] else ""
    piles = "   ".join(_pile(view, at) for at in range(len(view["piles"])))
    lines = [f"  round {view['round']}{duel}   {piles}", ""]
    for seat, name in enumerate(names):
        lines += _player(view, seat, name) + _seen(view, seat, names)
    return "\n".join([*lines, *_own_abilities(view)])


def _pile(view: ThirteenView, at: int) -> str:
    pile = view["piles"][at]
    seen = f" ({_cards(pile['cards'])} from the top)" if any(pile["cards"]) else ""
    return f"{_pile_name(view, at)}: {pile['count']}{seen}"


def _pile_name(view: ThirteenView, at: int) -> str:
    return f"pile of seats {at + 1} and {at + 3}" if view["teams"] else "pile"


def _cards(cards: Sequence[int | None]) -> str:
    return " ".join("?" if card is None else str(card) for card in cards)


def _player(view: ThirteenView, seat: int, name: str) -> list[str]:
    player = view["players"][seat]
    mark = ">" if seat == view["turn"] else " "
    title = f"{mark} {name}: {player['score']}"
    if not player["plays"] and not player["chooses"]:
        return [title if player["inside"] else f"{title}, looks on"]
    return [f"{title}, {_state(player)}", *_history(player)]


def _state(player: PlayerShown) -> str:
    crypt = f"crypt {_cards([player['crypt']])}" if player["has_crypt"] else "choosing"
    hand = f", hand {_cards([player['hand']])}" if player["has_hand"] else ""
    out = ", out" if player["plays"] and not player["inside"] else ""
    silent = ", answers no questions" if player["silent"] else ""
    return f"{crypt}{hand}{out}{silent}"


def _history(player: PlayerShown) -> list[str]:
    """Returns lines about the cards that a player has played, their answers, and the numbers the crypt can be."""
    lines = []
    if player["up"] or player["down"]:
        lines.append(f"      played {_cards(player['up']) or 'nothing'} face up, {len(player['down'])} face down")
    if player["answers"]:
        lines.append(f"      answered {', '.join(_answer(each) for each in player['answers'])}")
    if player["possible"] is not None and player["inside"]:
        lines.append(f"      can be {_cards(player['possible'])}")
    return lines


def _answer(given: AnswerShown) -> str:
    subject = f"attack on {given['number']}" if given["kind"] == "attack" else f"no. {given['number']}"
    return f"{subject}: {given['answer']}"


def _seen(view: ThirteenView, seat: int, names: list[str]) -> list[str]:
    """Returns a line about the hidden cards that another player has seen.

    The cards that the viewer has seen need no such line: their numbers are drawn where they lie.
    """
    if seat == view["seat"]:
        return []
    seen = [_seen_in_pile(view, at, seat) for at in range(len(view["piles"]))]
    seen += [_seen_of(view["players"][other], seat, name) for other, name in enumerate(names) if other != seat]
    told = ", ".join(each for each in seen if each)
    return [f"      has seen {told}"] if told else []


def _seen_in_pile(view: ThirteenView, at: int, seat: int) -> str:
    depths = [str(depth) for depth, seats in enumerate(view["piles"][at]["seen_by"], 1) if seat in seats]
    return f"{' and '.join(depths)} from the top of the {_pile_name(view, at)}" if depths else ""


def _seen_of(player: PlayerShown, seat: int, name: str) -> str:
    """Returns the hidden cards of a player, called by name, that a seat has seen."""
    down = sum(seat in seats for seats in player["down_seen_by"])
    seen = {
        f"the crypt of {name}": player["inside"] and seat in player["crypt_seen_by"],
        f"the hand of {name}": seat in player["hand_seen_by"],
        f"{down} face down before {name}": down > 0,
    }
    return ", ".join(card for card, is_seen in seen.items() if is_seen)


def _own_abilities(view: ThirteenView) -> list[str]:
    """Returns the abilities of the viewer's own cards."""
    if view["seat"] is None:
        return []
    own = view["players"][view["seat"]]
    numbers = [number for number in [own["hand"], *own["dealt"]] if number is not None]
    texts = {ability["number"]: ability["text"] for ability in view["abilities"]}
    return ["", *(f"  {number}: {texts[number]}" for number in numbers)]

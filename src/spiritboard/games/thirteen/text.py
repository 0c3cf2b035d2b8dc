"""Crypts, piles and answers in a terminal, drawn from a view."""

from __future__ import annotations

import msgspec


class Ability(msgspec.Struct):
    number: int
    text: str


class Pile(msgspec.Struct):
    count: int
    cards: list[int | None]


class Answer(msgspec.Struct):
    by: int
    kind: str
    number: int
    answer: str


class Player(msgspec.Struct):
    plays: bool
    inside: bool
    silent: bool
    chooses: bool
    dealt: list[int | None]
    has_crypt: bool
    crypt: int | None
    has_hand: bool
    hand: int | None
    up: list[int]
    down: list[int | None]
    answers: list[Answer]
    possible: list[int] | None
    score: int


class View(msgspec.Struct):
    """The part of a view that is drawn here."""

    seat: int | None
    turn: int | None
    round: int
    teams: bool
    duel: list[int] | None
    abilities: list[Ability]
    piles: list[Pile]
    players: list[Player]


def draw(data: dict[str, object], names: list[str]) -> str:
    view = msgspec.convert(data, View)
    duel = ", a game for two to break the tie" if view.duel else ""
    piles = "   ".join(_pile(view, at) for at in range(len(view.piles)))
    lines = [f"  round {view.round}{duel}   {piles}", ""]
    for seat, name in enumerate(names):
        lines += _player(view, seat, name)
    return "\n".join([*lines, *_own(view)])


def _pile(view: View, at: int) -> str:
    whose = f" of seats {at + 1} and {at + 3}" if view.teams else ""
    known = view.piles[at].cards
    seen = f" ({_cards(known)} from the top)" if any(known) else ""
    return f"pile{whose}: {view.piles[at].count}{seen}"


def _cards(cards: list[int | None]) -> str:
    return " ".join("?" if card is None else str(card) for card in cards)


def _player(view: View, seat: int, name: str) -> list[str]:
    player = view.players[seat]
    mark = ">" if seat == view.turn else " "
    if not player.plays and not player.chooses:
        where = "" if player.inside else ", looks on"
        return [f"{mark} {name}: {player.score}{where}"]
    crypt = f"crypt {_cards([player.crypt])}" if player.has_crypt else "choosing"
    state = "" if player.inside else ", out" if player.plays else ""
    silent = ", answers no questions" if player.silent else ""
    hand = f", hand {_cards([player.hand])}" if player.has_hand else ""
    lines = [f"{mark} {name}: {player.score}, {crypt}{hand}{state}{silent}"]
    if player.up or player.down:
        up = _cards([*player.up]) or "nothing"
        lines.append(f"      played {up} face up, {len(player.down)} face down")
    if player.answers:
        lines.append(f"      answered {', '.join(_answer(each) for each in player.answers)}")
    if player.possible is not None and player.inside:
        lines.append(f"      can be {_cards([*player.possible])}")
    return lines


def _answer(given: Answer) -> str:
    what = f"attack on {given.number}" if given.kind == "attack" else f"no. {given.number}"
    return f"{what}: {given.answer}"


def _own(view: View) -> list[str]:
    """What one's own cards can do."""
    if view.seat is None:
        return []
    own = view.players[view.seat]
    numbers = [number for number in [own.hand, *own.dealt] if number is not None]
    texts = {ability.number: ability.text for ability in view.abilities}
    return ["", *(f"  {number}: {texts[number]}" for number in numbers)]

"""Crypts, piles and answers in a terminal, drawn from a view."""

from __future__ import annotations

import msgspec


class Ability(msgspec.Struct):
    number: int
    text: str


class Pile(msgspec.Struct):
    count: int
    cards: list[int | None]
    seen_by: list[list[int]]


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
    crypt_seen_by: list[int]
    has_hand: bool
    hand: int | None
    hand_seen_by: list[int]
    up: list[int]
    down: list[int | None]
    down_seen_by: list[list[int]]
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
        lines += _player(view, seat, name) + _seen(view, seat, names)
    return "\n".join([*lines, *_own(view)])


def _pile(view: View, at: int) -> str:
    known = view.piles[at].cards
    seen = f" ({_cards(known)} from the top)" if any(known) else ""
    return f"{_pile_name(view, at)}: {view.piles[at].count}{seen}"


def _pile_name(view: View, at: int) -> str:
    return f"pile of seats {at + 1} and {at + 3}" if view.teams else "pile"


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


def _seen(view: View, seat: int, names: list[str]) -> list[str]:
    """Which hidden cards another has seen; what one has seen oneself is shown where it lies."""
    if seat == view.seat:
        return []
    what = [_seen_in_pile(view, at, seat) for at in range(len(view.piles))]
    what += [_seen_of(view.players[other], seat, name) for other, name in enumerate(names) if other != seat]
    told = ", ".join(each for each in what if each)
    return [f"      has seen {told}"] if told else []


def _seen_in_pile(view: View, at: int, seat: int) -> str:
    depths = [str(depth) for depth, eyes in enumerate(view.piles[at].seen_by, 1) if seat in eyes]
    return f"{' and '.join(depths)} from the top of the {_pile_name(view, at)}" if depths else ""


def _seen_of(player: Player, seat: int, name: str) -> str:
    down = sum(seat in eyes for eyes in player.down_seen_by)
    seen = {
        f"the crypt of {name}": player.inside and seat in player.crypt_seen_by,
        f"the hand of {name}": seat in player.hand_seen_by,
        f"{down} face down before {name}": down > 0,
    }
    return ", ".join(what for what, is_so in seen.items() if is_so)


def _own(view: View) -> list[str]:
    """What one's own cards can do."""
    if view.seat is None:
        return []
    own = view.players[view.seat]
    numbers = [number for number in [own.hand, *own.dealt] if number is not None]
    texts = {ability.number: ability.text for ability in view.abilities}
    return ["", *(f"  {number}: {texts[number]}" for number in numbers)]

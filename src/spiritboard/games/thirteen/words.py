"""The events of 13 Ghosts: each kind with its facts, and how it is said in English. Also prompts and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypedDict

from spiritboard.games.thirteen.picks import STEP_CHOOSE, STEP_SETTLE, STEP_STRIKE
from spiritboard.games.thirteen.view import AnswerKind, AnswerWord
from spiritboard.table.events import EventKind, named

if TYPE_CHECKING:
    from spiritboard.games.thirteen.position import ThirteenPosition
    from spiritboard.games.thirteen.view import ThirteenView

Choice = Literal["crypt", "crypts", "hands"]


class RoundBegun(TypedDict):
    round: int
    first: int


class CardsChosen(TypedDict):
    seat: int


class OwnChoice(TypedDict):
    """The facts that only the player who chose is told."""

    chosen: Choice
    numbers: list[int]  # of both crypts, the player's own first, or of the one card chosen


class GhostFaceDown(TypedDict):
    seat: int


class GhostFaceUp(TypedDict):
    seat: int
    ghost: int
    used: int  # the ghost whose ability is used: the same one, or the one that it copies
    question: str | None  # that the ghost asks. Events that earlier versions stored lack it.


class SilenceBegun(TypedDict):
    seat: int


class AttackMade(TypedDict):
    seat: int
    number: int
    found: int | None  # the seat whose crypt has that number. Events that earlier versions stored lack it.


class AnswerGiven(TypedDict):
    seat: int
    by: int  # the seat that asked or attacked
    kind: AnswerKind
    number: int  # the ghost that asked, or the number that was attacked
    answer: AnswerWord
    question: str | None  # the text of the ghost that asked; None for an attack


class PileLookedAt(TypedDict):
    seat: int
    cards: int


class CardsSeen(TypedDict):
    """The facts that only the player who looked is told."""

    numbers: list[int]  # from the top


class CardsSettled(TypedDict):
    seat: int
    bottom: bool  # whether the cards go to the bottom of the pile


class PlayerFound(TypedDict):
    seat: int


class RoundEnded(TypedDict):
    """The facts of every end of a round. Events that earlier versions stored lack them."""

    round: int
    duel: bool  # whether the round is one of the game for two that breaks a tie
    before: list[int]  # points, or rounds won, by seat before the round
    after: list[int]  # the same after it
    crypts: list[int | None]  # the ghosts in the crypts by seat; None for a player who looks on
    found: list[int]  # the seats whose crypts were named; the one that was named last is the last


class RoundWon(RoundEnded):
    seat: int
    mate: int | None  # the team-mate, who wins as well
    points: bool  # whether the game is played for points, so that a round has no winner but a last player


class ScoreTied(TypedDict):
    seats: list[int]


def say_round(facts: RoundBegun) -> str:
    return f"Round {facts['round']}: {{{facts['first']}}} will begin."


def say_crypt_chosen(facts: CardsChosen) -> str:
    return f"{{{facts['seat']}}} chose a crypt."


def say_crypts_chosen(facts: CardsChosen) -> str:
    return f"{{{facts['seat']}}} chose both crypts of the team."


def say_hands_chosen(facts: CardsChosen) -> str:
    return f"{{{facts['seat']}}} chose the opening hands."


def say_own_choice(facts: OwnChoice) -> str:
    numbers = facts["numbers"]
    if facts["chosen"] == "crypts":
        return f"You laid {numbers[0]} in your crypt and {numbers[1]} in your team-mate's."
    return f"You laid {numbers[0]} in your crypt." if facts["chosen"] == "crypt" else f"You opened with {numbers[0]}."


def say_face_down(facts: GhostFaceDown) -> str:
    return f"{{{facts['seat']}}} played a ghost face down."


def say_face_up(facts: GhostFaceUp) -> str:
    copied = f" and used the {facts['used']}" if facts["used"] != facts["ghost"] else ""
    asked = "." if facts["question"] is None else f": {facts['question']}"
    return f"{{{facts['seat']}}} played the {facts['ghost']} face up{copied}{asked}"


def say_silence(facts: SilenceBegun) -> str:
    return f"{{{facts['seat']}}} will answer no questions until {{{facts['seat']}}}'s next turn."


def say_attack(facts: AttackMade) -> str:
    found = ": nobody." if facts["found"] is None else f" and found {{{facts['found']}}}!"
    return f"{{{facts['seat']}}} attacked {facts['number']}{found}"


def say_answer(facts: AnswerGiven) -> str:
    seat, said = f"{{{facts['seat']}}}", facts["answer"]
    if said == "silence":
        return f"{seat} did not answer."
    if facts["kind"] == "attack":
        return f"{seat}: {'yes' if said == 'yes' else 'not'} {facts['number']}."
    return f"{seat}: {said}."


def say_look(facts: PileLookedAt) -> str:
    seat, cards = f"{{{facts['seat']}}}", facts["cards"]
    if cards == 0:
        return f"{seat} found no card to look at."
    return f"{seat} looked at the top {'card' if cards == 1 else f'{cards} cards'} of the pile."


def say_seen(facts: CardsSeen) -> str:
    numbers = facts["numbers"]
    return f"You saw {listed(numbers)}, from the top." if numbers else "There was nothing to see."


def listed(numbers: list[int]) -> str:
    texts = [str(number) for number in numbers]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def say_settled(facts: CardsSettled) -> str:
    return f"{{{facts['seat']}}} {'put them at the bottom' if facts['bottom'] else 'left them on top'}."


def say_found(facts: PlayerFound) -> str:
    return f"{{{facts['seat']}}} left the round: the crypt is found."


def say_won(facts: RoundWon) -> str:
    seat = f"{{{facts['seat']}}}"
    if facts["mate"] is not None:
        return f"{seat} and {{{facts['mate']}}} won the round."
    return f"{seat} stayed to the last: the round is over." if facts["points"] else f"{seat} won the round."


def say_tie(facts: ScoreTied) -> str:
    return f"{named(facts['seats'])} are tied and play a game for two to decide."


def say_stopped(facts: RoundEnded) -> str:
    return "Nobody found anybody: the round was stopped and won by nobody."


ROUND_BEGUN: Final = EventKind("round", RoundBegun, say_round)
CRYPT_CHOSEN: Final = EventKind("crypt", CardsChosen, say_crypt_chosen)
CRYPTS_CHOSEN: Final = EventKind("crypts", CardsChosen, say_crypts_chosen)
HANDS_CHOSEN: Final = EventKind("hands", CardsChosen, say_hands_chosen)
OWN_CHOICE: Final = EventKind("own", OwnChoice, say_own_choice)
GHOST_FACE_DOWN: Final = EventKind("down", GhostFaceDown, say_face_down)
GHOST_FACE_UP: Final = EventKind("up", GhostFaceUp, say_face_up)
SILENCE_BEGUN: Final = EventKind("silent", SilenceBegun, say_silence)
ATTACK_MADE: Final = EventKind("attack", AttackMade, say_attack)
ANSWER_GIVEN: Final = EventKind("answer", AnswerGiven, say_answer)
PILE_LOOKED_AT: Final = EventKind("look", PileLookedAt, say_look)
CARDS_SEEN: Final = EventKind("seen", CardsSeen, say_seen)
CARDS_SETTLED: Final = EventKind("settle", CardsSettled, say_settled)
PLAYER_FOUND: Final = EventKind("out", PlayerFound, say_found)
ROUND_WON: Final = EventKind("won", RoundWon, say_won)
SCORE_TIED: Final = EventKind("tie", ScoreTied, say_tie)
ROUND_STOPPED: Final = EventKind("stopped", RoundEnded, say_stopped)
EVENTS: Final = (
    ROUND_BEGUN,
    CRYPT_CHOSEN,
    CRYPTS_CHOSEN,
    HANDS_CHOSEN,
    OWN_CHOICE,
    GHOST_FACE_DOWN,
    GHOST_FACE_UP,
    SILENCE_BEGUN,
    ATTACK_MADE,
    ANSWER_GIVEN,
    PILE_LOOKED_AT,
    CARDS_SEEN,
    CARDS_SETTLED,
    PLAYER_FOUND,
    ROUND_WON,
    SCORE_TIED,
    ROUND_STOPPED,
)
# What everybody is told when a player has chosen.
CHOICES: Final[dict[Choice, EventKind[CardsChosen]]] = {
    "crypt": CRYPT_CHOSEN,
    "crypts": CRYPTS_CHOSEN,
    "hands": HANDS_CHOSEN,
}


def prompt(state: ThirteenPosition, seat: int) -> str:
    if state.step == STEP_CHOOSE:
        return prompt_choice(state, seat)
    if state.step == STEP_SETTLE:
        return "Leave the cards you looked at on top, or put them all at the bottom."
    if state.step == STEP_STRIKE:
        return "Attack: name a number."
    if not state.own_pile(seat):
        return "The pile is empty, so attack: name a number."
    return "Play your ghost face up for its ability, or face down to attack."


def prompt_choice(state: ThirteenPosition, seat: int) -> str:
    if state.sets == 1:
        return "Choose the ghost to hide in your crypt. The other card is your hand."
    if len(state.dealt[seat]) == 4:
        return "Choose the ghost to hide in your own crypt, then your team-mate's. The other two are passed on."
    return "Choose the card you open with; your team-mate gets the other one."


def say_path(path: tuple[str, ...]) -> str:
    """Returns a move, or its first pick, as a command."""
    kind, _, number = path[0].partition("-")
    if path[0] in BEGUN and len(path) == 1:
        return BEGUN[kind]
    if kind in WHOLE_MOVES:
        return WHOLE_MOVES[kind]
    if kind == "attack":
        return f"Attack {path[1]}"
    if kind == "copy":
        return f"Play your ghost face up as {path[1]}"
    if kind == "keep":
        return f"Open with {number}"
    mates = f" and {path[1].removeprefix('mate-')} in your team-mate's" if len(path) > 1 else ""
    return f"Hide {number} in your crypt{mates}"


BEGUN: Final = {"attack": "Attack a number", "copy": "Play your ghost face up as another one"}
WHOLE_MOVES: Final = {
    "play": "Play your ghost face up",
    "leave": "Leave the cards on top",
    "bury": "Put the cards at the bottom",
}


def rule_asked(view: ThirteenView) -> str:
    """Returns the id of the rule about what this player has to decide."""
    if view["prompt"] is None:
        return ""
    if view["step"] == "choose":
        return "TH18" if view["teams"] else "TH1"
    if view["step"] == "settle":
        return "TH9"
    if view["step"] == "strike":
        return "TH5"
    seat = view["seat"]
    own = view["piles"][seat % len(view["piles"]) if seat is not None else 0]
    return "TH3" if own["count"] else "TH6"


def say_verdict(state: ThirteenPosition) -> str:
    winners = state.standings().winners()
    names = named(winners)
    points = state.score[winners[0]]
    if state.duel:
        won = state.duel[winners[0]]
        lost = sum(state.duel) - won
        return f"{names} wins with {points} points, and by {won} rounds to {lost} in the game that broke the tie."
    if state.seats == 3:
        return f"{names} wins with {points} points."
    rounds = min(state.score)
    return f"{names} {'win' if state.sets == 2 else 'wins'} by {points} rounds to {rounds}."

"""The view of a seat of 13 Ghosts, as types. `show.py` makes such views."""

from __future__ import annotations

from typing import Literal, TypedDict

from spiritboard.table.view import Explained, Memory, Shown, Sight

AbilityKind = Literal["question", "attack", "other"]
AnswerKind = Literal["question", "attack"]
AnswerWord = Literal["no", "yes", "silence"]
StepName = Literal["choose", "turn", "strike", "settle"]


class AbilityShown(TypedDict):
    number: int
    kind: AbilityKind
    text: str


class PileShown(TypedDict):
    """A pile from the top. Each card has a list of the seats that have seen it."""

    count: int
    cards: list[int | None]  # None for a card that this seat has not seen
    seen_by: list[list[int]]


class AnswerShown(TypedDict):
    by: int  # the seat that asked or attacked
    kind: AnswerKind
    number: int  # the ghost that asked, or the number that was attacked
    answer: AnswerWord


class PlayerShown(TypedDict):
    """A player and the cards before them. A number is None where this seat has not seen the card."""

    plays: bool  # whether the player takes part in the round
    inside: bool  # whether the player is still in the round
    silent: bool  # whether the player answers no questions
    chooses: bool
    dealt: list[int | None]  # the cards that the player chooses from
    dealt_seen_by: list[list[int]]
    has_crypt: bool
    crypt: int | None
    crypt_seen_by: list[int]
    has_hand: bool
    hand: int | None
    hand_seen_by: list[int]
    up: list[int]  # played face up
    down: list[int | None]  # played face down
    down_seen_by: list[list[int]]
    answers: list[AnswerShown]
    possible: list[int] | None  # the numbers that the crypt can be; None without the table's notes
    score: int  # points or rounds won


class ThirteenShown(Shown):
    round: int
    step: StepName
    teams: bool
    duel: list[int] | None  # each seat's rounds in the game that breaks a tie; None outside such a game
    first: int  # the seat that began the round
    place: int  # the seat whose turn it is; in teams the team-mate may take it
    looked: int  # how many cards are being looked at
    goal: int  # points that end the game, or rounds that win it
    piles: list[PileShown]
    players: list[PlayerShown]


class ThirteenExplained(Explained):
    abilities: list[AbilityShown]  # of the ghosts from 1 to 13
    showing: list[int]  # the numbers that lie face up


class ThirteenSight(Sight, ThirteenShown):
    """The facts of 13 Ghosts that a seat sees."""


class TurnSeen(TypedDict):
    seat: int
    up: int | None  # the ghost that was played face up
    used: int | None  # the ghost whose ability it used
    attack: int | None  # the number that was attacked
    down: bool  # whether a ghost was played face down


class CryptRemembered(TypedDict):
    left: list[int]  # the numbers that its answers leave, for those who know nothing else
    possible: list[int]  # the numbers that it can be, for all that this seat knows
    before: int | None  # what lay in this player's crypt in the round before, as all saw at its end


class ThirteenMemory(Memory):
    """What a player could remember of this round, and of the end of the one before."""

    turns: int  # turns taken in this round
    last: list[TurnSeen]  # at most the last eight turns, the newest first
    crypts: list[CryptRemembered]  # by seat


class ThirteenView(ThirteenSight, ThirteenExplained):
    """All that a seat of 13 Ghosts sees."""

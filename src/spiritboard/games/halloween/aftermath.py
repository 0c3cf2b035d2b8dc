"""What follows from an action, whatever it was: new blue ghosts, a bonus token taken, the Scare Points of it all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.belongings import LOCKED, SPOTS
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.picks import (
    BLUE,
    BUILDING,
    BUILDINGS,
    COLOURS,
    NEW_TOKEN,
    PLACES,
    RED,
    SPOT,
    add_places,
)
from spiritboard.games.halloween.step import MOMENT_BONUS_TAKEN, MOMENT_EARNED, MOMENT_MOVED, Forced, Step
from spiritboard.games.halloween.town import BLUES, GHOSTS
from spiritboard.table.dice import Dice
from spiritboard.table.events import NoFacts
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser


# Blue ghosts.


def bring_blue_ghosts(game: Boards) -> None:
    """Asks where three blue ghosts come to, if there is none in town (HA15)."""
    if game.risen[BLUE] == 0:
        game.push(BLUE_STEP)


class Blue(Forced):
    """Where three blue ghosts come to, or as many as there is room for (HA15)."""

    KIND: ClassVar = 16
    NAME: ClassVar = "blue"

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, BUILDING, where_blue_appear(game))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        building = move - BUILDING
        for _at in range(BLUES):
            if game.has_room(building):
                game.put(5 * building)
        if game.events is not None:
            facts = words.BlueGhostsCame(building=building, name=game.box.buildings[building])
            game.tell(words.BLUE_GHOSTS_CAME, facts)

    def prompt(self, game: Boards) -> str:
        return "No blue ghost is left in town. Into which building do three new ones come?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.arrive(5 * (move - BUILDING))


def where_blue_appear(game: Boards) -> i64:
    """Returns the buildings with room for three, or those with the most room, as a mask."""
    most: i64 = 0
    for building in range(BUILDINGS):
        most = max(most, game.room - game.crowd[building])
    mask: i64 = 0
    for building in range(BUILDINGS):
        if game.room - game.crowd[building] >= min(most, BLUES):
            mask |= 1 << building
    return mask


# Bonus tokens.


def move_ghost(game: Boards, place: i64, building: i64, dice: Dice) -> None:
    """Moves a ghost to another building, where it takes the bonus token (HA41); then cards speak of it (HA34)."""
    there = 5 * building + place % 5
    if game.cards_speak_of(MOMENT_MOVED):
        for card in reversed(game.cards[game.active]):
            card.moved(game, game.active, there)
    game.take(place)
    game.put(there)
    game.follow(place, there)
    if game.events is not None:
        game.tell_move(place, building)
    if game.bonus[building] and game.unlocked_spots():
        kind = game.bonus[building]
        game.bonus[building] = 0
        game.push(REFILL_STEP)
        take_bonus(game, kind)
        if game.cards_speak_of(MOMENT_BONUS_TAKEN):
            for card in game.cards[game.active]:
                card.bonus_taken(game, game.active, place % 5)


def take_bonus(game: Boards, kind: i64) -> None:
    """Puts a bonus token onto a free spot of the active player, or asks which token is discarded (HA41)."""
    seat = game.active
    if game.events is not None:
        game.tell(words.BONUS_TAKEN, words.BonusFacts(seat=seat, kind=kind))
    for spot in range(SPOTS):
        if game.spots[SPOTS * seat + spot] == 0:
            game.spots[SPOTS * seat + spot] = kind
            return
    game.coming = kind
    game.push(EXCHANGE_STEP)


class Exchange(Step):
    """No spot is free: one of the tokens there, or the new one, is discarded (HA41)."""

    KIND: ClassVar = 18
    NAME: ClassVar = "exchange"

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NEW_TOKEN)
        for spot in range(SPOTS):
            if game.spots[SPOTS * game.active + spot] != LOCKED:
                moves.append(SPOT + spot)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        gone = game.coming
        if move != NEW_TOKEN:
            at = SPOTS * game.active + move - SPOT
            gone = game.spots[at]
            game.spots[at] = game.coming
        game.coming = 0
        game.bonus_discards[gone] += 1
        if game.events is not None:
            game.tell(words.BONUS_DISCARDED, words.BonusFacts(seat=game.active, kind=gone))

    def prompt(self, game: Boards) -> str:
        return f"No spot is free for the new token ({words.BONUS[game.coming]}): which one is discarded?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        game = chooser.game
        kind = game.coming if move == NEW_TOKEN else game.spots[SPOTS * chooser.seat + move - SPOT]
        return -game.box.tokens[kind].worth


class Refill(Step):
    """Every building gets a new bonus token if the last one has been taken (HA42)."""

    KIND: ClassVar = 19
    NAME: ClassVar = "refill"

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.refill(dice)
        return False


# The end of an action.


class Close(Step):
    """The end of an action, of a bonus token's use, or of a power: what it earned in all, and the fifth red ghost."""

    KIND: ClassVar = 17
    NAME: ClassVar = "close"

    def enter(self, game: Boards, dice: Dice) -> bool:
        points = game.earned
        game.earned = 0
        if points and game.cards_speak_of(MOMENT_EARNED):
            for card in game.cards[game.active]:
                card.earned(game, game.active, points)
        if game.master and game.risen[RED] == GHOSTS:
            drive_out_the_red(game)
        return False


def drive_out_the_red(game: Boards) -> None:
    """HA57"""
    for place in range(RED, PLACES, COLOURS):
        while game.town[place]:
            game.take(place)
    if game.events is not None:
        game.tell(words.RED_GHOSTS_LEFT, NoFacts())


# Steps without fields are made once.
BLUE_STEP: Final = Blue()
EXCHANGE_STEP: Final = Exchange()
REFILL_STEP: Final = Refill()
CLOSE_STEP: Final = Close()

"""The six actions, each a step that asks which ghost acts, and what follows from them but for fights."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.aftermath import bring_blue_ghosts, move_ghost
from spiritboard.games.halloween.belongings import TOP
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.fights import FIGHT_OVER_STEP, TARGET_STEP
from spiritboard.games.halloween.picks import (
    BUILDING,
    CARD,
    COLOUR_NAMES,
    FIGHT,
    GHOST,
    HAUNT,
    MOVE,
    NO,
    SCARE,
    SECTION,
    SPACE,
    SUMMON,
    UPGRADE,
    add_places,
    place_name,
    up_to,
)
from spiritboard.games.halloween.step import (
    MOMENT_MORE_SCARE,
    MOMENT_MOVE_OVER,
    MOMENT_SCARED,
    MOMENT_UPGRADED,
    TIED,
    Forced,
    Offer,
    Step,
)
from spiritboard.games.halloween.stored import StoredFlag, level_field, place_field
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser


class Action(Step):
    """Which ghost acts: one of the section's level or below it (HA4), or a card that does it in another way."""

    ACTION: ClassVar[int] = 0
    FIRST: ClassVar[int] = GHOST  # the first of its picks
    PROMPT: ClassVar[str] = ""
    STORED: ClassVar = (level_field("level"),)

    def __init__(self, level: i64) -> None:
        self.level = level  # of the section that acts
        self.action: i64 = self.ACTION
        self.first: i64 = self.FIRST

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, self.first, game.actors(self.action) & up_to(self.level))
        if not game.always(TIED << self.action):
            return
        for card in game.cards[game.active]:
            if card.tied == self.action and card.instead(game) <= self.level:
                moves.append(game.pick_card(card.number))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move >= CARD:
            game.push(game.card(game.row[move - CARD]).way(self.level))
        else:
            self.act(game, move - self.first)

    def act(self, game: Boards, place: i64) -> None:
        """Carries the action out with the ghost at a place, or on the space there."""
        raise NotImplementedError

    def prompt(self, game: Boards) -> str:
        return self.PROMPT

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["level"] = self.level

    def appraise(self, chooser: Chooser, move: i64) -> float:
        if move >= CARD:
            return chooser.acts_by_card(chooser.game.row[move - CARD], self.level)
        return chooser.acts(self.action, move - self.first)


class SummonAction(Action):
    KIND: ClassVar = 1
    NAME: ClassVar = "summon"
    ACTION: ClassVar = SUMMON
    PROMPT: ClassVar = "Which brothers call another one?"

    def act(self, game: Boards, place: i64) -> None:
        game.summon(place)


class ScareAction(Action):
    KIND: ClassVar = 2
    NAME: ClassVar = "scare"
    ACTION: ClassVar = SCARE
    PROMPT: ClassVar = "Which ghost scares? It brings as many SP as its level."

    def act(self, game: Boards, place: i64) -> None:
        """Gains Scare Points (HA9)."""
        points = place % 5 + 1
        if game.cards_speak_of(MOMENT_MORE_SCARE):
            for card in game.cards[game.active]:
                points += card.more_scare()
        if game.events is not None:
            game.tell_of_ghost(words.GHOST_SCARES, place)
        game.earn(points)
        if game.cards_speak_of(MOMENT_SCARED):
            for card in reversed(game.cards[game.active]):
                card.scared(game, game.active, place)


class UpgradeAction(Action):
    KIND: ClassVar = 3
    NAME: ClassVar = "upgrade"
    ACTION: ClassVar = UPGRADE

    def prompt(self, game: Boards) -> str:
        """Returns the question with the price of each colour that the section's ghosts can become."""
        highest = min(self.level, TOP - 1)
        prices = [f"{COLOUR_NAMES[colour]} {game.upgrade_price(colour)}" for colour in range(1, highest + 1)]
        return f"Which ghost becomes one level stronger? Prices in SP: {', '.join(prices)}."

    def act(self, game: Boards, place: i64) -> None:
        """Pay, replace, token, raise a section; then cards speak, and new blue ghosts come (HA10, HA15a)."""
        colour = place % 5 + 1
        game.pay_scare(game.active, game.upgrade_price(colour))
        game.take(place)
        game.put(place + 1)
        if game.events is not None:
            game.tell_of_ghost(words.GHOST_UPGRADED, place)
        game.gain_token(colour)
        game.push(UPGRADED_STEP)
        game.push(Raise(colour + 1))


class Raise(Offer):
    """One of the player's sections may rise straight to the new ghost's level (HA10)."""

    KIND: ClassVar = 7
    NAME: ClassVar = "raise"
    STORED: ClassVar = (level_field("level"),)

    def __init__(self, level: i64) -> None:
        self.level = level

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(NO)
        add_places(moves, SECTION, game.sections_below(self.level))

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != NO:
            game.raise_section(move - SECTION, self.level)

    def prompt(self, game: Boards) -> str:
        colour = COLOUR_NAMES[self.level - 1]
        return f"Raise one of your sections to {colour}, if you like: then it commands {colour} ghosts, too."

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["level"] = self.level

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return 0.0 if move == NO else chooser.raised(move - SECTION, self.level)


class Upgraded(Step):
    """Cards speak of an Upgrade."""

    KIND: ClassVar = 23
    NAME: ClassVar = "upgraded"

    def enter(self, game: Boards, dice: Dice) -> bool:
        if game.cards_speak_of(MOMENT_UPGRADED):
            for card in game.cards[game.active]:
                card.upgraded(game, game.active)
        bring_blue_ghosts(game)
        return False


class MoveAction(Action):
    KIND: ClassVar = 4
    NAME: ClassVar = "move"
    ACTION: ClassVar = MOVE
    PROMPT: ClassVar = "Which ghost moves?"

    def act(self, game: Boards, place: i64) -> None:
        game.push(MoveTo(place, self.level, False))


class MoveTo(Forced):
    """Where a ghost goes by a Move action."""

    KIND: ClassVar = 8
    NAME: ClassVar = "move-to"
    STORED: ClassVar = (place_field("place"), level_field("level"), StoredFlag("second"))

    def __init__(self, place: i64, level: i64, second: bool) -> None:
        self.place = place
        self.level = level  # of the section that acts
        self.second = second  # whether another ghost has been moved before in the same action

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, BUILDING, game.reach(self.place // 5) & game.roomy)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        """What its arrival brings is on top, then cards that speak of the ghost, then those that end the action."""
        building = move - BUILDING
        there = 5 * building + self.place % 5
        if game.cards_speak_of(MOMENT_MOVE_OVER):
            for card in game.cards[game.active]:
                card.move_over(game, game.active, there, self.level, self.second)
        move_ghost(game, self.place, building, dice)

    def prompt(self, game: Boards) -> str:
        return f"Where does {words.a_ghost(self.place, game.box.buildings)} go?"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(self.place, game.box.buildings)
        chosen["level"] = self.level
        chosen["second"] = self.second

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.move_to(self.place, move - BUILDING)


class FightAction(Action):
    KIND: ClassVar = 5
    NAME: ClassVar = "fight"
    ACTION: ClassVar = FIGHT
    PROMPT: ClassVar = "Which ghost attacks?"

    def act(self, game: Boards, place: i64) -> None:
        game.choose_attacker(place)
        game.push(FIGHT_OVER_STEP)
        game.push(TARGET_STEP)


class HauntAction(Action):
    KIND: ClassVar = 6
    NAME: ClassVar = "haunt"
    ACTION: ClassVar = HAUNT
    FIRST: ClassVar = SPACE
    PROMPT: ClassVar = "Which space is haunted?"

    def act(self, game: Boards, place: i64) -> None:
        game.haunt(place)


UPGRADED_STEP: Final = Upgraded()

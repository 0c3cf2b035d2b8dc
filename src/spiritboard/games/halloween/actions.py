"""The six actions, each a step that asks which ghost acts, and what follows from them but for fights.

An action's number says what the section it is taken in can do: its level.
"""

from __future__ import annotations

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.board import TOP, Boards
from spiritboard.games.halloween.picks import (
    BUILDING,
    CARD,
    COLOURS,
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
from spiritboard.games.halloween.step import FIGHT_OVER, MOVE_TO, RAISE, TARGET, TIED, UPGRADED, Forced, Offer, Step
from spiritboard.games.halloween.town import BLUES
from spiritboard.table.dice import Dice
from spiritboard.table.events import NoFacts


class Action(Step):
    """Which ghost acts: one of the section's level or below it (HA4), or a card that does it in another way."""

    def __init__(self, action: i64, first: i64, asks: str) -> None:
        self.action = action
        self.first = first
        self.asks = asks

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, self.first, game.actors(self.action) & up_to(arg))
        if not game.always(TIED << self.action):
            return
        for number in game.occupied[game.active]:
            card = game.box.cards[number]
            if card.tied == self.action and card.instead(game) <= arg:
                moves.append(game.pick_card(number))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move >= CARD:
            game.push_card(game.row[move - CARD], arg)
        else:
            self.act(game, move - self.first, arg)

    def act(self, game: Boards, place: i64, level: i64) -> None:
        raise NotImplementedError

    def prompt(self, game: Boards, arg: i64) -> str:
        return self.asks

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["level"] = arg


class Summon(Action):
    def act(self, game: Boards, place: i64, level: i64) -> None:
        game.summon(place)


class Scare(Action):
    def act(self, game: Boards, place: i64, level: i64) -> None:
        """HA9"""
        points = place % 5 + 1
        cards = game.occupied[game.active]
        for number in cards:
            points += game.card(number).more_scare()
        if game.events is not None:
            game.tell_of_ghost(words.GHOST_SCARES, place)
        game.earn(points)
        for at in range(len(cards) - 1, -1, -1):
            game.card(cards[at]).scared(game, game.active, place)


class Upgrade(Action):
    def act(self, game: Boards, place: i64, level: i64) -> None:
        """Pay, replace, token, raise a section; then cards, and the town without blue ghosts (HA10, HA15a)."""
        colour = place % 5 + 1
        game.pay_scare(game.active, game.upgrade_price(colour))
        game.take(place)
        game.put(place + 1)
        if game.events is not None:
            game.tell_of_ghost(words.GHOST_UPGRADED, place)
        game.gain_token(colour)
        game.push(UPGRADED, 0)
        game.push(RAISE, colour + 1)


class Raise(Offer):
    """One of the player's sections may rise straight to the new ghost's level (HA10)."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        moves.append(NO)
        add_places(moves, SECTION, game.sections_below(arg))

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        if move != NO:
            game.raise_section(move - SECTION, arg)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Raise one of your sections to {words.COLOURS[arg - 1]}, if you like."

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["level"] = arg


class Upgraded(Step):
    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        for number in game.occupied[game.active]:
            game.card(number).upgraded(game, game.active)
        game.mind_the_blue()
        return False


class Move(Action):
    def act(self, game: Boards, place: i64, level: i64) -> None:
        game.push(MOVE_TO, place | level << 5)


class MoveTo(Forced):
    """Where a ghost goes by a Move action. The number: its place, the section's level, whether it is the second one."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, BUILDING, game.reach((arg & 31) // 5) & game.roomy())

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        """What its coming brings, then cards that ask something of the ghost, then those that end the action."""
        building = move - BUILDING
        place = 5 * building + (arg & 31) % 5
        for number in game.occupied[game.active]:
            game.card(number).move_over(game, game.active, place, arg >> 5 & 7, arg >> 8 == 1)
        game.move_ghost(arg & 31, building, dice)

    def prompt(self, game: Boards, arg: i64) -> str:
        return f"Where does {words.a_ghost(arg & 31, game.box.buildings)} go?"

    def recall(self, game: Boards, arg: i64, chosen: dict[str, object]) -> None:
        chosen["ghost"] = place_name(arg & 31, game.box.buildings)
        chosen["level"] = arg >> 5 & 7
        chosen["second"] = arg >> 8 == 1


class Fight(Action):
    def act(self, game: Boards, place: i64, level: i64) -> None:
        game.duel = [place, 0, 0]
        game.push(FIGHT_OVER, 0)
        game.push(TARGET, 0)


class Haunt(Action):
    def act(self, game: Boards, place: i64, level: i64) -> None:
        game.haunt(place)


class Blue(Forced):
    """Where three blue ghosts come to, or as many as there is room for (HA15)."""

    def choices(self, game: Boards, arg: i64, moves: list[int]) -> None:
        add_places(moves, BUILDING, game.where_blue_appear())

    def answer(self, game: Boards, arg: i64, move: i64, dice: Dice) -> None:
        building = move - BUILDING
        for _ in range(BLUES):
            if game.has_room(building):
                game.put(5 * building)
        if game.events is not None:
            facts = words.BlueGhostsCame(building=building, name=game.box.buildings[building])
            game.tell(words.BLUE_GHOSTS_CAME, facts)

    def prompt(self, game: Boards, arg: i64) -> str:
        return "No blue ghost is left in town. Where do three new ones come to?"


class Close(Step):
    """The end of an action, of a bonus token's use, or of a power: what it earned in all, and the fifth red ghost."""

    def enter(self, game: Boards, arg: i64, dice: Dice) -> bool:
        points = game.earned
        game.earned = 0
        if points:
            for number in game.occupied[game.active]:
                game.card(number).earned(game, game.active, points)
        if game.master and game.risen[COLOURS - 1] == TOP:
            drive_out_the_red(game)
        return False


def drive_out_the_red(game: Boards) -> None:
    """HA57"""
    for place in range(COLOURS - 1, 30, COLOURS):
        while game.town[place]:
            game.take(place)
    if game.events is not None:
        game.tell(words.RED_GHOSTS_LEFT, NoFacts())


def action_steps() -> list[Step]:
    return [
        Summon(SUMMON, GHOST, "Which brothers call another one?"),
        Scare(SCARE, GHOST, "Which ghost scares?"),
        Upgrade(UPGRADE, GHOST, "Which ghost is upgraded?"),
        Move(MOVE, GHOST, "Which ghost moves?"),
        Fight(FIGHT, GHOST, "Which ghost attacks?"),
        Haunt(HAUNT, SPACE, "Which space is haunted?"),
    ]

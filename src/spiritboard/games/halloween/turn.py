"""A turn: actions and rests, what a player may do at any time, and how a card is occupied."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from spiritboard.games.halloween import words
from spiritboard.games.halloween.aftermath import CLOSE_STEP
from spiritboard.games.halloween.belongings import (
    CARD_PRICE,
    DIFFERENT,
    FROM_OCCUPYING,
    FROM_OTHERS,
    LOCKED,
    ROLLER,
    ROW,
    SPOTS,
)
from spiritboard.games.halloween.board import Boards
from spiritboard.games.halloween.picks import (
    ACT,
    ACTIONS,
    CARD,
    COLOUR_NAMES,
    COLOURS,
    END_TURN,
    EVERY_SECTION,
    PAIRS,
    POINTS,
    REST,
    SECTION,
    SECTIONS,
    SPOT,
    SUPPLY,
    TOKEN,
    TWO_SECTIONS,
    add_places,
    bits,
)
from spiritboard.games.halloween.step import HAS_POWER, IMPOSSIBLE, MOMENT_OCCUPIED, TIED, Forced, Step, lowest_level
from spiritboard.games.halloween.stored import StoredFlag, StoredNumber, StoredRow
from spiritboard.table.dice import Dice
from spiritboard.table.row import Row

if TYPE_CHECKING:
    from spiritboard.games.halloween.bot import Chooser

FOR_OCCUPYING: Final = 3  # Haunt Points
LOWEST_PRICE: Final = CARD_PRICE - 1  # of a card, in ghost tokens
EVERY_CARD: Final = (1 << ROW) - 1  # of the row, as a mask
LAST_CARD: Final = 5  # the number of occupied cards that triggers the end
LEFT: Final = ["", "One section is", "Two sections are", "Three sections are"]


class Turn(Step):
    """What the active player does next (HA3, HA5). It is at the bottom of the stack: everything comes back to it."""

    KIND: ClassVar = 0
    NAME: ClassVar = "turn"

    def enter(self, game: Boards, dice: Dice) -> bool:
        if game.done != game.every_section:
            return True
        if len(game.answers(self)) > 1:
            return True
        game.end_turn()  # there is nothing else to do
        game.push(self)
        return False

    def choices(self, game: Boards, moves: Row) -> None:
        if game.done != game.every_section:
            self.add_actions(game, moves)
        else:
            moves.append(END_TURN)
        add_wishes(game, moves, False)

    def add_actions(self, game: Boards, moves: Row) -> None:
        """Adds, for each section that is not done, the possible actions on free spaces, and a rest (HA3, HA6)."""
        add_places(moves, REST, game.every_section & ~game.done)
        if game.discs[game.active] == 0:
            return
        free, by_level = game.free_spaces(), game.sections_by_level()
        for action in range(ACTIONS):
            sections = free >> SECTIONS * action & EVERY_SECTION
            if sections:
                sections &= by_level >> SECTIONS * least_level(game, action)
                for section in range(game.sections):
                    if sections >> section & 1:
                        moves.append(ACT + ACTIONS * section + action)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        game.push(self)
        if move == END_TURN:
            game.end_turn()
        elif move >= SPOT:
            fulfil(game, move)
        elif move >= REST:
            take_rest(game, move - REST)
        else:
            section, action = (move - ACT) // ACTIONS, (move - ACT) % ACTIONS
            game.cover(section, action)
            act(game, section, action)

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return chooser.turn(move)

    def prompt(self, game: Boards) -> str:
        if game.done == game.every_section:
            return "Every section is done. Occupy or use a card, use a bonus token, or end your turn."
        if not game.discs[game.active]:
            return "Your supply has no disc left: rest in a section, and its discs come back."
        if not game.done:
            return "Take one action in each section of your board, or rest there."
        left = sum(not game.done >> section & 1 for section in range(game.sections))
        return f"{LEFT[left]} left: take an action {'there' if left == 1 else 'in each'}, or rest."


# Wishes: what the active player may do at any time (HA5).


def add_wishes(game: Boards, moves: Row, inside: bool) -> None:
    """Adds bonus tokens, powers of cards, and cards to occupy, between actions or inside one."""
    if game.master:
        return
    seat = game.active
    if game.discs[seat]:  # HA40
        for spot in range(SPOTS):
            kind = game.spots[SPOTS * seat + spot]
            if 0 < kind < LOCKED and not (inside and game.box.tokens[kind].for_dice):
                moves.append(SPOT + spot)
    add_places(moves, CARD, affordable(game) & ~game.owns[seat] | powers(game, inside))


def affordable(game: Boards) -> i64:
    """Returns the places in the row of cards that the active player can pay for, as a mask."""
    seat = game.active
    if game.held[seat] < LOWEST_PRICE:
        return 0
    mask: i64 = 0
    if can_pay(game, game.card_price(seat, False)):
        mask = EVERY_CARD & ~game.coloured
    return mask | game.coloured if can_pay(game, game.card_price(seat, True)) else mask


def powers(game: Boards, inside: bool) -> i64:
    """Returns the places in the row of cards whose power can be used now, as a mask."""
    mask: i64 = 0
    if game.always(HAS_POWER):
        for card in game.cards[game.active]:
            if card.power and not (inside and card.is_action) and game.is_unused(card.number) and card.ready(game):
                mask |= 1 << game.slot(card.number)
    return mask


def fulfil(game: Boards, wish: i64) -> None:
    if wish >= CARD:
        use_or_occupy(game, game.row[wish - CARD])
    else:
        game.push(CLOSE_STEP)
        game.push(game.box.tokens[game.spend_bonus(wish - SPOT)])


def use_or_occupy(game: Boards, number: i64) -> None:
    seat = game.active
    if number in game.occupied[seat]:
        game.use(number)
        if game.events is not None:
            game.tell(words.POWER_USED, words.CardFacts(seat=seat, card=number))
        game.push(CLOSE_STEP)
        game.push(game.card(number))
    else:
        cost = game.card_price(seat, game.box.coloured[number])
        game.push(Pay(number, cost & 7, cost >= DIFFERENT, 0))


def say_wishes(game: Boards) -> str:
    """Returns a sentence for a question inside an action, if the player may do something else first."""
    wishes = Row()
    add_wishes(game, wishes, True)
    return " Before that you may use or occupy a card, or use a bonus token." if wishes else ""


def is_wish(move: i64) -> bool:
    return SPOT <= move < TOKEN


def fulfil_inside(game: Boards, wish: i64) -> None:
    """Begins a wish inside an action. The dice and what the action has earned so far wait until the wish is over."""
    game.push(Resume(game.rolling.copy(), game.earned))
    game.earned = 0
    fulfil(game, wish)


class Resume(Step):
    """The action that waited for a wish goes on, with the dice as they lay and what it had earned."""

    KIND: ClassVar = 24
    NAME: ClassVar = "resume"
    STORED: ClassVar = (
        StoredRow("rolling", ROLLER + 1, StoredNumber("die", 5, -1, 30, plus=1)),
        StoredNumber("earned", 20, 0, (1 << 20) - 1),
    )

    def __init__(self, rolling: Row, earned: i64) -> None:
        self.rolling = rolling
        self.earned = earned

    def enter(self, game: Boards, dice: Dice) -> bool:
        game.rolling = self.rolling.copy()
        game.earned = self.earned
        return False

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        """Everything chosen so far belongs to the action that waits."""
        before = chosen.copy()
        before["lying"] = list(self.rolling)[:ROLLER]
        before["rolls"] = self.rolling[ROLLER] if self.rolling[ROLLER] >= 0 else None
        before["earned"] = self.earned
        chosen.clear()
        chosen["before"] = before


def least_level(game: Boards, action: i64) -> i64:
    """Returns the lowest level of a section that can do this action, in whatever way, or IMPOSSIBLE."""
    least = lowest_level(game.actors(action))
    return min(least, least_instead(game, action)) if game.always(TIED << action) else least


def least_instead(game: Boards, action: i64) -> i64:
    """Returns the lowest level at which a card lets the player do this action in another way, or IMPOSSIBLE."""
    least: i64 = IMPOSSIBLE
    for card in game.cards[game.active]:
        if card.tied == action:
            least = min(least, card.instead(game))
    return least


def act(game: Boards, section: i64, action: i64) -> None:
    """Begins an action, by which its section is done."""
    level = game.level(section)
    finish_section(game, section)
    if game.events is not None:
        game.tell(words.ACTION_CHOSEN, words.ActionChosen(seat=game.active, section=section, action=action))
    game.push(CLOSE_STEP)
    game.push(game.box.actions[action][level])


def take_rest(game: Boards, section: i64) -> None:
    finish_section(game, section)
    game.push(CLOSE_STEP)
    game.rest(section)


def finish_section(game: Boards, section: i64) -> None:
    game.done |= 1 << section
    if game.boosted == section:
        game.boosted = -1


# Occupying a card.


def can_pay(game: Boards, cost: i64) -> bool:
    if cost < DIFFERENT:
        return game.held[game.active] >= cost
    return bits(game.colours_held[game.active]) >= cost - DIFFERENT


class Pay(Step):
    """Which ghost token is paid next for a card."""

    KIND: ClassVar = 20
    NAME: ClassVar = "pay"
    STORED: ClassVar = (
        StoredNumber("card", 6, 0, 63),
        StoredNumber("tokens", 3, 1, CARD_PRICE),
        StoredFlag("different"),
        StoredNumber("paid", COLOURS, 0, (1 << COLOURS) - 1),
        StoredNumber("card", 6, 0, (1 << 12) - 1, above=6),
    )

    def __init__(self, card: i64, tokens: i64, different: bool, paid: i64) -> None:
        self.card = card
        self.tokens = tokens  # still to pay
        self.different = different  # whether each must have another colour
        self.paid = paid  # the colours that must not be paid again, as a mask

    def enter(self, game: Boards, dice: Dice) -> bool:
        """A player who has to give all tokens, or tokens of one colour, is not asked."""
        moves = game.answers(self)
        could_give = len(moves) if self.different else game.held[game.active]
        if len(moves) == 1 or could_give == self.tokens:
            self.answer(game, moves[0], dice)
            return False
        return True

    def choices(self, game: Boards, moves: Row) -> None:
        add_places(moves, TOKEN, game.colours_held[game.active] & ~self.paid)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        colour = move - TOKEN
        game.spend_token(colour)
        paid = self.paid | 1 << colour if self.different else self.paid
        if self.tokens > 1:
            game.push(Pay(self.card, self.tokens - 1, self.different, paid))
        else:
            game.push(Disc(self.card))

    def prompt(self, game: Boards) -> str:
        tokens = "ghost tokens" if self.tokens > 1 else "ghost token"
        different = ", each of another colour" if self.different else ""
        return f"Card {self.card}: pay {self.tokens} more {tokens}{different}."

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["card"] = f"card-{self.card}"
        chosen["pay"] = self.tokens
        chosen["different"] = self.different
        chosen["paid"] = [COLOUR_NAMES[colour] for colour in range(COLOURS) if self.paid >> colour & 1]

    def appraise(self, chooser: Chooser, move: i64) -> float:
        return -chooser.ghost_token(move - TOKEN)


class Disc(Forced):
    """Which disc comes onto the card: one from the supply, or one from an action space, which is free again (HA30)."""

    KIND: ClassVar = 21
    NAME: ClassVar = "disc"
    STORED: ClassVar = (StoredNumber("card", 12, 1, (1 << 12) - 1),)

    def __init__(self, card: i64) -> None:
        self.card = card

    def choices(self, game: Boards, moves: Row) -> None:
        if game.discs[game.active]:
            moves.append(SUPPLY)
        add_places(moves, ACT, game.discs_laid())

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move != SUPPLY:
            game.uncover((move - ACT) // ACTIONS, (move - ACT) % ACTIONS)
        occupy(game, self.card)

    def prompt(self, game: Boards) -> str:
        return f"Which disc goes onto card {self.card}: one from your supply, or one from an action space?"

    def recall(self, game: Boards, chosen: dict[str, object]) -> None:
        chosen["card"] = f"card-{self.card}"


def occupy(game: Boards, number: i64) -> None:
    """Scores at once. Then cards speak of it, and last the players already there, in turn order (HA30, HA31)."""
    seat = game.active
    game.discs[seat] -= 1
    game.occupied[seat].append(number)
    game.count_cards(seat)
    if game.events is not None:
        game.tell(words.CARD_OCCUPIED, words.CardFacts(seat=seat, card=number))
    game.score(seat, FOR_OCCUPYING, FROM_OCCUPYING)
    if len(game.occupied[seat]) >= LAST_CARD:
        game.trigger_end()  # HA50
    for after in range(game.seats - 1, 0, -1):
        other = (seat + after) % game.seats
        if number in game.occupied[other]:
            game.push(Retort(other))
    if game.cards_speak_of(MOMENT_OCCUPIED):
        for card in reversed(game.cards[seat]):
            card.occupied(game, seat)


class Retort(Step):
    """Another player has come to a card of this seat, which gets points, or discs of a section (HA31).

    With two players it is two sections (HA54).
    """

    KIND: ClassVar = 22
    NAME: ClassVar = "retort"
    STORED: ClassVar = (StoredNumber("seat", 2, 0, 3),)

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def decider(self, game: Boards) -> i64:
        return self.seat

    def choices(self, game: Boards, moves: Row) -> None:
        moves.append(POINTS)
        full: i64 = 0  # the sections with a disc
        for section in range(game.sections):
            if game.covered[SECTIONS * self.seat + section]:
                full |= 1 << section
        if game.seats == 2 and bits(full) > 1:
            for at in range(len(PAIRS)):
                one, other = PAIRS[at]
                if full >> one & full >> other & 1:
                    moves.append(TWO_SECTIONS + at)
        else:
            add_places(moves, SECTION, full)

    def answer(self, game: Boards, move: i64, dice: Dice) -> None:
        if move == POINTS:
            game.score(self.seat, 2 if game.seats == 2 else 1, FROM_OTHERS)
            return
        if move >= TWO_SECTIONS:
            one, other = PAIRS[move - TWO_SECTIONS]
            game.clear_section(self.seat, one)
            game.clear_section(self.seat, other)
        else:
            game.clear_section(self.seat, move - SECTION)
        if game.events is not None:
            game.tell(words.DISCS_RETURNED, words.PlayerFacts(seat=self.seat))

    def prompt(self, game: Boards) -> str:
        few = game.seats == 2
        points, sections = ("2 HP", "two sections") if few else ("1 HP", "one section")
        cards = game.occupied[game.active]
        number = cards[len(cards) - 1]
        return f"Another player occupied card {number}, which is yours, too. Take {points}, or all discs of {sections}?"

    def appraise(self, chooser: Chooser, move: i64) -> float:
        if SECTION <= move < ACT:
            return chooser.rest(move - SECTION)
        return chooser.usual(move)


TURN_STEP: Final = Turn()

"""Ghooost!: get rid of your ghosts, before midnight with the crypt behind you and after it out of your mansion.

Ghosts are ints: their value from 1 to 14, then Miss Copy and Kitty. In the cemetery a Miss Copy is the value she copied
plus COPIED, so that she counts as one of them there and is herself again in a hand.
"""

from __future__ import annotations

from operator import sub
from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.ghooost import view
from spiritboard.games.ghooost.match import Match
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Explained, Shown

SCOOTY: Final = 1
CERBERUS: Final = 3
TWIST: Final = 8
SKELETUM: Final = 11
IGOR: Final = 12
HIGHEST: Final = 14
COPY: Final = 15
KITTY: Final = 16
COPIED: Final = 32
KINDS: Final = 17

# Moves: sixteen times the value, plus twice the number of such ghosts, plus one with Miss Copy; then the others.
LOSE_TURN: Final = 499
LUCK: Final = 500
MANSION: Final = 501
COLLECT: Final = 502
PLAY_KITTY: Final = 503

HAND: Final = 4
QUARTET: Final = 4
MANSIONS: Final = {2: 12, 3: 10, 4: 8, 5: 6, 6: 4}  # GO1
MOST_TURNS: Final = 2000  # GO27


class Ghooost(State):
    POSITION: ClassVar[dict[str, object]] = {
        "first": int,
        "way": int,
        "hands": list[list[int]],
        "known": list[list[int]],
        "mansions": list[list[int]],
        "crypt": list[int],
        "cemetery": list[int],
        "kitties": int,
        "discarded": list[int],
        "left": list[int],
        "turns": int,
        "lost": int,
        "points": list[int],
        "boos": list[int],
        "round": int,
        "stopped": int,
        "deciding": bool,
        "booed": int | None,
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"hands", "mansions", "crypt"})

    def __init__(self, config: GameConfig, ghosts: list[int]) -> None:
        super().__init__(config)
        self.ghosts = ghosts  # the whole deck; never changed
        self.first: i64 = 0
        self.way: i64 = 1
        self.held: list[list[int]] = []  # how many of each kind are in each hand
        self.seen: list[list[int]] = []  # and how many of them everybody has seen going there
        self.sizes: list[int] = []  # of the hands
        self.mansions: list[list[int]] = []  # the top card last, here and in the crypt
        self.crypt: list[int] = []
        self.cemetery: list[int] = []
        self.kitties: i64 = 0  # beside the cemetery
        self.discarded: list[int] = []
        self.left: list[int] = []  # who has left this round, in order
        self.turns: i64 = 0  # taken or lost in this round
        self.lost: i64 = 0  # in succession
        self.points: list[int] = []
        self.boos: list[int] = []
        self.round: i64 = 0
        self.stopped: i64 = 0  # rounds of this match
        self.deciding = False  # whether the match only goes on to break a tie
        self.booed: int | None = None  # who stayed last in the last round that was played out

    @property
    def hands(self) -> list[list[int]]:
        return [listed(hand) for hand in self.held]

    @hands.setter
    def hands(self, hands: list[list[int]]) -> None:
        self.held = [counted(hand) for hand in hands]
        self.sizes = [len(hand) for hand in hands]

    @property
    def known(self) -> list[list[int]]:
        return [listed(seen) for seen in self.seen]

    @known.setter
    def known(self, known: list[list[int]]) -> None:
        self.seen = [counted(seen) for seen in known]

    def deal(self, dice: Dice) -> None:
        self.points = [0] * self.seats
        self.boos = [0] * self.seats
        self.first = self.first_player(dice)  # GO2
        self.begin_round(dice)

    def begin_round(self, dice: Dice) -> None:
        """Hands of four, mansions by the number of players, the rest is the crypt (GO1)."""
        self.round += 1
        self.crypt = self.ghosts.copy()
        dice.shuffle(self.crypt)
        self.hands = [[self.crypt.pop() for _ in range(HAND)] for _ in range(self.seats)]
        self.mansions = [[self.crypt.pop() for _ in range(self.rooms())] for _ in range(self.seats)]
        self.seen = [[0] * KINDS for _ in range(self.seats)]
        self.cemetery = []
        self.kitties = 0
        self.discarded = []
        self.left = []
        self.turns = 0
        self.lost = 0
        self.way = 1  # GO2
        self.turn = self.first
        if self.events is not None:
            self.tell_words("round", f"Round {self.round}: {{{self.turn}}} begins.", {"first": self.turn})

    def rooms(self) -> int:
        """How many ghosts a mansion holds at first."""
        return MANSIONS[self.seats]

    def crypt_at_first(self) -> int:
        return len(self.ghosts) - self.seats * (HAND + self.rooms())

    def after_midnight(self) -> bool:
        return not self.crypt  # GO18

    def still_in(self) -> i64:
        return self.seats - len(self.left)

    # What may be played.

    def top(self) -> i64:
        """The value on top of the cemetery; an empty one counts as 0 (GO3)."""
        return self.cemetery[len(self.cemetery) - 1] & 31 if self.cemetery else 0

    def run(self, value: i64) -> i64:
        """How many of this value lie unbroken on top of the cemetery. A Kitty beside it breaks nothing (GO12)."""
        length: i64 = 0
        for at in range(len(self.cemetery) - 1, -1, -1):
            if self.cemetery[at] & 31 != value:
                break
            length += 1
        return length

    def plays(self, seat: i64) -> list[int]:
        hand = self.held[seat]
        least = LEAST[self.top()]
        moves: list[int] = []
        for value in range(1, HIGHEST + 1):
            for some in range(1, hand[value] + 1):
                if some >= least[value]:
                    moves.append(16 * value + 2 * some)  # GO4
                if hand[COPY] and some + 1 >= least[value]:
                    moves.append(16 * value + 2 * some + 1)  # GO8
        if hand[KITTY]:
            moves.append(PLAY_KITTY)  # GO7
        return moves

    def legal(self, seat: i64) -> list[int]:
        moves = self.plays(seat)
        if not self.after_midnight():
            moves.append(LUCK)  # GO14
        elif not self.sizes[seat]:
            moves.append(MANSION)  # GO19
        if self.cemetery or self.kitties:
            moves.append(COLLECT)  # GO14, GO16, GO19
        if self.may_lose_turn(seat):
            moves.append(LOSE_TURN)  # GO20
        return moves

    def random_move(self, seat: i64, dice: Dice) -> i64:
        """Counted instead of listed: first how many plays there are, then which one it is."""
        hand = self.held[seat]
        least = LEAST[self.top()]
        copies: i64 = 1 if hand[COPY] else 0
        plays: i64 = 0
        for value in range(1, HIGHEST + 1):
            held: i64 = hand[value]
            if held and least[value] == 1:
                plays += held + held * copies
            elif held + copies >= QUARTET:
                plays += quartets(held, copies)
        kitty: i64 = 1 if hand[KITTY] else 0
        turning_up: i64 = 1 if self.crypt or not self.sizes[seat] else 0
        collecting: i64 = 1 if self.cemetery or self.kitties else 0
        losing: i64 = 1 if self.may_lose_turn(seat) else 0
        at = dice.below(plays + kitty + turning_up + collecting + losing)
        if at < plays:
            return nth_play(hand, least, copies, at)
        if at < plays + kitty:
            return PLAY_KITTY
        if at < plays + kitty + turning_up:
            return LUCK if self.crypt else MANSION
        return COLLECT if at < plays + kitty + turning_up + collecting else LOSE_TURN

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return view.path(move)

    # A turn.

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if move == LUCK:
            self.turn_up(seat, self.crypt, "luck", dice)
        elif move == MANSION:
            self.turn_up(seat, self.mansions[seat], "mansion", dice)
        elif move == COLLECT:
            self.collect(seat, dice)
        elif move == LOSE_TURN:
            self.pass_over(seat, dice)
        elif move == PLAY_KITTY:
            self.drop(seat, KITTY, 1)
            self.tell_play(seat, move)
            self.lay_kitty(seat, dice)
        else:
            self.play_ghosts(seat, move, dice)

    def play_ghosts(self, seat: i64, move: i64, dice: Dice) -> None:
        value, some, copies = move >> 4, move >> 1 & 7, move & 1
        self.drop(seat, value, some)
        if copies:
            self.drop(seat, COPY, 1)
        self.tell_play(seat, move)
        again = self.lay(seat, value, some, copies)
        self.finish(seat, again or some + copies > 1, 0, dice)  # GO11, GO13

    def drop(self, seat: i64, ghost: i64, some: i64) -> None:
        """Some ghosts leave the hand; what everybody knew to be there is as many less."""
        self.sizes[seat] -= some
        self.held[seat][ghost] -= some
        seen = self.seen[seat]
        if seen[ghost]:
            seen[ghost] = max(0, seen[ghost] - some)

    def lay(self, seat: i64, value: i64, some: i64, copies: i64) -> bool:
        """Ghosts come onto the cemetery and do what they do; whether that grants another turn."""
        for _ in range(some):
            self.cemetery.append(value)
        if copies:
            self.cemetery.append(value + COPIED)
        if value == TWIST and (some + copies) % 2 == 1:
            self.way = -self.way  # GO9
        if self.run(value) >= QUARTET:
            self.discard(seat, "quartet")  # GO12
            return True
        if value == SKELETUM:
            self.discard(seat, "skeletum")  # GO10
            return True
        return False

    def lay_kitty(self, seat: i64, dice: Dice) -> None:
        self.kitties += 1
        self.finish(seat, False, 1, dice)  # GO7

    def discard(self, seat: i64, why: str) -> None:
        """The cemetery, and any Kitty beside it, is gone for good."""
        self.discarded.extend(self.clear_cemetery())
        if self.events is not None:
            self.tell_words("discard", view.say_discard(why), {"seat": seat, "why": why})

    def clear_cemetery(self) -> list[int]:
        """Everything there, each Miss Copy herself again (GO8)."""
        ghosts = [COPY if ghost >= COPIED else ghost for ghost in self.cemetery]
        ghosts.extend([KITTY] * self.kitties)
        self.cemetery = []
        self.kitties = 0
        return ghosts

    def turn_up(self, seat: i64, heap: list[int], whence: str, dice: Dice) -> None:
        """Play the top ghost of crypt or mansion, never together with the hand (GO15, GO19)."""
        ghost = heap.pop()
        if self.events is not None:
            self.tell_words(whence, view.say_turn_up(seat, ghost, whence), {"seat": seat, "ghost": view.name(ghost)})
        if whence == "luck":
            self.hear_the_clock()
        if ghost == KITTY:
            self.lay_kitty(seat, dice)
        elif ghost != COPY and least_on(self.top(), ghost) == 1:
            self.finish(seat, self.lay(seat, ghost, 1, 0), 0, dice)
        else:
            self.gather(seat, [ghost])
            self.finish(seat, False, 0, dice)

    def collect(self, seat: i64, dice: Dice) -> None:
        self.gather(seat, [])
        self.finish(seat, False, 0, dice)

    def gather(self, seat: i64, more: list[int]) -> None:
        """The whole cemetery, and perhaps a ghost that did not fit, goes into a hand for all to see (GO26)."""
        ghosts = self.clear_cemetery() + more
        hand, seen = self.held[seat], self.seen[seat]
        for ghost in ghosts:
            hand[ghost] += 1
            seen[ghost] += 1
        self.sizes[seat] += len(ghosts)
        if self.events is not None:
            self.tell_words("collect", view.say_collect(seat, len(ghosts)), {"seat": seat, "ghosts": len(ghosts)})

    # Between turns.

    def finish(self, seat: i64, again: bool, skipped: i64, dice: Dice) -> None:
        if self.crypt:
            self.refill(seat)
        self.turns += 1
        self.lost = 0
        leaves = self.has_none(seat)
        if leaves:
            self.leave(seat)
            if self.still_in() == 1:
                self.end_round(dice)  # GO22
                return
        if leaves or not again:
            self.turn = self.next_in(seat)
            for _ in range(skipped):
                self.turn = self.next_in(self.turn)
        if (self.nothing_lies() and self.all_stuck()) or self.turns >= MOST_TURNS:
            self.stop_round(dice)  # GO27

    def refill(self, seat: i64) -> None:
        """Up to four from the crypt, as far as it lasts (GO17)."""
        while self.sizes[seat] < HAND and self.crypt:
            self.held[seat][self.crypt.pop()] += 1
            self.sizes[seat] += 1
            self.hear_the_clock()

    def hear_the_clock(self) -> None:
        """Midnight strikes with the last card of the crypt (GO18)."""
        if self.events is not None and not self.crypt:
            self.tell_words("midnight", "Midnight strikes.", {})

    def next_in(self, seat: i64) -> i64:
        """The next player in the direction of play who is still in."""
        following = (seat + self.way) % self.seats
        while self.has_none(following):
            following = (following + self.way) % self.seats
        return following

    def has_none(self, seat: i64) -> bool:
        """Whether somebody has no ghosts at all, and so has left or leaves now (GO21)."""
        return not self.sizes[seat] and not self.mansions[seat]

    def leave(self, seat: i64) -> None:
        self.left.append(seat)  # GO21
        if self.events is not None:
            self.tell_words("leave", f"{{{seat}}} has no ghosts left and leaves as a winner.", {"seat": seat})

    def nothing_lies(self) -> bool:
        """Whether there is nothing to draw and nothing to collect."""
        return not self.crypt and not self.cemetery and not self.kitties

    def stuck(self, seat: i64) -> bool:
        """Whether only Miss Copy is in hand: nothing to do where nothing lies (GO20)."""
        return self.sizes[seat] > 0 and self.held[seat][COPY] == self.sizes[seat]

    def may_lose_turn(self, seat: i64) -> bool:
        """Whether there are only Kitties to collect, and nothing else to do: nobody has to (GO16, GO20)."""
        return self.kitties > 0 and not self.cemetery and not self.crypt and self.stuck(seat)

    def pass_over(self, seat: i64, dice: Dice) -> None:
        """Somebody had rather lose the turn than collect Kitties alone."""
        self.lose_turn(seat, "leaves the Kitties there and loses the turn")
        self.turn = self.next_in(seat)
        if self.lost >= self.still_in() or self.turns >= MOST_TURNS:
            self.stop_round(dice)  # GO27

    def all_stuck(self) -> bool:
        """Pass over whoever can do nothing, after midnight with nothing in the cemetery; whether that is everybody."""
        while self.stuck(self.turn):
            self.lose_turn(self.turn, "can do nothing and loses the turn")
            if self.lost >= self.still_in():
                return True
            self.turn = self.next_in(self.turn)
        return False

    def lose_turn(self, seat: i64, words: str) -> None:
        self.seen[seat] = self.held[seat].copy()  # what keeps somebody from playing is plain to all
        self.lost += 1
        self.turns += 1
        if self.events is not None:
            self.tell_words("lost", f"{{{seat}}} {words}.", {"seat": seat})

    # The end of a round, and of a match.

    def end_round(self, dice: Dice) -> None:
        loser = next(seat for seat in range(self.seats) if seat not in self.left)
        self.booed = loser
        if self.events is not None:
            self.tell_words("boo", f"{{{loser}}} is left with the ghosts: Boo!", {"seat": loser})
        if not self.is_match():
            self.end()
            return
        Match.score(self.points, self.left)  # GO23
        self.boos[loser] += 1
        if self.boos[loser] == 2:
            self.deciding = True
        if self.deciding and Match.decided(self.points, loser):
            self.end()  # GO24, GO25
        else:
            self.first = loser  # GO2
            self.begin_round(dice)

    def stop_round(self, dice: Dice) -> None:
        self.stopped += 1
        if self.events is not None:
            self.tell_words("stopped", "Nobody gets on any more: the round is stopped.", {})
        if self.is_match() and self.stopped < Match.MOST_STOPPED:
            self.begin_round(dice)
        else:
            self.booed = None
            self.end()

    def is_match(self) -> bool:
        return self.config.options["match"] == "match"

    def end(self) -> None:
        self.over = True

    def standings(self) -> Standings:
        if self.is_match():
            return Match.standings(self.points, self.booed)
        if not self.left:
            return Standings.without_winner([0] * self.seats)  # GO27
        return Standings.highest([1 if seat in self.left else 0 for seat in range(self.seats)])

    def verdict(self) -> str:
        return view.say_verdict(self)

    def tell_play(self, seat: i64, move: i64) -> None:
        if self.events is not None:
            self.tell_words("play", view.say_play(seat, move), {"seat": seat, "ghosts": list(view.path(move)[1:])})

    # What a state must be able to do besides.

    def copy(self) -> Ghooost:
        twin = Ghooost(self.config, self.ghosts)
        self.carry_over(twin)
        twin.first = self.first
        twin.way = self.way
        twin.held = [hand.copy() for hand in self.held]
        twin.seen = [seen.copy() for seen in self.seen]
        twin.sizes = self.sizes.copy()
        twin.mansions = [mansion.copy() for mansion in self.mansions]
        twin.crypt = self.crypt.copy()
        twin.cemetery = self.cemetery.copy()
        twin.kitties = self.kitties
        twin.discarded = self.discarded.copy()
        twin.left = self.left.copy()
        twin.turns = self.turns
        twin.lost = self.lost
        twin.points = self.points.copy()
        twin.boos = self.boos.copy()
        twin.round = self.round
        twin.stopped = self.stopped
        twin.deciding = self.deciding
        twin.booed = self.booed
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        self.deal_unknown(seat, dice)
        while self.loses_the_turn():
            self.deal_unknown(seat, dice)  # whoever is on turn has not lost it, and everybody sees that

    def loses_the_turn(self) -> bool:
        """Whether whoever is on turn could do nothing, which is never so when somebody is asked (GO20)."""
        return not self.over and self.nothing_lies() and self.stuck(self.turn)

    def deal_unknown(self, seat: int | None, dice: Dice) -> None:
        """Unknown are the crypt, every mansion, one's own too, and what nobody saw going into the others' hands."""
        others = [each for each in range(self.seats) if each != seat]
        unknown = self.crypt.copy()
        for mansion in self.mansions:
            unknown.extend(mansion)
        for each in others:
            unknown.extend(self.unseen(each))
        dice.shuffle(unknown)
        for each in others:
            hidden = len(self.unseen(each))
            self.held[each] = self.seen[each].copy()
            for _ in range(hidden):
                self.held[each][unknown.pop()] += 1
        self.mansions = [[unknown.pop() for _ in mansion] for mansion in self.mansions]
        self.crypt = unknown

    def unseen(self, seat: i64) -> list[int]:
        """What nobody saw going into a hand."""
        return listed([held - seen for held, seen in zip(self.held[seat], self.seen[seat], strict=True)])

    def show(self, seat: int | None) -> Shown:
        return cast(Shown, view.show(self, seat))

    def explain(self, seat: int | None) -> Explained:
        return cast(Explained, view.explain(self, seat))

    def every_ghost(self) -> list[int]:
        lying = [COPY if ghost >= COPIED else ghost for ghost in self.cemetery] + [KITTY] * self.kitties
        heaps = [lying, self.crypt, self.discarded, *self.hands, *self.mansions]
        return [ghost for heap in heaps for ghost in heap]

    def inventory(self) -> dict[str, int]:
        ghosts = self.every_ghost()
        return {view.name(kind): ghosts.count(kind) for kind in sorted(set(ghosts))}

    def check(self) -> None:
        if sorted(self.every_ghost()) != sorted(self.ghosts):
            raise BadPosition("The ghosts in hands, mansions, crypt, cemetery and discard are not those of the game.")
        per_seat = [len(self.held), len(self.seen), len(self.mansions)]
        if any(each != self.seats for each in per_seat) or not len(self.points) == len(self.boos) == self.seats:
            raise BadPosition("Each seat has a hand, a known part of it, a mansion, points and Boo!s.")
        if any(min(map(sub, hand, seen)) < 0 for hand, seen in zip(self.held, self.seen, strict=True)):
            raise BadPosition("What is known of a hand must be in it.")
        if self.way not in (-1, 1) or not 0 <= self.first < self.seats:
            raise BadPosition("The way is 1 or -1, and the first player one of those who sit there.")
        self.check_cemetery()
        self.check_who_is_in()

    def check_cemetery(self) -> None:
        if any(not 1 <= ghost & ~COPIED <= HIGHEST for ghost in self.cemetery) or self.kitties < 0:
            raise BadPosition("In the cemetery lie ghosts with a value; the Kitties beside it are counted.")

    def check_who_is_in(self) -> None:
        if self.turn in self.left and not self.over:
            raise BadPosition("Whoever is on turn has not left.")
        if sorted(self.left) != [seat for seat in range(self.seats) if self.has_none(seat)]:
            raise BadPosition("Exactly those with neither hand nor mansion have left, each once.")
        if self.loses_the_turn():
            raise BadPosition("Whoever is on turn can do something: with only Miss Copy and nothing there it is lost.")
        if self.booed is not None and not 0 <= self.booed < self.seats:
            raise BadPosition("The last Boo! went to somebody who sits there.")


def counted(ghosts: list[int]) -> list[int]:
    counts = [0] * KINDS
    for ghost in ghosts:
        if not 0 < ghost < KINDS:
            raise BadPosition(f"There is no ghost {ghost}.")
        counts[ghost] += 1
    return counts


def listed(counts: list[int]) -> list[int]:
    """The ghosts one by one, the lowest first."""
    ghosts: list[int] = []
    for ghost in range(KINDS):
        ghosts.extend([ghost] * counts[ghost])
    return ghosts


def is_scary(value: i64) -> bool:
    return value in (CERBERUS, IGOR)


def least_on(top: i64, value: i64) -> i64:
    """How many ghosts of this value it takes to be valid: one where they fit, else enough for a Quartet (GO12)."""
    if value == SCOOTY:
        return 1  # GO6
    if value >= top and (is_scary(value) or not is_scary(top)):
        return 1  # GO3, GO5
    return QUARTET


LEAST: Final = [[least_on(top, value) for value in range(HIGHEST + 1)] for top in range(HIGHEST + 1)]


def quartets(held: i64, copies: i64) -> i64:
    """How many plays there are with so many ghosts of a value that does not fit."""
    return max(0, held - QUARTET + 1) + copies * max(0, held - QUARTET + 2)


def nth_play(hand: list[int], least: list[int], copies: i64, at: i64) -> i64:
    """The play in that place of the list that `plays` would make."""
    value: i64 = 0
    plays: i64 = 0
    while at >= 0:
        value += 1
        held: i64 = hand[value]
        if held and least[value] == 1:
            plays = held + held * copies
            at -= plays
        elif held + copies >= QUARTET:
            plays = quartets(held, copies)
            at -= plays
    at += plays
    # With Miss Copy, the plays of a value without and with her take turns, once there are enough without her.
    if not copies:
        return 16 * value + 2 * (at + least[value])
    at += 2 if least[value] == 1 else 2 * QUARTET - 1
    return 16 * value + at

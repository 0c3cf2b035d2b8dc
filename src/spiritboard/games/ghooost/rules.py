"""Ghooost!: players get rid of their ghosts, before midnight with a crypt to draw from and then out of their mansions.

What may be played on what is in plays.py, and the numbers of ghosts and moves are in picks.py.
"""

from __future__ import annotations

from typing import Final, Literal, cast

from mypy_extensions import i64

from spiritboard.games.ghooost import check, knowledge, scoring, show, words
from spiritboard.games.ghooost.picks import (
    COLLECT,
    COPIED,
    GHOST_KINDS,
    GHOST_NAMES,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    OPEN_MANSION,
    PLAY_KITTY,
    SKELETUM,
    TRY_LUCK,
    TWIST,
    path_of,
    played_names,
)
from spiritboard.games.ghooost.plays import FITS_ALONE, PLAY_COUNTS, PLAY_TABLES, QUARTET, has_play, nth_play
from spiritboard.games.ghooost.position import (
    FULL_HAND,
    MOST_STOPPED_ROUNDS,
    MOST_TURNS_IN_A_ROUND,
    GhooostPosition,
)
from spiritboard.games.ghooost.view import GhooostShown, GhooostView
from spiritboard.table.dice import Dice
from spiritboard.table.events import NoFacts
from spiritboard.table.standings import Standings
from spiritboard.table.view import Explained

ONLY_LUCK: Final = [TRY_LUCK]
LUCK_OR_COLLECT: Final = [TRY_LUCK, COLLECT]
ONLY_MANSION: Final = [OPEN_MANSION]
MANSION_OR_COLLECT: Final = [OPEN_MANSION, COLLECT]
ONLY_COLLECT: Final = [COLLECT]
COLLECT_OR_LOSE_TURN: Final = [COLLECT, LOSE_TURN]
NO_OTHER_MOVE: Final[list[int]] = []


class Ghooost(GhooostPosition):
    def deal(self, dice: Dice) -> None:
        self.points = [0] * self.seats
        self.boos = [0] * self.seats
        self.first = self.first_player(dice)  # GO2
        self.begin_round(dice)

    def begin_round(self, dice: Dice) -> None:
        """Deal hands and mansions; the rest is the crypt (GO1)."""
        self.round += 1
        self.crypt = self.ghosts.copy()
        dice.shuffle(self.crypt)
        self.hands = [[self.crypt.pop() for _ in range(FULL_HAND)] for _ in range(self.seats)]
        self.mansions = [[self.crypt.pop() for _ in range(self.rooms())] for _ in range(self.seats)]
        self.seen = [[0] * GHOST_KINDS for _ in range(self.seats)]
        self.cemetery = []
        self.kitties = 0
        self.discarded = []
        self.left = []
        self.turns = 0
        self.lost = 0
        self.way = 1  # GO2
        self.turn = self.first
        if self.events is not None:
            self.tell(words.ROUND_BEGUN, words.RoundBegun(round=self.round, first=self.turn))

    # Legal moves.

    def legal(self, seat: i64) -> list[int]:
        return self.plays(seat) + self.other_moves(seat)

    def plays(self, seat: i64) -> list[int]:
        """Returns the moves that play ghosts from the hand."""
        hand, table = self.held[seat], PLAY_TABLES[self.top()]
        copies: i64 = 1 if hand[MISS_COPY] else 0
        place: i64 = copies
        moves: list[int] = []
        for kind in range(1, GHOST_KINDS):
            place += 16
            held: i64 = hand[kind]
            if held:
                moves.extend(table[place | held << 1])
        return moves

    def other_moves(self, seat: i64) -> list[int]:
        """Returns the moves that play nothing from the hand, in a list that callers must not change."""
        if self.crypt:
            return LUCK_OR_COLLECT if self.something_to_collect() else ONLY_LUCK  # GO14, GO16
        if not self.sizes[seat]:
            return MANSION_OR_COLLECT if self.something_to_collect() else ONLY_MANSION  # GO19
        if self.may_lose_turn(seat):
            return COLLECT_OR_LOSE_TURN  # GO20
        return ONLY_COLLECT if self.something_to_collect() else NO_OTHER_MOVE  # GO19

    def may_lose_turn(self, seat: i64) -> bool:
        """Returns whether a player who can only collect Kitties may lose the turn instead (GO16, GO20)."""
        return self.kitties > 0 and not self.cemetery and not self.crypt and self.is_stuck(seat)

    def is_stuck(self, seat: i64) -> bool:
        """Returns whether a player with a hand has no play on an empty cemetery: the hand is all Miss Copy (GO20)."""
        return self.sizes[seat] > 0 and not has_play(self.held[seat], 0, 0)

    def random_move(self, seat: i64, dice: Dice) -> i64:
        """Returns a random legal move. It counts the moves instead of listing them, which takes less time."""
        hand, top, others = self.held[seat], self.top(), self.other_moves(seat)
        counts = PLAY_COUNTS[top]
        copies: i64 = 1 if hand[MISS_COPY] else 0
        place: i64 = copies
        plays: i64 = 0
        for kind in range(1, GHOST_KINDS):
            place += 16
            held: i64 = hand[kind]
            if held:
                plays += counts[place | held << 1]
        at = dice.below(plays + len(others))
        return others[at - plays] if at >= plays else nth_play(hand, top, copies, at)

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return path_of(move)

    # A turn.

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if move == TRY_LUCK:
            self.try_luck(seat, dice)
        elif move == OPEN_MANSION:
            self.open_mansion(seat, dice)
        elif move == COLLECT:
            self.gather(seat, [])
            self.finish(seat, False, 0, dice)
        elif move == LOSE_TURN:
            self.leave_kitties(seat, dice)
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
            self.drop(seat, MISS_COPY, 1)
        self.tell_play(seat, move)
        again = self.lay(seat, value, some, copies)
        self.finish(seat, again or some + copies > 1, 0, dice)  # GO11, GO13

    def tell_play(self, seat: i64, move: i64) -> None:
        if self.events is not None:
            self.tell(words.GHOSTS_PLAYED, words.GhostsPlayed(seat=seat, ghosts=played_names(move)))

    def drop(self, seat: i64, ghost: i64, some: i64) -> None:
        """Take some ghosts out of a hand. Of equal ghosts, those that everybody saw go first (GO26)."""
        self.sizes[seat] -= some
        self.held[seat][ghost] -= some
        seen = self.seen[seat]
        if seen[ghost]:
            seen[ghost] = max(0, seen[ghost] - some)

    def lay(self, seat: i64, value: i64, some: i64, copies: i64) -> bool:
        """Lay ghosts onto the cemetery and carry out their power. Returns whether the player takes another turn."""
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

    def discard(self, seat: i64, why: Literal["quartet", "skeletum"]) -> None:
        """Discard the cemetery, and any Kitty beside it, for the rest of the round."""
        self.discarded.extend(self.clear_cemetery())
        if self.events is not None:
            self.tell(words.CEMETERY_DISCARDED, words.CemeteryDiscarded(seat=seat, why=why))

    def clear_cemetery(self) -> list[int]:
        """Empty the cemetery. Returns its ghosts, each Miss Copy as herself again (GO8)."""
        ghosts = self.lying_ghosts()
        self.cemetery = []
        self.kitties = 0
        return ghosts

    def try_luck(self, seat: i64, dice: Dice) -> None:
        ghost = self.crypt.pop()
        if self.events is not None:
            self.tell(words.LUCK_TRIED, words.GhostTurnedUp(seat=seat, ghost=GHOST_NAMES[ghost]))
        self.strike_midnight()
        self.play_turned_up(seat, ghost, dice)

    def open_mansion(self, seat: i64, dice: Dice) -> None:
        ghost = self.mansions[seat].pop()
        if self.events is not None:
            self.tell(words.MANSION_OPENED, words.GhostTurnedUp(seat=seat, ghost=GHOST_NAMES[ghost]))
        self.play_turned_up(seat, ghost, dice)

    def play_turned_up(self, seat: i64, ghost: i64, dice: Dice) -> None:
        """Play a ghost that was turned up, without any from the hand; it goes into the hand if it does not fit
        (GO15, GO19)."""
        if not FITS_ALONE[self.top()][ghost]:
            self.gather(seat, [ghost])
            self.finish(seat, False, 0, dice)
        elif ghost == KITTY:
            self.lay_kitty(seat, dice)
        else:
            self.finish(seat, self.lay(seat, ghost, 1, 0), 0, dice)

    def gather(self, seat: i64, more: list[int]) -> None:
        """Put the whole cemetery and some more ghosts into a hand. Everybody sees them (GO26)."""
        ghosts = self.clear_cemetery() + more
        hand, seen = self.held[seat], self.seen[seat]
        for ghost in ghosts:
            hand[ghost] += 1
            seen[ghost] += 1
        self.sizes[seat] += len(ghosts)
        if self.events is not None:
            self.tell(words.CEMETERY_COLLECTED, words.CemeteryCollected(seat=seat, ghosts=len(ghosts)))

    # Between turns.

    def finish(self, seat: i64, again: bool, skipped: i64, dice: Dice) -> None:
        """End a turn: fill up the hand, let a player without ghosts leave, and find the player who is on turn next."""
        if self.crypt:
            self.refill(seat)
        self.turns += 1
        self.lost = 0
        leaves = self.has_no_ghosts(seat)
        if leaves:
            self.leave(seat)
            if self.still_in() == 1:
                self.end_round(dice)  # GO22
                return
        if leaves or not again:
            self.turn = self.next_in(seat)
            for _ in range(skipped):
                self.turn = self.next_in(self.turn)
        if (self.nothing_lies() and self.all_lose_turns()) or self.turns >= MOST_TURNS_IN_A_ROUND:
            self.stop_round(dice)  # GO27

    def refill(self, seat: i64) -> None:
        """Fill a hand up to four from the crypt, as far as the crypt lasts (GO17)."""
        while self.sizes[seat] < FULL_HAND and self.crypt:
            self.held[seat][self.crypt.pop()] += 1
            self.sizes[seat] += 1
            self.strike_midnight()

    def strike_midnight(self) -> None:
        """Tell that it is midnight if the last card of the crypt has been drawn (GO18)."""
        if self.events is not None and not self.crypt:
            self.tell(words.MIDNIGHT, NoFacts())

    def next_in(self, seat: i64) -> i64:
        """Returns the next seat in the direction of play that has not left."""
        following = (seat + self.way) % self.seats
        while self.has_no_ghosts(following):
            following = (following + self.way) % self.seats
        return following

    def leave(self, seat: i64) -> None:
        self.left.append(seat)  # GO21
        if self.events is not None:
            self.tell(words.PLAYER_LEFT, words.PlayerLeft(seat=seat))

    def leave_kitties(self, seat: i64, dice: Dice) -> None:
        """Lose the turn rather than collect Kitties (GO20)."""
        self.lose_turn(seat, True)
        self.turn = self.next_in(seat)
        if self.lost >= self.still_in() or self.turns >= MOST_TURNS_IN_A_ROUND:
            self.stop_round(dice)  # GO27

    def all_lose_turns(self) -> bool:
        """Pass over every player who can do nothing, where nothing lies (GO20). Returns whether that is all of them."""
        while self.is_stuck(self.turn):
            self.lose_turn(self.turn, False)
            if self.lost >= self.still_in():
                return True
            self.turn = self.next_in(self.turn)
        return False

    def lose_turn(self, seat: i64, kitties: bool) -> None:
        self.seen[seat] = self.held[seat].copy()  # everybody can tell that the hand is all Miss Copy
        self.lost += 1
        self.turns += 1
        if self.events is not None:
            self.tell(words.TURN_LOST, words.TurnLost(seat=seat, kitties=kitties))

    # The end of a round, and of a match.

    def end_round(self, dice: Dice) -> None:
        loser = next(seat for seat in range(self.seats) if seat not in self.left)
        self.booed = loser
        if self.events is not None:
            self.tell(words.PLAYER_BOOED, words.PlayerBooed(seat=loser))
        if not self.is_match():
            self.over = True
            return
        scoring.add_round_points(self.points, self.left)  # GO23
        self.boos[loser] += 1
        if self.boos[loser] == 2:
            self.deciding = True
        if self.deciding and scoring.is_decided(self.points, loser):
            self.over = True  # GO24, GO25
        else:
            self.first = loser  # GO2
            self.begin_round(dice)

    def stop_round(self, dice: Dice) -> None:
        """Deal a stopped round of a match again; end a single round, or a match with too many of them (GO27)."""
        self.stopped += 1
        if self.events is not None:
            self.tell(words.ROUND_STOPPED, NoFacts())
        if self.is_match() and self.stopped < MOST_STOPPED_ROUNDS:
            self.begin_round(dice)
        else:
            self.booed = None
            self.over = True

    def standings(self) -> Standings:
        if self.is_match():
            return scoring.match_standings(self.points, self.booed)
        if not self.left:
            return Standings.without_winner([0] * self.seats)  # GO27
        return Standings.highest([1 if seat in self.left else 0 for seat in range(self.seats)])

    def verdict(self) -> str:
        return words.say_verdict(self)

    # Copies, views and checks.

    def copy(self) -> Ghooost:
        twin = Ghooost(self.config, self.ghosts)
        self.copy_into(twin)
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        knowledge.redeal(self, seat, dice)

    def view(self, seat: int | None) -> GhooostView:
        return cast(GhooostView, super().view(seat))

    def show(self, seat: int | None) -> GhooostShown:
        return show.show(self, seat)

    def explain(self, seat: int | None) -> Explained:
        return show.explain(self, seat)

    def check(self) -> None:
        check.check(self)

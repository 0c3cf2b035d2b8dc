"""Ghooost!: players get rid of their ghosts, before midnight with a crypt to draw from and then out of their mansions.

What may be played on what is in plays.py, and the numbers of ghosts and moves are in picks.py.
"""

from __future__ import annotations

from typing import Final, Literal, cast

from mypy_extensions import i64

from spiritboard.games.ghooost import check, knowledge, scoring, show, words
from spiritboard.games.ghooost.memory import (
    COLLECTED,
    FROM_HAND,
    KITTY_PLAYED,
    LUCK,
    MANSION,
    TURN_LOST,
    note_of,
    remember,
    turned_up,
)
from spiritboard.games.ghooost.picks import (
    COLLECT,
    COPIED,
    KITTY,
    LOSE_TURN,
    MISS_COPY,
    OPEN_MANSION,
    PLAY_KITTY,
    SKELETUM,
    TRY_LUCK,
    TWIST,
    copies_in,
    number_in,
    path_of,
    value_in,
)
from spiritboard.games.ghooost.plays import QUARTET, count_plays, find_plays, fitting, has_play, is_countable, nth_play
from spiritboard.games.ghooost.position import (
    FULL_HAND,
    MOST_STOPPED_ROUNDS,
    MOST_TURNS_IN_A_ROUND,
    GhooostPosition,
    Player,
)
from spiritboard.games.ghooost.tally import ONE, number_of
from spiritboard.games.ghooost.view import GhooostMemory, GhooostShown, GhooostView
from spiritboard.table.dice import Dice
from spiritboard.table.events import NoFacts
from spiritboard.table.row import Row, with_room, zeros
from spiritboard.table.standings import Standings
from spiritboard.table.view import Explained

ONLY_LUCK: Final = Row([TRY_LUCK])
LUCK_OR_COLLECT: Final = Row([TRY_LUCK, COLLECT])
ONLY_MANSION: Final = Row([OPEN_MANSION])
MANSION_OR_COLLECT: Final = Row([OPEN_MANSION, COLLECT])
ONLY_COLLECT: Final = Row([COLLECT])
COLLECT_OR_LOSE_TURN: Final = Row([COLLECT, LOSE_TURN])
NO_OTHER_MOVE: Final = Row([])


class Ghooost(GhooostPosition):
    def deal(self, dice: Dice) -> None:
        seats, ghosts = self.seats, len(self.ghosts)
        for player in self.players:
            player.mansion = with_room(self.rooms())
        self.crypt = with_room(ghosts)
        self.cemetery = with_room(ghosts)
        self.discarded = with_room(ghosts)
        self.left = with_room(seats)
        self.points = zeros(seats)
        self.boos = zeros(seats)
        self.first = self.first_player(dice)  # GO2
        self.begin_round(dice)

    def begin_round(self, dice: Dice) -> None:
        """Deal hands and mansions; the rest is the crypt (GO1)."""
        self.round += 1
        self.crypt.clear()
        self.crypt.extend(self.ghosts)
        dice.shuffle_row(self.crypt)
        self.deal_hands()
        self.deal_mansions()
        self.clear_cemetery()
        self.discarded.clear()
        self.left.clear()
        self.turns = 0
        self.lost = 0
        self.forget()
        self.way = 1  # GO2
        self.turn = self.first
        if self.events is not None:
            self.tell(words.ROUND_BEGUN, words.RoundBegun(round=self.round, first=self.turn))

    def deal_hands(self) -> None:
        """Deal a hand to each seat. Nobody has seen any ghost yet."""
        self.unseen = 0
        for at in range(len(self.ghosts)):
            self.unseen += ONE[self.ghosts[at]]
        for player in self.players:
            player.hand = 0
            player.seen = 0
            player.hand_size = 0
            self.refill(player)
            player.declined = 0
            player.drawn = 0

    def deal_mansions(self) -> None:
        for player in self.players:
            player.mansion.clear()
            for _room in range(self.rooms()):
                player.mansion.append(self.crypt.pop())

    # Legal moves.

    def find_moves(self, seat: i64, moves: Row) -> None:
        find_plays(self.players[seat].hand, self.top, moves)
        moves.extend(self.other_moves(seat))

    def plays(self, seat: i64) -> Row:
        """Returns the moves that play ghosts from the hand, in a row that the next call fills again."""
        self._moves.clear()
        find_plays(self.players[seat].hand, self.top, self._moves)
        return self._moves

    def other_moves(self, seat: i64) -> Row:
        """Returns the moves that play nothing from the hand, in a row that callers must not change."""
        if self.crypt:
            return LUCK_OR_COLLECT if self.something_to_collect() else ONLY_LUCK  # GO14, GO16
        if not self.players[seat].hand_size:
            return MANSION_OR_COLLECT if self.something_to_collect() else ONLY_MANSION  # GO19
        if self.may_lose_turn(seat):
            return COLLECT_OR_LOSE_TURN  # GO20
        return ONLY_COLLECT if self.something_to_collect() else NO_OTHER_MOVE  # GO19

    def may_lose_turn(self, seat: i64) -> bool:
        """Returns whether a player who can only collect Kitties may lose the turn instead (GO16, GO20)."""
        return self.kitties > 0 and not self.top and not self.crypt and self.is_stuck(seat)

    def is_stuck(self, seat: i64) -> bool:
        """Returns whether a player with a hand has no play on an empty cemetery: the hand is all Miss Copy (GO20)."""
        player = self.players[seat]
        return player.hand_size > 0 and not has_play(player.hand, 0)

    def random_move(self, seat: i64, dice: Dice) -> i64:
        """Returns a random legal move. Where it can, it counts the moves instead of listing them, to save time."""
        hand = self.players[seat].hand
        if not is_countable(hand):
            return dice.pick_from(self.moves_now(seat))
        others = self.other_moves(seat)
        fit = fitting(hand, self.top)
        plays = count_plays(fit)
        at = dice.below(plays + len(others))
        return nth_play(fit, at) if at < plays else others[at - plays]

    def path(self, seat: i64, move: i64) -> tuple[str, ...]:
        return path_of(move)

    # A turn.

    def apply(self, seat: i64, move: i64, dice: Dice) -> None:
        if move == TRY_LUCK:
            self.try_luck(seat, dice)
        elif move == OPEN_MANSION:
            self.open_mansion(seat, dice)
        elif move == COLLECT:
            if self.remembers:
                self.note(note_of(seat, COLLECTED, 0))
                self.players[seat].decline(self.top)
            self.gather(seat)
            self.finish(seat, False, False, dice)
        elif move == LOSE_TURN:
            self.leave_kitties(seat, dice)
        else:
            self.play_ghosts(seat, move, dice)

    def play_ghosts(self, seat: i64, move: i64, dice: Dice) -> None:
        if self.events is not None:
            self.tell(words.GHOSTS_PLAYED, show.ghosts_played(self, seat, move))
        player = self.players[seat]
        if move == PLAY_KITTY:
            if self.remembers:
                self.note(note_of(seat, FROM_HAND, KITTY_PLAYED))
            self.drop(player, KITTY, 1)
            self.lay_kitty(seat, dice)
            return
        if self.remembers:
            self.note(note_of(seat, FROM_HAND, move))
        value, some, copies = value_in(move), number_in(move), copies_in(move)
        self.drop(player, value, some)
        if copies:
            self.drop(player, MISS_COPY, 1)
        again = self.lay(seat, value, some, copies)
        self.finish(seat, again or some + copies > 1, False, dice)  # GO11, GO13

    def drop(self, player: Player, ghost: i64, some: i64) -> None:
        """Take some ghosts out of a hand. Of equal ghosts, those that everybody saw go first (GO26)."""
        one = ONE[ghost]
        known = min(some, number_of(player.seen, ghost))
        player.hand_size -= some
        player.hand -= some * one
        player.seen -= known * one
        self.unseen -= (some - known) * one

    def lay(self, seat: i64, value: i64, some: i64, copies: i64) -> bool:
        """Lay ghosts onto the cemetery and carry out their power. Returns whether the player takes another turn."""
        for _at in range(some):
            self.cemetery.append(value)
        if copies:
            self.cemetery.append(value + COPIED)
        self.run = self.run_of(value) + some + copies
        self.top = value
        if value == TWIST and (some + copies) & 1:
            self.way = -self.way  # GO9
        if self.run >= QUARTET:
            self.discard(seat, "quartet")  # GO12
            return True
        if value == SKELETUM:
            self.discard(seat, "skeletum")  # GO10
            return True
        return False

    def lay_kitty(self, seat: i64, dice: Dice) -> None:
        self.kitties += 1
        self.finish(seat, False, True, dice)  # GO7

    def discard(self, seat: i64, why: Literal["quartet", "skeletum"]) -> None:
        """Discard the cemetery, and any Kitty beside it, for the rest of the round."""
        size: i64 = len(self.cemetery)
        for at in range(size):
            ghost = self.cemetery[at]
            self.discarded.append(MISS_COPY if ghost >= COPIED else ghost)  # GO8
        for _kitty in range(self.kitties):
            self.discarded.append(KITTY)
        self.clear_cemetery()
        if self.events is not None:
            self.tell(words.CEMETERY_DISCARDED, words.CemeteryDiscarded(seat=seat, why=why))

    def clear_cemetery(self) -> None:
        self.cemetery.clear()
        self.top = 0
        self.run = 0
        self.kitties = 0

    def try_luck(self, seat: i64, dice: Dice) -> None:
        ghost = self.crypt.pop()
        self.unseen -= ONE[ghost]
        if self.events is not None:
            self.tell(words.LUCK_TRIED, show.ghost_turned_up(self, seat, ghost))
        self.strike_midnight()
        if self.remembers:
            self.players[seat].decline(self.top)
        self.play_turned_up(seat, ghost, LUCK, dice)

    def open_mansion(self, seat: i64, dice: Dice) -> None:
        ghost = self.players[seat].mansion.pop()
        self.unseen -= ONE[ghost]
        if self.events is not None:
            self.tell(words.MANSION_OPENED, show.ghost_turned_up(self, seat, ghost))
        self.play_turned_up(seat, ghost, MANSION, dice)

    def play_turned_up(self, seat: i64, ghost: i64, deed: i64, dice: Dice) -> None:
        """Play a ghost that was turned up, without any from the hand. If it does not fit, it goes into the hand with
        the whole cemetery (GO15, GO19)."""
        fits = has_play(ONE[ghost], self.top)
        if self.remembers:
            self.note(note_of(seat, deed if fits else deed + 1, turned_up(ghost)))
        if not fits:
            self.cemetery.append(ghost)
            self.gather(seat)
            self.finish(seat, False, False, dice)
        elif ghost == KITTY:
            self.lay_kitty(seat, dice)
        else:
            self.finish(seat, self.lay(seat, ghost, 1, 0), False, dice)

    def gather(self, seat: i64) -> None:
        """Put the whole cemetery into a hand. Everybody sees it (GO26)."""
        player, count, ghosts = self.players[seat], self.lying(), self.lying_ghosts()
        player.hand += ghosts
        player.seen += ghosts
        player.hand_size += count
        self.clear_cemetery()
        if self.events is not None:
            self.tell(words.CEMETERY_COLLECTED, words.CemeteryCollected(seat=seat, ghosts=count))

    # Between turns.

    def finish(self, seat: i64, again: bool, skips: bool, dice: Dice) -> None:
        """End a turn: fill up the hand, let a player without ghosts leave, and find the player who is on turn next."""
        player = self.players[seat]
        if self.crypt:
            self.refill(player)
        self.turns += 1
        self.lost = 0
        leaves = player.has_no_ghosts()
        if leaves:
            self.leave(seat)
            if self.still_in() == 1:
                self.end_round(dice)  # GO22
                return
        if leaves or not again:
            self.turn = self.next_in(seat)
            if skips:
                self.turn = self.next_in(self.turn)
        if (self.nothing_lies() and self.all_lose_turns()) or self.turns >= MOST_TURNS_IN_A_ROUND:
            self.stop_round(dice)  # GO27

    def refill(self, player: Player) -> None:
        """Fill a hand up to four from the crypt, as far as the crypt lasts (GO17)."""
        while player.hand_size < FULL_HAND and self.crypt:
            player.hand += ONE[self.crypt.pop()]
            player.hand_size += 1
            player.drawn += 1
            self.strike_midnight()

    def strike_midnight(self) -> None:
        """Tell that it is midnight if the last card of the crypt has been drawn (GO18)."""
        if self.events is not None and not self.crypt:
            self.tell(words.MIDNIGHT, NoFacts())

    def next_in(self, seat: i64) -> i64:
        """Returns the next seat in the direction of play that has not left."""
        following = self.seat_after(seat, self.way)
        while self.players[following].has_no_ghosts():
            following = self.seat_after(following, self.way)
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
        player = self.players[seat]
        self.unseen -= player.hidden()
        player.seen = player.hand  # everybody can tell that the hand is all Miss Copy
        if self.remembers:
            self.note(note_of(seat, TURN_LOST, 0))
        self.lost += 1
        self.turns += 1
        if self.events is not None:
            self.tell(words.TURN_LOST, words.TurnLost(seat=seat, kitties=kitties))

    # The end of a round, and of a match.

    def end_round(self, dice: Dice) -> None:
        loser = next(seat for seat in range(self.seats) if seat not in self.left)
        self.booed = loser
        before = list(self.points)
        if self.is_match:
            scoring.add_round_points(self.points, self.left)  # GO23
            self.boos[loser] += 1
        if self.events is not None:
            self.tell(words.PLAYER_BOOED, show.player_booed(self, loser, before))
        if not self.is_match:
            self.over = True
            return
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
            self.tell(words.ROUND_STOPPED, show.round_ended(self, list(self.points)))
        if self.is_match and self.stopped < MOST_STOPPED_ROUNDS:
            self.begin_round(dice)
        else:
            self.booed = None
            self.over = True

    def standings(self) -> Standings:
        if self.is_match:
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

    def remember(self, seat: int | None) -> GhooostMemory:
        return remember(self)

    def check(self) -> None:
        check.check(self)

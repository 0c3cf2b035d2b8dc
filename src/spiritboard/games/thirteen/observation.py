"""The view of a seat of 13 Ghosts as numbers."""

from __future__ import annotations

from typing import ClassVar, cast

from mypy_extensions import i64

from spiritboard.games.thirteen.abilities import SET_SIZE
from spiritboard.games.thirteen.answers import ATTACK_ON, answer_of, asker_of, subject_of
from spiritboard.games.thirteen.knowledge import NO_SLOT, SEATS_IN, possible_numbers
from spiritboard.games.thirteen.memory import attack_in, is_down, seat_in, up_in, used_in
from spiritboard.games.thirteen.owned import number_of, owner_of
from spiritboard.games.thirteen.picks import (
    BURY,
    KEEP_CARD,
    LAY_CRYPT,
    LAY_CRYPTS,
    LEAVE,
    PLAY_AS,
    PLAY_FACE_UP,
    path,
)
from spiritboard.games.thirteen.position import OPPONENTS, POINTS_TO_END
from spiritboard.games.thirteen.rules import MOST_DEALT, Thirteen
from spiritboard.games.thirteen.show import ANSWER_WORDS, STEP_NAMES
from spiritboard.games.thirteen.view import AnswerShown, PileShown, PlayerShown, ThirteenMemory, ThirteenSight, TurnSeen
from spiritboard.table.observation import (
    HIGHEST,
    Counts,
    Field,
    Flag,
    Number,
    Numbers,
    Observation,
    OneOf,
    VectorCells,
    last_ones,
    memory_of,
    seat_of,
)
from spiritboard.table.pieces import Pieces
from spiritboard.table.remembering import NOTES_KEPT
from spiritboard.table.row import zeros
from spiritboard.table.state import State

MOST_IN_PILE = SET_SIZE - 4  # at least four cards of a set are dealt
# Nothing limits these numbers, since rounds may be stopped and points tied. The scales exceed what games come to.
ROUND_SCALE = 60
SCORE_SCALE = 30
ANSWER_SCALE = 30


class CardFields:
    """The fields for the cards of a player, as far as the viewer knows them."""

    def __init__(self, player: str, numbers: list[str]) -> None:
        self.dealt = Counts(f"known to choose from: {player}", numbers, 1)
        self.crypt = OneOf(f"known crypt: {player}", numbers)
        self.hand = OneOf(f"known hand: {player}", numbers)
        self.up = Counts(f"face up: {player}", numbers, 1)
        self.down = Counts(f"known face down: {player}", numbers, 1)
        self.notes = Counts(f"notes on the crypt: {player}", numbers, 1)

    def fields(self) -> list[Field]:
        return [self.dealt, self.crypt, self.hand, self.up, self.down, self.notes]


class PileFields:
    """The fields for a pile: its size, the cards that the viewer knows, and who has seen which card."""

    def __init__(self, pile: str, players: list[str]) -> None:
        depths = [f"{depth + 1} from the top" for depth in range(MOST_IN_PILE)]
        self.size = Number(f"cards in {pile}", MOST_IN_PILE)
        self.known = Numbers(f"known in {pile}", depths, SET_SIZE)
        self.seen = Numbers(f"seen in {pile}", [f"{depth} by {player}" for player in players for depth in depths], 1)


class ThirteenObservation(Observation[ThirteenSight]):
    version: ClassVar[int] = 2
    action_gaps: ClassVar[bool] = True

    def lay_out(self, pieces: Pieces) -> list[Field]:
        self.teams = self.seats == 4
        self.notes_kept = self.config.options["notes"] == "on"
        self.numbers = [str(number) for number in range(1, SET_SIZE + 1)]
        piles = ["my team's pile", "the others' pile"] if self.teams else ["the pile"]
        self.pile_fields = [PileFields(pile, self.players) for pile in piles]
        self.card_fields = [CardFields(player, self.numbers) for player in self.players]
        return [
            *self.fields_of_round(),
            *[field for pile in self.pile_fields for field in (pile.size, pile.known)],
            *self.fields_of_all(),
            *[field for cards in self.card_fields for field in cards.fields()],
            *self.fields_of_seen(),
            *[pile.seen for pile in self.pile_fields],
            *self.fields_of_answers(),
        ]

    def fields_of_round(self) -> list[Field]:
        self.round = Number("round", ROUND_SCALE)
        self.step = OneOf("step", [*STEP_NAMES])
        self.first = OneOf("first player", self.players)
        self.place = OneOf("whose turn is taken", self.players)
        self.tied = Flag("breaking a tie")
        self.goal = Number("goal", POINTS_TO_END)
        self.looked = Number("cards being looked at", SET_SIZE)
        return [self.round, self.step, self.first, self.place, self.tied, self.goal, self.looked]

    def fields_of_all(self) -> list[Field]:
        self.plays = Numbers("plays in this round", self.players, 1)
        self.inside = Numbers("still in", self.players, 1)
        self.silent = Numbers("silent", self.players, 1)
        self.dealt = Numbers("cards to choose from", self.players, MOST_DEALT)
        self.crypts = Numbers("has a crypt", self.players, 1)
        self.hands = Numbers("has a hand", self.players, 1)
        self.down = Numbers("ghosts face down", self.players, SET_SIZE)
        self.score = Numbers("score", self.players, SCORE_SCALE)
        return [self.plays, self.inside, self.silent, self.dealt, self.crypts, self.hands, self.down, self.score]

    def fields_of_seen(self) -> list[Field]:
        """Returns the fields that say which hidden cards each player has seen, though not their numbers."""
        pairs = [f"{one} by {other}" for one in self.players for other in self.players if one != other]
        self.seen_dealt = Numbers("seen to choose from", pairs, MOST_DEALT)
        self.seen_crypt = Numbers("seen crypt", pairs, 1)
        self.seen_hand = Numbers("seen hand", pairs, 1)
        self.seen_down = Numbers("seen face down", pairs, SET_SIZE)
        return [self.seen_dealt, self.seen_crypt, self.seen_hand, self.seen_down]

    def fields_of_answers(self) -> list[Field]:
        """Returns a field for each pair of opponents: how often one gave each answer to the other, in any order."""
        labels = [
            f"{kind} {number}: {answer}"
            for kind in ("question", "attack")
            for number in range(1, SET_SIZE + 1)
            for answer in ANSWER_WORDS
            if (kind, answer) != ("attack", "silence")
        ]
        # Each player with each opponent, both counted from the player who looks.
        opponents = [SEATS_IN[others] for others in OPPONENTS[self.config.seats]]
        self.pairs = [(one, other) for one, others in enumerate(opponents) for other in others]
        self.answers: list[Counts] = []
        self.pair_of = zeros(self.seats * self.seats)  # the place of each pair among the fields
        for one, other in self.pairs:
            self.pair_of[one * self.seats + other] = len(self.answers)
            name = f"answers of {self.players[one]} to {self.players[other]}"
            self.answers.append(Counts(name, labels, ANSWER_SCALE))
        return [*self.answers]

    def facts(self, view: ThirteenSight) -> list[object]:
        facts: list[object] = [
            view["round"],
            view["step"],
            self.player(view, view["first"]),
            self.player(view, view["place"]),
            view["duel"] is not None,
            view["goal"],
            view["looked"],
        ]
        players = self.around(view, view["players"])
        seats = self.around(view, list(range(self.config.seats)))
        piles = self.piles_around(view)
        self.add_piles(facts, piles)
        self.add_all(facts, players)
        for player in players:
            self.add_cards(facts, player)
        self.add_seen(facts, seats, players)
        self.add_seen_in_piles(facts, seats, piles)
        self.add_answers(facts, players, seat_of(view))
        return facts

    def piles_around(self, view: ThirteenSight) -> list[PileShown]:
        """Returns the piles, in teams with the viewer's own first."""
        piles = view["piles"]
        mine = seat_of(view) % len(piles)
        return piles[mine:] + piles[:mine]

    def add_piles(self, facts: list[object], piles: list[PileShown]) -> None:
        for pile in piles:
            cards = pile["cards"]
            facts.append(pile["count"])
            facts.append([number or 0 for number in cards] + [0] * (MOST_IN_PILE - len(cards)))

    def add_all(self, facts: list[object], players: list[PlayerShown]) -> None:
        facts.append([player["plays"] for player in players])
        facts.append([player["inside"] for player in players])
        facts.append([player["silent"] for player in players])
        facts.append([len(player["dealt"]) for player in players])
        facts.append([player["has_crypt"] for player in players])
        facts.append([player["has_hand"] for player in players])
        facts.append([len(player["down"]) for player in players])
        facts.append([player["score"] for player in players])

    def add_cards(self, facts: list[object], player: PlayerShown) -> None:
        facts.append(self.known(player["dealt"]))
        facts.append(self.named(player["crypt"]))
        facts.append(self.named(player["hand"]))
        facts.append([self.numbers[number - 1] for number in player["up"]])
        facts.append(self.known(player["down"]))
        facts.append([self.numbers[number - 1] for number in player["possible"] or []])

    def add_seen(self, facts: list[object], seats: list[int], players: list[PlayerShown]) -> None:
        dealt, crypts, hands, down = [], [], [], []
        for own, player in zip(seats, players, strict=True):
            for seat in seats:
                if seat != own:
                    dealt.append(how_many(player["dealt_seen_by"], seat))
                    crypts.append(seat in player["crypt_seen_by"])
                    hands.append(seat in player["hand_seen_by"])
                    down.append(how_many(player["down_seen_by"], seat))
        facts.extend([dealt, crypts, hands, down])

    def add_seen_in_piles(self, facts: list[object], seats: list[int], piles: list[PileShown]) -> None:
        for pile in piles:
            seen_by = pile["seen_by"]
            if any(seen_by):
                missing: list[list[int]] = [[]] * (MOST_IN_PILE - len(seen_by))
                facts.append([seat in each for seat in seats for each in seen_by + missing])
            else:
                facts.append([False] * (MOST_IN_PILE * len(seats)))  # the usual case, made faster

    def named(self, number: int | None) -> str | None:
        return None if number is None else self.numbers[number - 1]

    def known(self, cards: list[int | None]) -> list[str]:
        return [self.numbers[number - 1] for number in cards if number is not None]

    def add_answers(self, facts: list[object], players: list[PlayerShown], seat: int) -> None:
        for one, other in self.pairs:
            asker = (other + seat) % len(players)
            answers = players[one]["answers"]
            facts.append([label_of(given) for given in answers if given["by"] == asker])

    # The same, straight from the state.

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        assert isinstance(state, Thirteen)
        self.write_common(state, seat, into)
        self.write_round(state, seat, into)
        for which in range(state.sets):
            self.write_pile(state, seat, which, into)
        for other in range(self.seats):
            self.write_player(state, seat, other, into)
        self.write_played(state, seat, into)
        self.write_answers(state, seat, into)

    def write_round(self, state: Thirteen, seat: i64, into: VectorCells) -> None:
        self.round.put(into, state.round)
        self.step.put(into, state.step)
        self.first.put(into, self.places_after(seat, state.first))
        self.place.put(into, self.places_after(seat, state.place))
        self.tied.put(into, bool(state.duel))
        self.goal.put(into, state.goal())
        self.looked.put(into, state.looked)

    def write_pile(self, state: Thirteen, seat: i64, which: i64, into: VectorCells) -> None:
        pile = state.piles[which]
        fields = self.pile_fields[state.which_set(which + seat)]  # in teams the viewer's own pile comes first
        size: i64 = len(pile)
        fields.size.put(into, size)
        for depth in range(size):
            slot = pile[size - 1 - depth]
            eyes = state.eyes_on(slot)
            if eyes >> seat & 1:
                fields.known.put(into, depth, state.ghosts[slot])
            if eyes:
                for other in range(self.seats):
                    place = MOST_IN_PILE * self.places_after(seat, other) + depth
                    fields.seen.put(into, place, eyes >> other & 1)

    def write_player(self, state: Thirteen, seat: i64, other: i64, into: VectorCells) -> None:
        place = self.places_after(seat, other)
        crypt, hand = state.crypts[other], state.hands[other]
        fields = self.card_fields[place]
        inside = state.in_round >> other & 1
        self.plays.put(into, place, 1 if crypt != NO_SLOT else inside)
        self.inside.put(into, place, inside)
        self.silent.put(into, place, state.keeping_silent >> other & 1)
        self.score.put(into, place, state.duel[other] if state.duel else state.score[other])
        if crypt != NO_SLOT:
            self.crypts.put(into, place, 1)
            self.write_card(state, seat, other, crypt, fields.crypt, self.seen_crypt, into)
            self.write_notes(state, seat, other, fields.notes, into)
        if hand != NO_SLOT:
            self.hands.put(into, place, 1)
            self.write_card(state, seat, other, hand, fields.hand, self.seen_hand, into)
        dealt = state.dealt[other]
        size: i64 = len(dealt)
        self.dealt.put(into, place, size)
        for at in range(size):
            self.write_card(state, seat, other, dealt[at], fields.dealt, self.seen_dealt, into)

    def write_card(
        self, state: Thirteen, seat: i64, owner: i64, slot: i64, known: Field, seen: Numbers, into: VectorCells
    ) -> None:
        """Write the number on a player's card, if the viewer knows it, and which other players have seen it."""
        eyes = state.eyes_on(slot)
        if eyes >> seat & 1:
            known.add(into, state.ghosts[slot] - 1)
        for other in range(self.seats):
            if other != owner and eyes >> other & 1:
                seen.add(into, self.pair(self.places_after(seat, owner), self.places_after(seat, other)))

    def pair(self, one: i64, other: i64) -> i64:
        """Returns the place of two different players among all such pairs."""
        return one * (self.seats - 1) + (other - 1 if other > one else other)

    def write_notes(self, state: Thirteen, seat: i64, other: i64, notes: Counts, into: VectorCells) -> None:
        if not self.notes_kept or other == seat:
            return
        numbers = possible_numbers(state, seat, other)
        for number in range(1, SET_SIZE + 1):
            if numbers >> number & 1:
                notes.add(into, number - 1)

    def write_played(self, state: Thirteen, seat: i64, into: VectorCells) -> None:
        size: i64 = len(state.up_cards)
        for at in range(size):
            card = state.up_cards[at]
            fields = self.card_fields[self.places_after(seat, owner_of(card))]
            fields.up.add(into, state.ghosts[number_of(card)] - 1)
        size = len(state.down_cards)
        for at in range(size):
            card = state.down_cards[at]
            owner = owner_of(card)
            place = self.places_after(seat, owner)
            self.down.add(into, place)
            self.write_card(state, seat, owner, number_of(card), self.card_fields[place].down, self.seen_down, into)

    def write_answers(self, state: Thirteen, seat: i64, into: VectorCells) -> None:
        size: i64 = len(state.given)
        for at in range(size):
            given = number_of(state.given[at])
            one = self.places_after(seat, owner_of(state.given[at]))
            other = self.places_after(seat, asker_of(given))
            self.answers[self.pair_of[one * self.seats + other]].add(into, place_of(given))

    # Moves.

    def actions(self) -> list[str]:
        names = [f"unused {move}" for move in range(LAY_CRYPTS + 16 * SET_SIZE + SET_SIZE + 1)]
        for move in self.moves():
            names[move] = " ".join(path(move))
        return names

    def moves(self) -> list[int]:
        numbers = list(range(1, SET_SIZE + 1))
        moves = [*numbers, PLAY_FACE_UP, *(PLAY_AS + number for number in numbers), LEAVE, BURY]
        if not self.teams:
            return moves + [LAY_CRYPT + number for number in numbers]
        hands = [KEEP_CARD + number for number in numbers]
        return moves + hands + [LAY_CRYPTS + 16 * own + mates for own in numbers for mates in numbers if own != mates]


class TurnFields:
    """The fields for one of the last turns."""

    def __init__(self, last: str, players: list[str], numbers: list[str]) -> None:
        self.who = OneOf(f"who took the {last} turn", players)
        self.up = OneOf(f"played face up in the {last} turn", numbers)
        self.used = OneOf(f"ability used in the {last} turn", numbers)
        self.attack = OneOf(f"attacked in the {last} turn", numbers)
        self.down = Flag(f"a ghost face down in the {last} turn")
        self.fields: list[Field] = [self.who, self.up, self.used, self.attack, self.down]


class CryptFields:
    """The fields for what can be remembered of a player's crypts."""

    def __init__(self, player: str, numbers: list[str]) -> None:
        self.left = Counts(f"left by the answers: {player}", numbers, 1)
        self.possible = Counts(f"possible in the crypt: {player}", numbers, 1)
        self.before = OneOf(f"crypt in the round before: {player}", numbers)
        self.fields: list[Field] = [self.left, self.possible, self.before]


class ThirteenRemembered(ThirteenObservation):
    """Begins with the positions of version 2, and adds what a player can remember of this round and the last crypts."""

    version: ClassVar[int] = 3
    action_gaps: ClassVar[bool] = False

    def lay_out(self, pieces: Pieces) -> list[Field]:
        before = super().lay_out(pieces)
        self.turns = Number("turns taken in this round", HIGHEST)
        self.last_turns = [TurnFields(last, self.players, self.numbers) for last in last_ones()]
        self.crypts_remembered = [CryptFields(player, self.numbers) for player in self.players]
        turns = [field for turn in self.last_turns for field in turn.fields]
        return [*before, self.turns, *turns, *[field for crypt in self.crypts_remembered for field in crypt.fields]]

    def facts(self, view: ThirteenSight) -> list[object]:
        memory = cast(ThirteenMemory, memory_of(view))
        facts = [*super().facts(view), memory["turns"]]
        for turn in memory["last"]:
            facts.extend(self.turn_facts(view, turn))
        for _none in range(len(memory["last"]), NOTES_KEPT):
            facts.extend([None, None, None, None, False])
        for crypt in self.around(view, memory["crypts"]):
            facts.extend([self.known([*crypt["left"]]), self.known([*crypt["possible"]]), self.named(crypt["before"])])
        return facts

    def turn_facts(self, view: ThirteenSight, turn: TurnSeen) -> list[object]:
        numbers = [self.named(number) for number in (turn["up"], turn["used"], turn["attack"])]
        return [self.player(view, turn["seat"]), *numbers, turn["down"]]

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        super().write(state, seat, into)
        assert isinstance(state, Thirteen)
        self.turns.put(into, state.turns)
        for back in range(NOTES_KEPT):
            note = state.note_at(back)
            if note:
                self.write_turn(self.last_turns[back], note, self.places_after(seat, seat_in(note)), into)
        for other in range(self.seats):
            self.write_crypt(state, seat, other, into)

    def write_turn(self, fields: TurnFields, note: i64, place: i64, into: VectorCells) -> None:
        fields.who.put(into, place)
        if up_in(note):
            fields.up.put(into, up_in(note) - 1)
            fields.used.put(into, used_in(note) - 1)
        if attack_in(note):
            fields.attack.put(into, attack_in(note) - 1)
        fields.down.put(into, is_down(note))

    def write_crypt(self, state: Thirteen, seat: i64, other: i64, into: VectorCells) -> None:
        fields = self.crypt_fields(seat, other)
        before = state.opened_before(other)
        if before:
            fields.before.put(into, before - 1)
        if state.crypts[other] != NO_SLOT:
            write_numbers(fields.left, state.could[other], into)
            write_numbers(fields.possible, possible_numbers(state, seat, other), into)

    def crypt_fields(self, seat: i64, other: i64) -> CryptFields:
        return self.crypts_remembered[self.places_after(seat, other)]


def write_numbers(field: Counts, numbers: i64, into: VectorCells) -> None:
    """Write the numbers that are given as bits."""
    for number in range(1, SET_SIZE + 1):
        if numbers >> number & 1:
            field.add(into, number - 1)


def how_many(seen_by: list[list[int]], seat: int) -> int:
    """Returns how many of some cards this seat has seen."""
    count = 0
    for seats in seen_by:
        if seat in seats:
            count += 1
    return count


def label_of(given: AnswerShown) -> str:
    return f"{given['kind']} {given['number']}: {given['answer']}"


def place_of(given: i64) -> i64:
    """Returns the place of an answer among the labels: first those to questions, then those to attacks."""
    subject = subject_of(given)
    if subject > ATTACK_ON:
        return 3 * SET_SIZE + 2 * (subject - ATTACK_ON - 1) + answer_of(given)  # an attack has two possible answers
    return 3 * (subject - 1) + answer_of(given)

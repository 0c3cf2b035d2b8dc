"""The view of a seat of 13 Ghosts as numbers."""

from __future__ import annotations

from typing import ClassVar

from spiritboard.games.thirteen.abilities import SET_SIZE
from spiritboard.games.thirteen.knowledge import SEATS_IN
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
from spiritboard.games.thirteen.show import ANSWER_WORDS, STEP_NAMES
from spiritboard.games.thirteen.view import AnswerShown, PileShown, PlayerShown, ThirteenSight
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf, seat_of
from spiritboard.table.pieces import Pieces

MOST_IN_PILE = SET_SIZE - 4  # at least four cards of a set are dealt
MOST_DEALT = 4
# Nothing limits these numbers, since rounds may be stopped and points tied. The scales exceed what games come to.
ROUND_SCALE = 60
SCORE_SCALE = 30
ANSWER_SCALE = 30


class ThirteenObservation(Observation[ThirteenSight]):
    version: ClassVar[int] = 2

    def lay_out(self, pieces: Pieces) -> list[Field]:
        self.teams = self.seats == 4
        self.numbers = [str(number) for number in range(1, SET_SIZE + 1)]
        self.piles = ["my team's pile", "the others' pile"] if self.teams else ["the pile"]
        # Each player with each opponent, both counted from the player who looks.
        self.pairs = [
            (one, other) for one, others in enumerate(OPPONENTS[self.config.seats]) for other in SEATS_IN[others]
        ]
        return [
            Number("round", ROUND_SCALE),
            OneOf("step", [*STEP_NAMES]),
            OneOf("first player", self.players),
            OneOf("whose turn is taken", self.players),
            Flag("breaking a tie"),
            Number("goal", POINTS_TO_END),
            Number("cards being looked at", SET_SIZE),
            *self.fields_of_piles(),
            *self.fields_of_all(),
            *[field for player in self.players for field in self.fields_of(player)],
            *self.fields_of_seen(),
            *self.fields_of_answers(),
        ]

    def fields_of_piles(self) -> list[Field]:
        self.depths = [f"{depth + 1} from the top" for depth in range(MOST_IN_PILE)]
        fields: list[Field] = []
        for pile in self.piles:
            fields.append(Number(f"cards in {pile}", MOST_IN_PILE))
            fields.append(Numbers(f"known in {pile}", self.depths, SET_SIZE))
        return fields

    def fields_of_all(self) -> list[Field]:
        return [
            Numbers("plays in this round", self.players, 1),
            Numbers("still in", self.players, 1),
            Numbers("silent", self.players, 1),
            Numbers("cards to choose from", self.players, MOST_DEALT),
            Numbers("has a crypt", self.players, 1),
            Numbers("has a hand", self.players, 1),
            Numbers("ghosts face down", self.players, SET_SIZE),
            Numbers("score", self.players, SCORE_SCALE),
        ]

    def fields_of(self, player: str) -> list[Field]:
        """Returns the fields for the cards of a player, as far as the viewer knows them."""
        return [
            Counts(f"known to choose from: {player}", self.numbers, 1),
            OneOf(f"known crypt: {player}", self.numbers),
            OneOf(f"known hand: {player}", self.numbers),
            Counts(f"face up: {player}", self.numbers, 1),
            Counts(f"known face down: {player}", self.numbers, 1),
            Counts(f"notes on the crypt: {player}", self.numbers, 1),
        ]

    def fields_of_seen(self) -> list[Field]:
        """Returns the fields that say which hidden cards each player has seen, though not their numbers."""
        pairs = [f"{one} by {other}" for one in self.players for other in self.players if one != other]
        cards = [f"{depth} by {player}" for player in self.players for depth in self.depths]
        return [
            Numbers("seen to choose from", pairs, MOST_DEALT),
            Numbers("seen crypt", pairs, 1),
            Numbers("seen hand", pairs, 1),
            Numbers("seen face down", pairs, SET_SIZE),
            *[Numbers(f"seen in {pile}", cards, 1) for pile in self.piles],
        ]

    def fields_of_answers(self) -> list[Field]:
        """Returns a field for each pair of opponents: how often one gave each answer to the other, in any order."""
        labels = [
            f"{kind} {number}: {answer}"
            for kind in ("question", "attack")
            for number in range(1, SET_SIZE + 1)
            for answer in ANSWER_WORDS
            if (kind, answer) != ("attack", "silence")
        ]
        named = [(self.players[one], self.players[other]) for one, other in self.pairs]
        return [Counts(f"answers of {one} to {other}", labels, ANSWER_SCALE) for one, other in named]

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


def how_many(seen_by: list[list[int]], seat: int) -> int:
    """Returns how many of some cards this seat has seen."""
    count = 0
    for seats in seen_by:
        if seat in seats:
            count += 1
    return count


def label_of(given: AnswerShown) -> str:
    return f"{given['kind']} {given['number']}: {given['answer']}"

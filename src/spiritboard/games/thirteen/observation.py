"""What a seat of 13 Ghosts sees, as numbers."""

from __future__ import annotations

from typing import ClassVar, cast

from spiritboard.games.thirteen.abilities import NUMBERS
from spiritboard.games.thirteen.rules import (
    BURY,
    COPYING,
    CRYPT,
    CRYPTS,
    HAND,
    LEAVE,
    OPPONENTS,
    PLAY,
    POINTS_TO_END,
)
from spiritboard.games.thirteen.view import ANSWERS, STEPS, path
from spiritboard.table.observation import Counts, Field, Flag, Number, Numbers, Observation, OneOf
from spiritboard.table.pieces import Pieces
from spiritboard.table.view import Sight

PILE = NUMBERS - 4  # at least four cards of a set are dealt
MOST_DEALT = 4
# Rounds may be stopped, and points tied, without a bound; these are far beyond what a game comes to.
MOST_ROUNDS = 60
MOST_POINTS = 30
MOST_ASKED = 30


class ThirteenObservation(Observation[Sight]):
    version: ClassVar[int] = 2

    def lay_out(self, pieces: Pieces) -> list[Field]:
        self.teams = self.seats == 4
        self.numbers = [str(number) for number in range(1, NUMBERS + 1)]
        self.piles = ["my team's pile", "the others' pile"] if self.teams else ["the pile"]
        # Whom each one answers, both counted from the one who looks.
        self.pairs = [(one, other) for one, others in enumerate(OPPONENTS[self.config.seats]) for other in others]
        return [
            Number("round", MOST_ROUNDS),
            OneOf("step", STEPS),
            OneOf("first player", self.players),
            OneOf("whose turn is taken", self.players),
            Flag("breaking a tie"),
            Number("goal", POINTS_TO_END),
            Number("cards being looked at", NUMBERS),
            *self.fields_of_piles(),
            *self.fields_of_all(),
            *[field for player in self.players for field in self.fields_of(player)],
            *self.fields_of_eyes(),
            *self.fields_of_answers(),
        ]

    def fields_of_piles(self) -> list[Field]:
        self.depths = [f"{depth + 1} from the top" for depth in range(PILE)]
        fields: list[Field] = []
        for pile in self.piles:
            fields.append(Number(f"cards in {pile}", PILE))
            fields.append(Numbers(f"known in {pile}", self.depths, NUMBERS))
        return fields

    def fields_of_all(self) -> list[Field]:
        return [
            Numbers("plays in this round", self.players, 1),
            Numbers("still in", self.players, 1),
            Numbers("silent", self.players, 1),
            Numbers("cards to choose from", self.players, MOST_DEALT),
            Numbers("has a crypt", self.players, 1),
            Numbers("has a hand", self.players, 1),
            Numbers("ghosts face down", self.players, NUMBERS),
            Numbers("score", self.players, MOST_POINTS),
        ]

    def fields_of(self, player: str) -> list[Field]:
        """What is known of somebody's cards."""
        return [
            Counts(f"known to choose from: {player}", self.numbers, 1),
            OneOf(f"known crypt: {player}", self.numbers),
            OneOf(f"known hand: {player}", self.numbers),
            Counts(f"face up: {player}", self.numbers, 1),
            Counts(f"known face down: {player}", self.numbers, 1),
            Counts(f"notes on the crypt: {player}", self.numbers, 1),
        ]

    def fields_of_eyes(self) -> list[Field]:
        """Which cards others have seen, whatever they are: a crypt, a hand, how many of some, each one of a pile."""
        pairs = [f"{one} by {other}" for one in self.players for other in self.players if one != other]
        cards = [f"{depth} by {player}" for player in self.players for depth in self.depths]
        return [
            Numbers("seen to choose from", pairs, MOST_DEALT),
            Numbers("seen crypt", pairs, 1),
            Numbers("seen hand", pairs, 1),
            Numbers("seen face down", pairs, NUMBERS),
            *[Numbers(f"seen in {pile}", cards, 1) for pile in self.piles],
        ]

    def fields_of_answers(self) -> list[Field]:
        """How often somebody gave an answer to somebody; the order of answers is all one."""
        self.said = {
            (kind, number, answer): f"{kind} {number}: {answer}"
            for kind in ("question", "attack")
            for number in range(1, NUMBERS + 1)
            for answer in ANSWERS
            if (kind, answer) != ("attack", "silence")
        }
        labels = list(self.said.values())
        named = [(self.players[one], self.players[other]) for one, other in self.pairs]
        return [Counts(f"answers of {one} to {other}", labels, MOST_ASKED) for one, other in named]

    def facts(self, sight: Sight) -> list[object]:
        view = cast(dict[str, object], sight)
        players = self.around(sight, cast(list[dict[str, object]], view["players"]))
        facts: list[object] = [
            view["round"],
            view["step"],
            self.player(sight, cast("int | None", view["first"])),
            self.player(sight, cast("int | None", view["place"])),
            view["duel"] is not None,
            view["goal"],
            view["looked"],
        ]
        seats = self.around(sight, list(range(self.config.seats)))
        piles = self.piles_around(view)
        self.add_piles(facts, piles)
        self.add_all(facts, players)
        for player in players:
            self.add_cards(facts, player)
        self.add_seen(facts, seats, players)
        self.add_seen_in_piles(facts, seats, piles)
        self.add_answers(facts, players, cast(int, view["seat"]))
        return facts

    def piles_around(self, view: dict[str, object]) -> list[dict[str, object]]:
        """In teams, one's own first."""
        piles = cast(list[dict[str, object]], view["piles"])
        mine = cast(int, view["seat"]) % len(piles)
        return piles[mine:] + piles[:mine]

    def add_piles(self, facts: list[object], piles: list[dict[str, object]]) -> None:
        for pile in piles:
            cards = cast(list[int | None], pile["cards"])
            facts.append(pile["count"])
            facts.append([number or 0 for number in cards] + [0] * (PILE - len(cards)))

    def add_all(self, facts: list[object], players: list[dict[str, object]]) -> None:
        facts.append([player["plays"] for player in players])
        facts.append([player["inside"] for player in players])
        facts.append([player["silent"] for player in players])
        facts.append([len(cast(list[object], player["dealt"])) for player in players])
        facts.append([player["has_crypt"] for player in players])
        facts.append([player["has_hand"] for player in players])
        facts.append([len(cast(list[object], player["down"])) for player in players])
        facts.append([player["score"] for player in players])

    def add_cards(self, facts: list[object], player: dict[str, object]) -> None:
        facts.append(self.known(player["dealt"]))
        facts.append(self.named(player["crypt"]))
        facts.append(self.named(player["hand"]))
        facts.append(self.known(player["up"]))
        facts.append(self.known(player["down"]))
        facts.append(self.known(player["possible"] or []))

    def add_seen(self, facts: list[object], seats: list[int], players: list[dict[str, object]]) -> None:
        dealt, crypts, hands, down = [], [], [], []
        for own, player in zip(seats, players, strict=True):
            for seat in seats:
                if seat != own:
                    dealt.append(how_many(player["dealt_seen_by"], seat))
                    crypts.append(seat in cast(list[int], player["crypt_seen_by"]))
                    hands.append(seat in cast(list[int], player["hand_seen_by"]))
                    down.append(how_many(player["down_seen_by"], seat))
        facts.extend([dealt, crypts, hands, down])

    def add_seen_in_piles(self, facts: list[object], seats: list[int], piles: list[dict[str, object]]) -> None:
        for pile in piles:
            cards = cast(list[list[int]], pile["seen_by"])
            if any(cards):
                nothing: list[list[int]] = [[]] * (PILE - len(cards))
                facts.append([seat in eyes for seat in seats for eyes in cards + nothing])
            else:
                facts.append([False] * (PILE * len(seats)))  # as nearly always, and faster

    def named(self, number: object) -> str | None:
        return None if number is None else self.numbers[cast(int, number) - 1]

    def known(self, cards: object) -> list[str]:
        return [self.numbers[number - 1] for number in cast(list[int | None], cards) if number is not None]

    def add_answers(self, facts: list[object], players: list[dict[str, object]], seat: int) -> None:
        heaps: dict[tuple[int, int], list[str]] = {pair: [] for pair in self.pairs}
        for one, player in enumerate(players):
            for given in cast(list[dict[str, object]], player["answers"]):
                asker = (cast(int, given["by"]) - seat) % len(players)
                said = cast(str, given["kind"]), cast(int, given["number"]), cast(str, given["answer"])
                heaps[one, asker].append(self.said[said])
        facts.extend(heaps.values())

    def actions(self) -> list[str]:
        names = [f"unused {move}" for move in range(CRYPTS + 16 * NUMBERS + NUMBERS + 1)]
        for move in self.moves():
            names[move] = " ".join(path(move))
        return names

    def moves(self) -> list[int]:
        numbers = list(range(1, NUMBERS + 1))
        moves = [*numbers, PLAY, *(COPYING + number for number in numbers), LEAVE, BURY]
        if not self.teams:
            return moves + [CRYPT + number for number in numbers]
        hands = [HAND + number for number in numbers]
        return moves + hands + [CRYPTS + 16 * own + mates for own in numbers for mates in numbers if own != mates]


def how_many(cards: object, seat: int) -> int:
    """How many of some cards this seat has seen."""
    return len([eyes for eyes in cast(list[list[int]], cards) if seat in eyes])

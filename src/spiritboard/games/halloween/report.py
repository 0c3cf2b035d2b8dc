"""The statistics of Halloween: Haunt Points, their sources, and the worth of each action card."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from spiritboard.games.halloween import words
from spiritboard.games.halloween.belongings import FROM_CARD, REASONS
from spiritboard.games.halloween.rules import Halloween
from spiritboard.table.events import Event
from spiritboard.table.state import State
from spiritboard.table.statistics import Chart, Statistics

FROM_CARDS = "action cards"
HAUNTED, FIVE_CARDS, BOTH, OTHERWISE = "a last haunt token", "a fifth card", "both", "something else"
ENDS = (HAUNTED, FIVE_CARDS, BOTH, OTHERWISE)
CAUTION = "A player who occupies cards has points and tokens already, so compare cards with each other."


class HalloweenStatistics(Statistics):
    counts = "Haunt Points"
    charts: ClassVar[tuple[Chart, ...]] = (
        Chart(
            "actions",
            "Actions chosen",
            "How often each of the six actions is chosen in each section of the board.",
            "section",
            "action",
        ),
        Chart(
            "points",
            "Where Haunt Points come from",
            "Haunt Points that a player gets in a game, by their source.",
            "source",
            share=False,
            value="HP a player",
            best_first=True,
        ),
        Chart("ends", "What ends a game", "How often each event ends a game.", "end", value="share of games"),
        Chart(
            "cards",
            "Action cards and victory",
            f"The share of the victory of a player who occupies a card. {CAUTION}",
            "card",
            value="share of the victory",
            best_first=True,
        ),
        Chart(
            "scores",
            "Action cards and points",
            "Haunt Points that a player who occupies a card has at the end.",
            "card",
            share=False,
            value="HP",
            best_first=True,
        ),
        Chart(
            "pairs",
            "Pairs of action cards and victory",
            "The share of the victory of a player who occupies both cards of a pair: the best and the worst pairs of "
            "those that occurred often enough, sorted by the cautious end of their intervals.",
            "cards",
            value="share of the victory",
            best_first=True,
            most_rows=24,
            least=8,
        ),
        Chart(
            "pair scores",
            "Pairs of action cards and points",
            "Haunt Points that a player who occupies both cards of a pair has at the end: the highest and the lowest.",
            "cards",
            share=False,
            value="HP",
            best_first=True,
            most_rows=24,
            least=8,
        ),
    )

    def shown(self, state: State) -> list[int]:
        assert isinstance(state, Halloween)
        return list(state.points)

    def tell(self, event: Event) -> None:
        chosen = words.ACTION_CHOSEN.read(event)
        if chosen is not None:
            section, action = f"section {chosen['section'] + 1}", words.ACTION_TITLES[chosen["action"]]
            self.note_choice("actions", section, tuple(words.ACTION_TITLES), action)

    def close(self, state: State, shares: list[float]) -> None:
        assert isinstance(state, Halloween)
        end = how_it_ended(state)
        for each in ENDS:
            self.note("ends", each, "", float(each == end))
        for seat, share in enumerate(shares):
            self.note_sources(state, seat)
            self.note_cards(sorted(state.occupied[seat]), share, state.points[seat])

    def note_sources(self, state: Halloween, seat: int) -> None:
        reasons = list(state.reasons)[REASONS * seat : REASONS * (seat + 1)]
        for reason in range(FROM_CARD):
            self.note("points", words.SOURCES[reason], "", reasons[reason])
        self.note("points", FROM_CARDS, "", sum(reasons[FROM_CARD:]))

    def note_cards(self, cards: list[int], share: float, points: int) -> None:
        for card in cards:
            self.note("cards", f"card {card}", "", share)
            self.note("scores", f"card {card}", "", points)
        for one, other in combinations(cards, 2):
            self.note("pairs", f"{one} and {other}", "", share)
            self.note("pair scores", f"{one} and {other}", "", points)


def how_it_ended(state: Halloween) -> str:
    haunted = any(state.haunts_left(seat) == 0 for seat in range(state.seats))
    cards = any(len(cards) >= 5 for cards in state.occupied)
    if haunted and cards:
        return BOTH
    return HAUNTED if haunted else FIVE_CARDS if cards else OTHERWISE

"""Whether a position that was set up by hand can be one of Ghosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spiritboard.games.ghosts.memory import check_memory
from spiritboard.games.ghosts.picks import (
    FRIGHT_AT_START,
    GHOSTS_MASK,
    HAND_SIZE,
    HIGHEST_LEVEL,
    MIST,
    NO_GHOSTS,
    same_colour,
)
from spiritboard.table.errors import require

if TYPE_CHECKING:
    from spiritboard.games.ghosts.rules import Ghosts


def check(state: Ghosts) -> None:
    """Raises BadPosition if no game can come to this position."""
    check_lists(state)
    check_pile(state)
    check_hands(state)
    check_turn(state)
    check_memory(state)
    for seat in range(state.seats):
        check_fright(state, seat)


def check_lists(state: Ghosts) -> None:
    whole = sorted(state.every_card()) == sorted(state.box.cards)
    require(whole, "The cards in deck, pile, hands and taken piles are not those of the game.")
    lengths = [len(state.hands), len(state.taken), len(state.fright)]
    require(lengths == [state.seats] * 3, "Each seat has a hand, a taken pile, which may be empty, and fright points.")
    require(state.way in (-1, 1), "The way is 1 or -1.")
    require(1 <= state.round <= state.rounds, f"The round is one from 1 to {state.rounds}.")


def check_pile(state: Ghosts) -> None:
    """Raises BadPosition unless the cards of the pile, played one after the other, lead to this level and top card."""
    level, top, reversals = 0, NO_GHOSTS, 0
    for card in state.pile:
        if card != MIST:
            if top != NO_GHOSTS and same_colour(card, top):
                reversals += 1  # GH7
            else:
                level += card & GHOSTS_MASK  # GH5, GH6
            top = card
    require(state.top == top, f"The top card is the last ghost card of the pile, or {NO_GHOSTS} without ghosts.")
    require(state.level == level, f"The cards of the pile make the level {level}.")
    require(level <= HIGHEST_LEVEL, f"The level cannot pass {HIGHEST_LEVEL}.")
    if not any(state.taken):
        clockwise = reversals % 2 == 0
        require((state.way == 1) == clockwise, "Play runs clockwise unless cards of the pile turned it around.")


def check_hands(state: Ghosts) -> None:
    sizes = [len(hand) for hand in state.hands]
    require(max(sizes) <= HAND_SIZE, f"A hand holds at most {HAND_SIZE} cards.")
    if state.deck:
        require(min(sizes) == HAND_SIZE, f"While there is a deck each hand holds {HAND_SIZE} cards.")  # GH4


def check_fright(state: Ghosts, seat: int) -> None:
    """Raises BadPosition unless a player's fright points go with the cards taken in this round (GH1, GH10, GH14)."""
    points, taken = state.fright[seat], len(state.taken[seat])
    least = 1 if taken else 0  # a pile of any size costs one point
    most = taken + FRIGHT_AT_START + len(state.box.cards) * (state.round - 1)
    if state.round == 1:
        unafraid = state.over and not taken
        least, most = (0, 0) if unafraid else (FRIGHT_AT_START + least, most)
    require(least <= points <= most, f"Seat {seat} has from {least} to {most} fright points.")


def check_turn(state: Ghosts) -> None:
    has_card = len(state.hands[state.turn]) > 0
    if state.over:
        require(state.round == state.rounds, "The game is over after the last round, and not before.")
        require(not has_card, "The game is over when the player on turn has no card.")  # GH13
    else:
        require(has_card, "The player on turn holds a card, or the round would be over.")
    nothing_played = not state.pile and not any(state.taken)
    agreed = state.agreed_first()
    if nothing_played and state.round == 1 and agreed is not None:
        require(state.turn == agreed, f"It was agreed that seat {agreed} begins.")  # GH3
    if state.reversible:
        took = not state.over and not state.pile and len(state.taken[state.turn]) > 0
        require(took, "Only taking the pile can be taken back, until a card is played.")

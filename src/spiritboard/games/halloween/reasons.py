"""Why the active player cannot choose an action or a card now, in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from spiritboard.games.halloween.belongings import DIFFERENT
from spiritboard.games.halloween.picks import (
    ACTIONS,
    COLOURS,
    FIGHT,
    MOVE,
    SECTIONS,
    SUMMON,
    UPGRADE,
    bits,
    of_colour,
    up_to,
)
from spiritboard.games.halloween.turn import can_pay, least_instead

if TYPE_CHECKING:
    from spiritboard.games.halloween.rules import Halloween
    from spiritboard.games.halloween.view import SectionOffers

# When the power of a card works by itself, so that it is never picked.
BY_ITSELF: Final = {"always": "works by itself", "end": "scores at the end"}


# Actions.


def why_no_action(state: Halloween) -> list[list[str]]:
    """Returns for each section and action why the active player cannot choose it, and "" if they can."""
    return [[why_not(state, section, action) for action in range(ACTIONS)] for section in range(state.sections)]


def why_not(state: Halloween, section: i64, action: i64) -> str:
    if state.done >> section & 1:
        return "section is done"
    if state.covered[SECTIONS * state.active + section] >> action & 1:
        return "covered until you rest"
    if not state.discs[state.active]:
        return "no disc left"
    level = state.level(section)
    actors = state.actors(action)
    if actors & up_to(level) or least_instead(state, action) <= level:
        return ""
    within = candidates(state, action) & up_to(level)
    if not within:
        return "level too low" if actors else no_ghost_can(state, action, candidates(state, action))
    return no_ghost_can(state, action, within) + (" at this level" if actors else "")


def candidates(state: Halloween, action: i64) -> i64:
    """Returns the ghosts that the action is meant for, whatever else hinders it, as a mask of places."""
    return state.pairs if action == SUMMON else state.here


def no_ghost_can(state: Halloween, action: i64, ghosts: i64) -> str:
    """Returns why none of these ghosts can do the action."""
    if action == SUMMON:
        if not ghosts:
            return "no two brothers together"
        return "no room" if could_come(state, ghosts, 0) else "no ghost left"
    if action == UPGRADE:
        return "too few SP" if could_come(state, ghosts, 1) else "no ghost left"
    if action == MOVE:
        return "no room next door"
    return "nobody to fight" if action == FIGHT else why_no_haunt(state, ghosts)


def why_no_haunt(state: Halloween, ghosts: i64) -> str:
    if not state.haunts_left(state.active):
        return "no haunt token left"
    open_to_player = state.spaces(state.active)
    free: i64 = state.unhaunted & ghosts
    return "haunted already" if free and not open_to_player & ghosts else "no free space"


def could_come(state: Halloween, places: i64, higher: i64) -> bool:
    """Returns whether the supply has a ghost of the colour of one of these places, or as many levels above it."""
    colours = range(COLOURS - higher)
    return any(places & of_colour(colour) and state.in_supply(colour + higher) for colour in colours)


# What the actions offer.


def offers(state: Halloween) -> list[SectionOffers]:
    """Returns for each section what its actions can bring or cost with the ghosts that it commands."""
    more_scare: i64 = 0
    for card in state.cards[state.active]:
        more_scare += card.more_scare()
    spaces, payable = state.here & state.spaces(state.active), state.upgradable()
    return [offer(state, up_to(state.level(section)), spaces, payable, more_scare) for section in range(state.sections)]


def offer(state: Halloween, commanded: i64, spaces: i64, payable: i64, more_scare: i64) -> SectionOffers:
    scares, haunts = strongest(state.here & commanded), strongest(spaces & commanded)
    prices = [
        state.upgrade_price(colour + 1) for colour in range(COLOURS - 1) if payable & commanded & of_colour(colour)
    ]
    return {
        "scare": scares + 1 + more_scare if scares >= 0 else None,
        "upgrade": [min(prices), max(prices)] if prices else [],
        "haunt": state.box.worth[haunts] if haunts >= 0 else None,
    }


def strongest(places: i64) -> i64:
    """Returns the highest colour among these places, and -1 if there is none."""
    for colour in range(COLOURS - 1, -1, -1):
        if places & of_colour(colour):
            return colour
    return -1


# Cards.


def why_no_card(state: Halloween, number: i64, cost: i64) -> str:
    """Returns why the active player can neither occupy nor use a card now, and "" if they can."""
    if number not in state.occupied[state.active]:
        return "" if can_pay(state, cost) else tokens_missing(state, cost)
    card = state.card(number)
    if not card.power:
        return BY_ITSELF.get(state.box.when[number], "with its action")
    if number in state.used:
        return "used this turn"
    return "" if card.ready(state) else "of no use now"


def tokens_missing(state: Halloween, cost: i64) -> str:
    seat = state.active
    different = cost >= DIFFERENT
    if different and not state.held[seat]:
        return f"{cost - DIFFERENT} different tokens needed"
    missing = cost - DIFFERENT - bits(state.colours_held[seat]) if different else cost - state.held[seat]
    tokens = "token" if missing == 1 else "tokens"
    return f"{missing} more {tokens} of other colours" if different else f"{missing} more {tokens} needed"

"""Why a move of Ghooost! is good, in a few words that are certainly true for the player who sees this view."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from spiritboard.games.ghooost.picks import GHOST_NAMES
from spiritboard.games.ghooost.pieces import GhooostPieces
from spiritboard.games.ghooost.plays import QUARTET, has_play
from spiritboard.games.ghooost.tally import ONE
from spiritboard.games.ghooost.view import GhooostView
from spiritboard.table.pieces import read_pieces

FEARLESS = ("1", "kitty")
SCARY = ("3", "12")


def say_reason(view: GhooostView, path: tuple[str, ...]) -> str:
    """Returns one reason for a move of the player whose view this is, or an empty text."""
    first, *ghosts = path
    if first == "play":
        return reason_to_play(view, ghosts)
    if first == "collect":
        return "" if any_fits(view) else "no ghost of yours fits"
    return chance_of_a_fit(view) if first in ("luck", "mansion") else ""


def reason_to_play(view: GhooostView, ghosts: list[str]) -> str:
    name = ghosts[0]
    if gets_away(view, ghosts):
        return "gets you away: no ghost of yours is left"
    if is_quartet(view, ghosts):
        return "makes a Quartet: the cemetery is gone, and you go again"
    if name == "11":
        return "sweeps the cemetery away, and you go again"
    if len(ghosts) > 1:
        return f"gets rid of {len(ghosts)} ghosts at once, and you go again"
    if name == "kitty":
        return "you go again" if still_in(view) == 2 else "the next player loses the turn"
    return reason_to_play_one(view, name)


def reason_to_play_one(view: GhooostView, name: str) -> str:
    fitting = {other for other in view["hand"] or [] if fits(view, other)}
    if fitting == {name}:
        return "the only ghost of yours that fits"
    if name in SCARY:
        return "scary: only scary and fearless ghosts go on it"
    lowest = min((int(other) for other in fitting if other not in FEARLESS), default=0)
    return "your lowest ghost that fits: the higher ones stay for later" if name == str(lowest) else ""


def gets_away(view: GhooostView, ghosts: list[str]) -> bool:
    """Returns whether these are the player's last ghosts (GO21)."""
    seat = view["seat"]
    return view["midnight"] and seat is not None and len(ghosts) == view["hands"][seat] and not view["mansions"][seat]


def is_quartet(view: GhooostView, ghosts: list[str]) -> bool:
    """Returns whether these ghosts and the equal ones on top of the cemetery are four or more (GO12)."""
    lying = [ghost["name"] for ghost in view["cemetery"]]
    while lying and lying[-1] == ghosts[0]:
        ghosts = [*ghosts, lying.pop()]
    return len(ghosts) >= QUARTET


def still_in(view: GhooostView) -> int:
    return view["seats"] - len(view["left"])


def any_fits(view: GhooostView) -> bool:
    return any(fits(view, name) for name in view["hand"] or [])


def fits(view: GhooostView, name: str) -> bool:
    """Returns whether one ghost fits on the cemetery by itself (GO3, GO5 to GO8)."""
    top = int(view["cemetery"][-1]["name"]) if view["cemetery"] else 0
    return has_play(ONE[GHOST_NAMES.index(name)], top)


def chance_of_a_fit(view: GhooostView) -> str:
    """Returns how likely a ghost that is turned up fits, as far as this player can know."""
    hidden = hidden_ghosts(view)
    if not hidden:
        return ""
    fitting = sum(count for name, count in hidden.items() if fits(view, name))
    return f"{round(100 * fitting / hidden.total())} % of the ghosts that you have not seen fit"


def hidden_ghosts(view: GhooostView) -> Counter[str]:
    """Returns the ghosts that this player has not seen; none at all if the game is played with other pieces."""
    lying = ["copy" if ghost["copy"] else ghost["name"] for ghost in view["cemetery"]]
    seen = [*lying, *["kitty"] * view["kitties"], *view["discarded"], *(view["hand"] or [])]
    hidden_in_hands = 0
    for seat, known in enumerate(view["known"]):
        if seat != view["seat"]:
            seen += known
            hidden_in_hands += view["hands"][seat] - len(known)
    hidden = Counter(usual_ghosts())
    hidden.subtract(seen)
    are_these = hidden.total() == view["crypt"] + sum(view["mansions"]) + hidden_in_hands
    return +hidden if are_these and min(hidden.values()) >= 0 else Counter()


@cache
def usual_ghosts() -> tuple[str, ...]:
    """Returns the names of all ghosts in this folder's pieces."""
    pieces = read_pieces(GhooostPieces, Path(__file__).parent / "pieces.toml")
    return tuple(GHOST_NAMES[ghost] for ghost in pieces.deck())

"""What Ghooost! tells: each kind of event with its facts, and how it is said in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypedDict

from spiritboard.table.events import EventKind, NoFacts, named

if TYPE_CHECKING:
    from spiritboard.games.ghooost.rules import Ghooost
    from spiritboard.games.ghooost.view import GhooostView

NAMES_WITH_AN = ("8", "11")  # an eight and an eleven; all others take "a"
COUNT_WORDS = {2: "two", 3: "three", 4: "four"}


class RoundBegun(TypedDict):
    round: int
    first: int  # the seat that begins


class PlayOutcome(TypedDict):
    """What a play does besides. Events that earlier versions stored lack it."""

    skips: int | None  # the seat that loses the turn because of a Kitty
    clockwise: bool | None  # the new direction of play, if the play turned it around


class GhostsPlayed(PlayOutcome):
    seat: int
    ghosts: list[str]  # equal ghosts, and "copy" last if Miss Copy is among them


class GhostTurnedUp(PlayOutcome):
    seat: int
    ghost: str
    fits: bool


class CemeteryDiscarded(TypedDict):
    seat: int
    why: Literal["quartet", "skeletum"]


class CemeteryCollected(TypedDict):
    seat: int
    ghosts: int  # how many ghosts go into the hand


class PlayerLeft(TypedDict):
    seat: int


class TurnLost(TypedDict):
    seat: int
    kitties: bool  # whether the player could have collected Kitties instead


class RoundEnded(TypedDict):
    """The facts of every end of a round. Events that earlier versions stored lack them."""

    round: int
    match: bool  # whether the round is one of a match
    left: list[int]  # the seats that have left, in the order of leaving
    before: list[int]  # points by seat before the round; in a single round, rounds won
    after: list[int]  # the same after it


class PlayerBooed(RoundEnded):
    seat: int
    boos: int  # the player's Boo!s in the match; 0 in a single round
    hand: list[str]  # the ghosts with which the player is left
    mansion: int  # how many more are in the mansion


def say_round_begun(facts: RoundBegun) -> str:
    return f"Round {facts['round']}: {{{facts['first']}}} will begin."


def say_played(facts: GhostsPlayed) -> str:
    return f"{{{facts['seat']}}} played {say_ghosts(facts['ghosts'])}{say_outcome(facts)}."


def say_outcome(facts: PlayOutcome) -> str:
    if facts["skips"] is not None:
        return f": {{{facts['skips']}}} lost the turn"
    if facts["clockwise"] is not None:
        return f": play runs {'clockwise' if facts['clockwise'] else 'counter-clockwise'} now"
    return ""


def say_ghosts(ghosts: list[str]) -> str:
    """Returns ghosts that are played together, with Miss Copy last if she is among them."""
    equal = [ghost for ghost in ghosts if ghost != "copy"]
    some = len(equal)
    what = say_ghost(equal[0]) if some == 1 else f"{COUNT_WORDS.get(some, some)} {equal[0]}s"
    return f"{what} with Miss Copy" if "copy" in ghosts else what


def say_ghost(name: str) -> str:
    if name == "copy":
        return "Miss Copy"
    return "Kitty" if name == "kitty" else f"{'an' if name in NAMES_WITH_AN else 'a'} {name}"


def say_luck(facts: GhostTurnedUp) -> str:
    return f"{{{facts['seat']}}} trusted to luck and turned up {say_turned_up(facts)}."


def say_mansion_opened(facts: GhostTurnedUp) -> str:
    return f"{{{facts['seat']}}} opened the mansion and found {say_turned_up(facts)}."


def say_turned_up(facts: GhostTurnedUp) -> str:
    return say_ghost(facts["ghost"]) + (say_outcome(facts) if facts["fits"] else ", which did not fit")


def say_discarded(facts: CemeteryDiscarded) -> str:
    if facts["why"] == "quartet":
        return "A Quartet! The cemetery was discarded."
    return "Skeletum emptied the cemetery."


def say_collected(facts: CemeteryCollected) -> str:
    ghosts = facts["ghosts"]
    return f"{{{facts['seat']}}} took {ghosts} ghost{'' if ghosts == 1 else 's'} into the hand."


def say_midnight(facts: NoFacts) -> str:
    return "Midnight struck."


def say_left(facts: PlayerLeft) -> str:
    return f"{{{facts['seat']}}} had no ghosts left and got away as a winner."


def say_turn_lost(facts: TurnLost) -> str:
    how = "left the Kitties there" if facts["kitties"] else "could do nothing"
    return f"{{{facts['seat']}}} {how} and lost the turn."


def say_booed(facts: PlayerBooed) -> str:
    return f"{{{facts['seat']}}} stayed behind with the ghosts: Boo!"


def say_stopped(facts: RoundEnded) -> str:
    return "Nobody could get on any more: the round was stopped."


ROUND_BEGUN: Final = EventKind("round", RoundBegun, say_round_begun)
GHOSTS_PLAYED: Final = EventKind("play", GhostsPlayed, say_played)
LUCK_TRIED: Final = EventKind("luck", GhostTurnedUp, say_luck)
MANSION_OPENED: Final = EventKind("mansion", GhostTurnedUp, say_mansion_opened)
CEMETERY_DISCARDED: Final = EventKind("discard", CemeteryDiscarded, say_discarded)
CEMETERY_COLLECTED: Final = EventKind("collect", CemeteryCollected, say_collected)
MIDNIGHT: Final = EventKind("midnight", NoFacts, say_midnight)
PLAYER_LEFT: Final = EventKind("leave", PlayerLeft, say_left)
TURN_LOST: Final = EventKind("lost", TurnLost, say_turn_lost)
PLAYER_BOOED: Final = EventKind("boo", PlayerBooed, say_booed)
ROUND_STOPPED: Final = EventKind("stopped", RoundEnded, say_stopped)
EVENTS: Final = (
    ROUND_BEGUN,
    GHOSTS_PLAYED,
    LUCK_TRIED,
    MANSION_OPENED,
    CEMETERY_DISCARDED,
    CEMETERY_COLLECTED,
    MIDNIGHT,
    PLAYER_LEFT,
    TURN_LOST,
    PLAYER_BOOED,
    ROUND_STOPPED,
)


def prompt(state: Ghooost) -> str:
    """Returns the question that the player on turn is asked."""
    lying = say_lying(state.top, state.kitties)
    collect = f", or collect {say_heap(state.top, state.kitties)}" if state.something_to_collect() else ""
    if not state.after_midnight():
        choices = f"Play ghosts, try your luck{collect}." if collect else "Play ghosts or try your luck."
        return f"{lying}. {choices}"
    if not state.players[state.turn].hand_size:
        return f"{lying}. Turn up a ghost from your mansion{collect}."
    if state.may_lose_turn(state.turn):
        return "Only Kitties lie beside the cemetery, and Miss Copy cannot be played alone: collect, or lose the turn."
    if not state.plays(state.turn):
        return f"{lying}, and no ghost of yours can be played: collect {say_heap(state.top, state.kitties)}."
    return f"{lying}. Play ghosts{collect}."


def say_lying(top: int, kitties: int) -> str:
    """Returns what the next ghost is played on. A Kitty is beside the cemetery, which counts as empty (GO3)."""
    if top:
        return f"{'An' if str(top) in NAMES_WITH_AN else 'A'} {top} lies on top"
    if kitties:
        return f"{'A Kitty lies' if kitties == 1 else 'Kitties lie'} beside the empty cemetery"
    return "Nothing lies in the cemetery"


def say_heap(top: int, kitties: int) -> str:
    """Returns what would be collected (GO16)."""
    return "the cemetery" if top else "the Kitty" if kitties == 1 else "the Kitties"


def say_path(path: tuple[str, ...]) -> str:
    """Returns a move, or its first picks, as a command."""
    first, *ghosts = path
    if first != "play":
        return OTHER_MOVES[first]
    return f"Play {say_ghosts(ghosts) if ghosts else 'ghosts'}"


OTHER_MOVES: Final = {
    "luck": "Try your luck",
    "mansion": "Open your mansion",
    "collect": "Collect the cemetery",
    "lose-turn": "Lose the turn",
}


def rule_asked(view: GhooostView) -> str:
    """Returns the id of the rule that lists what the player on turn may do."""
    if view["prompt"] is None:
        return ""
    if not view["midnight"]:
        return "GO14"
    only_copies = view["hand"] is not None and set(view["hand"]) == {"copy"}
    return "GO20" if only_copies and not view["cemetery"] else "GO19"


def say_verdict(state: Ghooost) -> str:
    if not state.is_match and not state.left:
        return f"{named(list(range(state.seats)))} share the loss: nobody could get on."
    winners = state.standings().winners()
    names = named(winners)
    if state.is_match:
        how = f"{state.standings().scores[winners[0]]} points"
        return f"{names} {'share the match' if len(winners) > 1 else 'wins the match'} with {how}."
    losers = named([seat for seat in range(state.seats) if seat not in state.left])
    return f"{names} got away; {losers} {'is' if state.still_in() == 1 else 'are'} left with the ghosts."

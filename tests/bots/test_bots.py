"""The bots: they make legal moves in every game, and the same moves with the same dice."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from itertools import islice
from math import sqrt

import msgspec
import pytest
from lanterns.rules import Lanterns

from spiritboard.arena.players import Players
from spiritboard.arena.trace import watch
from spiritboard.bots.bot import Bot, ask
from spiritboard.bots.levels import LEVELS
from spiritboard.bots.roster import bots, make
from spiritboard.bots.search import MOST_SEATS, Node, RacingMove, still_in
from spiritboard.bots.searcher import Budget, SearchBot, SearchResult, _add
from spiritboard.bots.seat import Seat, take_seat
from spiritboard.games.spookies.pieces import SpookiesPieces
from spiritboard.table import registry
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.guide import Guide
from spiritboard.table.options import first_seat_begins
from spiritboard.table.playout import playout
from spiritboard.table.registry import games, guide_for
from spiritboard.table.state import State, only_move
from tests.contract.walk import walk


class Stubborn(Guide):
    def choose(self, state: State, seat: int, dice: Dice) -> int:
        return state.legal(seat)[-1]


every_game = pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
QUICK = (
    "random",
    "heuristic",
    "learned:worlds=2",
    "heuristic:slips=0.5",
    "search:iterations=8:cutoff=30",
    "search:iterations=6:depth=1",
)


def play(bot: Bot, state: State, dice: Dice, most: int) -> int:
    """Lets a bot play every seat for at most so many decisions. Returns how many it made."""
    decisions = 0
    while not state.over and decisions < most:
        for seat in state.pending()[:1]:
            state.play(seat, ask(bot, state, seat, dice), dice)
            decisions += 1
    return decisions


@every_game
@pytest.mark.parametrize("name", QUICK)
def test_every_bot_plays_every_game(game: Game, name: str) -> None:
    most = 12 if "search" in name else 60
    for seats in (game.seats[0], game.seats[-1]):
        dice = Dice(f"{name} {seats}")
        assert play(make(name, game), game.new(seats, dice), dice, most) > 0


@every_game
@pytest.mark.parametrize("depth", [1, 9])
def test_the_same_dice_give_the_same_search(game: Game, depth: int) -> None:
    seat = take_seat(game.new(2, Dice("same")), game.new(2, Dice("same")).pending()[0], Dice("seat"))
    bot = make(f"search:iterations=60:cutoff=40:depth={depth}", game)
    assert isinstance(bot, SearchBot)
    first = bot.think(seat, Dice("thoughts"))
    assert bot.think(seat, Dice("thoughts")) == first
    tried = sum(thought.visits for thought in first)
    assert tried == 60 if depth > 1 else len(seat.legal) <= tried <= 60  # a race may be decided before its time
    assert {thought.move for thought in first} <= set(seat.legal)
    assert all(0 <= thought.share <= 1 for thought in first)


@pytest.mark.parametrize("depth", [1, 9])
def test_several_processes_search_together(depth: int) -> None:
    game = games()["lanterns"]
    state = game.new(2, Dice("together"))
    seat = take_seat(state, state.pending()[0], Dice("seat"))
    bot = make(f"search:iterations=42:processes=2:depth={depth}:patience=1000", game)
    assert isinstance(bot, SearchBot)
    thoughts = bot.think(seat, Dice(1))
    assert sum(thought.visits for thought in thoughts) == 42
    assert bot.think(seat, Dice(1)) == thoughts


def test_with_other_pieces_only_one_process_searches() -> None:
    game, dice = games()["spookies"], Dice("other pieces")
    own = game.own_pieces
    assert isinstance(own, SpookiesPieces)
    other = msgspec.structs.replace(own, chips=own.chips[:-1])
    state = game.new(2, dice, other)
    thoughts = [
        SearchBot(Budget(iterations=42, processes=processes)).think(take_seat(state, state.turn, Dice(1)), Dice(2))
        for processes in (1, 2)
    ]
    assert thoughts[0] == thoughts[1]


def racing(move: int, *results: float) -> RacingMove:
    made = RacingMove(0, move)
    for share in results:
        made.add(share)
    return made


def test_a_lead_is_measured_in_the_worlds_of_both_moves() -> None:
    one, other = racing(1, 1.0, 0.0, 1.0, 1.0), racing(2, 0.0, 0.0)
    assert one.lead(other) == pytest.approx(0.5)
    assert other.lead(one) == pytest.approx(-0.5)
    assert one.doubt(other) == pytest.approx(sqrt(1 + 0.5) / 2)


def test_a_steady_difference_has_a_smaller_standard_error_than_a_wavering_one() -> None:
    """Luck that is the same for both moves does not count towards the standard error."""
    base = [1.0, 0.0] * 20
    steady = racing(1, *base)
    equal, wavering = racing(2, *base), racing(3, *reversed(base))
    assert steady.lead(equal) == steady.lead(wavering) == 0
    assert steady.doubt(equal) < steady.doubt(wavering) / 4


def test_a_move_that_is_far_behind_drops_out_of_the_race() -> None:
    winner, loser, close = racing(1, *[1.0] * 20), racing(2, *[0.0] * 20), racing(3, *[1.0] * 19, 0.0)
    assert still_in([loser, winner, close], 3.0) == [winner, close]
    assert still_in([loser, winner, close], 1000.0) == [loser, winner, close]


@pytest.mark.parametrize(("trust", "trusts"), [(0.0, False), (1000.0, True)])
def test_trust_decides_whether_the_search_overrules_the_guide(trust: float, trusts: bool) -> None:
    """This guide always gives the brightest lantern away; only a very high trust makes the bot follow it."""
    game = games()["lanterns"]
    dice = Dice("trust")
    state = game.new(2, dice)
    assert isinstance(state, Lanterns)
    while state.view(None)["laid"] is None:
        state.apply(state.pending()[0], state.legal(state.pending()[0])[0], dice)
    seat = take_seat(state, state.turn, dice)
    seat.guide = Stubborn(state.config)
    bot = SearchBot(Budget(iterations=400, trust=trust))
    assert (bot.choose(seat, dice) == seat.legal[-1]) == trusts


class Suspicious(Guide):
    """A guide that considers only states in which seat 1 has a certain lantern."""

    lantern = 0

    def likelihood(self, state: State, seat: int) -> float:
        return float(self.lantern in hands_of(state)[1])


def hands_of(state: State) -> list[list[int]]:
    hands: list[list[int]] = state.hands  # type: ignore[attr-defined]
    return hands


def test_unlikely_worlds_are_dropped() -> None:
    state = games()["lanterns"].new(2, Dice("suspicion"))
    seat = take_seat(state, 0, Dice("seat"))
    guide = Suspicious(state.config)
    guide.lantern = next(lantern for lantern in range(12) if lantern not in hands_of(state)[0] + hands_of(state)[1])
    dice = Dice("worlds")
    found = {}
    for each in (seat.guide, guide):
        seat.guide = each
        worlds = [Budget(iterations=1).search(seat).imagine(seat, dice) for _ in range(60)]
        found[each] = sum(guide.lantern in hands_of(world)[1] for world in worlds)
    assert found[guide] == 60
    assert 5 < min(found.values()) < 50


def test_a_search_ends_with_its_seconds() -> None:
    game = games()["spookies"]
    state = game.new(2, Dice("time"))
    seat = take_seat(state, state.pending()[0], Dice("seat"))
    assert make("expert", game, seconds=0.05).choose(seat, Dice(1)) in seat.legal


@every_game
def test_the_shares_that_a_guide_expects_add_up_to_one(game: Game) -> None:
    for seats in game.seats:
        setup = game.setup(seats)
        guide = guide_for(setup.config)
        for ply in walk(setup, f"worth {seats}", every=True):
            shares = guide.worth(ply.state)
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= 0


@every_game
def test_a_guide_chooses_the_same_whatever_its_seat_cannot_know(game: Game) -> None:
    for seats in game.seats:
        setup = game.setup(seats)
        guide = guide_for(setup.config)
        for number, (state, seat, _, _) in enumerate(islice(walk(setup, f"walk {seats}", every=True), 300)):
            choices = {guide.choose(state.imagine(seat, Dice(again)), seat, Dice(number)) for again in range(3)}
            assert len(choices) == 1
            assert choices <= set(state.legal(seat))


@every_game
def test_the_worth_of_an_ended_game_is_its_result(game: Game) -> None:
    dice = Dice("ended")
    state = game.new(game.seats[-1], dice)
    playout(state, dice, 100_000)
    assert state.over
    assert guide_for(state.config).worth(state) == state.standings().shares()


def test_only_a_seat_with_one_legal_move_has_no_choice() -> None:
    assert only_move([7]) == 7
    assert only_move([0]) == 0
    assert only_move([1, 2]) is None


@every_game
def test_the_option_first_names_the_first_player_counted_from_one(game: Game) -> None:
    for option in first_seat_begins(game.options):
        state = game.setup(2, None, **{option: "2"}).new(Dice("first"))
        assert state.first_player(Dice("any")) == 1
        drawn = {game.new(2, Dice("first")).first_player(Dice(number)) for number in range(20)}
        assert drawn == {0, 1}


def test_a_guide_is_made_once_for_each_set_up() -> None:
    game = games()["spookies"]
    assert guide_for(game.setup(3).config) is guide_for(game.setup(3).config)
    assert guide_for(game.setup(3).config) is not guide_for(game.setup(4).config)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("genius", "no bot 'genius'"),
        ("search", "needs `iterations`, `seconds`"),
        ("search:iterations", "NAME=VALUE"),
        ("search:iterations=many", "iterations"),
        ("search:iterations=-1", "iterations"),
        ("search:iterations=5:wit=3", "wit"),
        ("heuristic:slips=2", "slips"),
        ("random:slips=0", "slips"),
        ("easy:slips=0", "the level 'easy' takes no settings"),
    ],
)
def test_a_wrong_bot_name_is_explained(name: str, said: str) -> None:
    with pytest.raises(BadSetup, match=f"(?i){said}"):
        make(name, games()["spookies"])


@every_game
def test_every_game_has_every_level(game: Game) -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    for name in LEVELS:
        make(name, game)


def test_a_bot_of_another_package_is_found() -> None:
    assert "dimmest" in bots()
    game = games()["lanterns"]
    state = game.new(2, Dice("found"))
    seat = take_seat(state, state.pending()[0], Dice("seat"))
    assert make("dimmest", game).choose(seat, Dice(1)) == seat.legal[0]


class Wrong:
    """A bot that answers with a move that does not exist."""

    def choose(self, seat: Seat, dice: Dice) -> int:
        return 10**6


def test_an_illegal_move_of_a_bot_is_reported_with_its_class() -> None:
    game = games()["spookies"]
    state = game.new(2, Dice("wrong"))
    before = state.to_json()
    with pytest.raises(IllegalMove, match="Wrong chose 1000000, which is none of the legal moves of seat"):
        ask(Wrong(), state, state.turn, Dice(1))
    setup = game.setup(2)
    players = Players(("wrong",) * 2, [Wrong()] * 2, setup.config, Dice(1))
    with pytest.raises(IllegalMove, match="Wrong chose"):
        watch(setup, 0, Dice("wrong"), 100, players)
    assert state.to_json() == before


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (
            "nowhere_to_be_found:Bot",
            "'nowhere_to_be_found:Bot', announced for spiritboard.bots, cannot be loaded: No module",
        ),
        ("lanterns.bot:Brightest", "cannot be loaded"),
    ],
)
def test_an_entry_point_that_cannot_be_loaded_is_reported(
    monkeypatch: pytest.MonkeyPatch, value: str, said: str
) -> None:
    for registry_of, group in ((bots, "spiritboard.bots"), (games, "spiritboard.games")):
        point = EntryPoint("other", value, group)
        monkeypatch.setattr(registry, "entry_points", lambda group, point=point: [point])
        with pytest.raises(BadSetup, match=said.replace("spiritboard.bots", group)):
            registry_of.__wrapped__()


def test_two_bots_or_games_of_the_same_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("random", "lanterns.bot:Dimmest", "spiritboard.bots")
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    with pytest.raises(BadSetup, match="Two bots are called 'random'"):
        bots.__wrapped__()
    monkeypatch.setattr(
        registry, "entry_points", lambda group: [EntryPoint("spookies", "spiritboard.games.spookies:GAME", "")]
    )
    with pytest.raises(BadSetup, match="Two games are called 'spookies'"):
        games.__wrapped__()
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    with pytest.raises(BadSetup, match="announced as a game but is none"):
        games.__wrapped__()


def grown(state: State, number: int, budget: Budget) -> list[Node]:
    """Returns the legal moves of a seat with the tree that a search grew from them."""
    seat = take_seat(state, number, Dice("seat"))
    return budget.search(seat).run(seat, Dice("search"), budget.iterations, 0.0)


@pytest.mark.parametrize("game", ["thirteen", "lanterns"])
@pytest.mark.parametrize("players", [2, 3])
def test_no_node_follows_from_a_choice_made_at_the_same_time(game: str, players: int) -> None:
    state = games()[game].new(players, Dice("together"))
    assert state.pending() == list(range(players))
    for number in state.pending():
        choices = {other: state.legal(other) for other in state.pending() if other != number}
        for node in grown(state, number, Budget(iterations=24, depth=3, cutoff=4)):
            followed = [divmod(key, MOST_SEATS) for key in node.children]
            assert followed
            assert not [move for move, mover in followed if move in choices.get(mover, [])]


def test_urgency_decides_when_untried_moves_are_tried() -> None:
    state = games()["spookies"].new(2, Dice("urgent"), variant="free-choice")
    tried = {
        urgency: grown(state, state.turn, Budget(iterations=5, urgency=urgency, depth=2)) for urgency in (0.0, 2.0)
    }
    assert [node.visits for node in tried[2.0]] == [1] * 5
    assert [node.visits for node in tried[0.0]] == [5]


def test_a_playout_stops_at_its_cutoff() -> None:
    state = games()["spookies"].new(2, Dice("cutoff"))
    seat = take_seat(state, state.turn, Dice("seat"))
    for cutoff, most in ((1, 2), (8, 9), (0, 10_000)):
        search = Budget(iterations=1, cutoff=cutoff, depth=2).search(seat)
        search.run(seat, Dice("search"), 1, 0.0)
        assert 0 < search.decisions <= most
    assert search.decisions > 9


def test_a_move_that_dropped_out_in_one_process_has_a_result_for_every_world() -> None:
    node = RacingMove(0, 7)
    _add(node, SearchResult(7, 2, 1.5, [1.0, 0.5]), 4)
    assert (node.results, node.visits, node.total) == ([1.0, 0.5, 0.75, 0.75], 2, 1.5)
    _add(node, SearchResult(7, 1, 0.0, [0.0]), 1)
    assert (node.results, node.visits, node.total) == ([1.0, 0.5, 0.75, 0.75, 0.0], 3, 1.5)


def test_a_bot_never_searches_longer_than_the_given_seconds() -> None:
    game = games()["spookies"]
    for name, seconds in (("search:seconds=0.1", 0.1), ("search:seconds=9", 2.0), ("search:iterations=5", 2.0)):
        bot = make(name, game, 2.0)
        assert isinstance(bot, SearchBot)
        assert bot.budget.seconds == seconds


def test_imagined_states_record_no_events() -> None:
    state = games()["spookies"].setup(2).new(Dice("told"), listen=True)
    seat = take_seat(state, state.turn, Dice("seat"))
    assert [event.words for event in seat.events] == [event.words for event in state.heard(seat.number)] != []
    assert seat.imagine(Dice(1)).events is None

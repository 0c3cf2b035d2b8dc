"""Tournaments: fair seatings, the same deals for all bots, correct figures, and files to resume from."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from spiritboard.arena.match import Contender, MatchPlan, Outcome, ScheduledGame, play, watch
from spiritboard.arena.ratio import Ratio
from spiritboard.arena.tournament import TournamentReport, report, share_by_deal, tournament
from spiritboard.bots.searcher import SearchBot
from spiritboard.bots.seat import OpenSeat, Seat
from spiritboard.table.dice import Dice
from spiritboard.table.errors import TableError
from spiritboard.table.registry import find


def plan(*bots: str, game: str = "lanterns", players: int = 2, games: int = 20, seed: str = "0") -> MatchPlan:
    return MatchPlan(game, players, bots, games, seed)


def without_times(report: TournamentReport) -> list[tuple[object, ...]]:
    return [(bot.name, bot.games, bot.wins, bot.low, bot.high, bot.rating) for bot in report.bots]


@pytest.mark.parametrize(
    ("bots", "players", "seatings"),
    [
        ("ab", 2, ["ab", "ba"]),
        ("abc", 2, ["ab", "ba", "ac", "ca", "bc", "cb"]),
        ("abc", 3, ["abc", "bca", "cab"]),
        ("ab", 4, ["abab", "baba"]),
        ("ab", 3, ["aba", "baa", "aab", "bab", "abb", "bba"]),
    ],
)
def test_every_bot_has_every_seat(bots: str, players: int, seatings: list[str]) -> None:
    found = MatchPlan("spookies", players, tuple(bots), 1).seatings()
    assert ["".join(bots[bot] for bot in seating) for seating in found] == seatings


def test_the_number_of_games_is_rounded_up_to_whole_deals() -> None:
    matches = list(plan("random", "heuristic", games=5).schedule())
    assert [(match.deal, match.seating) for match in matches] == [(d, s) for d in range(3) for s in ((0, 1), (1, 0))]


def test_a_deal_does_not_depend_on_the_bots() -> None:
    """Two bots that play alike play the same game in both seatings of a deal."""
    twins = plan("heuristic", "heuristic:slips=0", game="spookies")
    contenders = [Contender(name, find("spookies")) for name in twins.bots]
    one = play(twins, ScheduledGame(3, 0, (0, 1)), contenders)
    other = play(twins, ScheduledGame(3, 1, (1, 0)), contenders)
    assert one.shares == other.shares
    assert one.choices == other.choices


def test_a_tournament_does_not_depend_on_the_number_of_processes() -> None:
    wanted = plan("search:iterations=5", "random", games=12)
    one = without_times(tournament(wanted, jobs=1))
    assert without_times(tournament(wanted, jobs=2)) == one
    assert without_times(tournament(msgspec.structs.replace(wanted, seed="1"), jobs=1)) != one


def test_the_report_adds_up() -> None:
    report = tournament(plan("heuristic", "random", game="spookies", games=60), jobs=1)
    better, worse = report.bots
    assert report.games == better.games == worse.games == 60
    assert better.wins + worse.wins == 60
    assert better.low < better.win_share < better.high
    assert better.low > 0.5 > worse.high
    assert better.rating > worse.rating
    assert better.seconds_per_decision > 0


def test_a_rating_weighs_all_games_alike() -> None:
    """The bot that wins 600 of 1,008 games is rated higher, although it loses the last eight."""
    won = [True, True, True, False, False] * 200 + [False] * 8
    shares = [(1.0, 0.0) if first else (0.0, 1.0) for first in won]
    outcomes = [Outcome(deal, 0, (0, 1), each, (1, 1), (0.1, 0.1), True) for deal, each in enumerate(shares)]
    better, worse = report(plan("heuristic", "random", game="spookies"), outcomes).bots
    assert better.rating > worse.rating


def test_the_shares_of_four_bots_add_up_to_one_victory() -> None:
    report = tournament(plan("heuristic", "random", "heuristic:slips=0.5", "dimmest", players=4, games=16), jobs=1)
    assert sum(bot.wins for bot in report.bots) == pytest.approx(16)
    assert [bot.games for bot in report.bots] == [16] * 4


def interval(shares: list[float]) -> tuple[float, float]:
    """Returns the interval of a bot that won these shares, each in a deal of its own."""
    outcomes = [Outcome(deal, 0, (0, 1), (own, 1 - own), (1, 1), (0.0, 0.0), True) for deal, own in enumerate(shares)]
    better = report(plan("heuristic", "random", game="spookies"), outcomes).bots[0]
    return better.low, better.high


def test_the_interval_of_a_win_share_never_has_width_zero() -> None:
    low, high = interval([1.0] * 10)
    assert 0.5 < low < high <= 1
    assert low == pytest.approx(0.6669, abs=1e-4)  # worked out by hand: twelve of fourteen deals won
    narrow, wide = interval([0.5, 0.6] * 100), interval([0.0, 1.0] * 100)
    assert narrow[1] - narrow[0] < wide[1] - wide[0]


def test_an_interrupted_tournament_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    wanted = plan("heuristic", "random", games=12)
    whole = without_times(tournament(wanted, 1, file))
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join(lines[:6]) + b"\n" + lines[6][:20])  # cut off in the middle of a line
    played: list[int] = []
    assert without_times(tournament(wanted, 1, file, played.append)) == whole
    assert played == [5] + [1] * 7
    more = tournament(msgspec.structs.replace(wanted, games=20), 1, file)
    assert more.games == 20


def test_a_file_that_an_earlier_version_wrote_is_resumed(tmp_path: Path) -> None:
    """It knew nothing of other pieces than the game's own."""
    file = tmp_path / "arena.jsonl"
    wanted = plan("heuristic", "random", games=4)
    whole = without_times(tournament(wanted, 1, file))
    written = file.read_bytes()
    file.write_bytes(written.replace(b',"pieces":""', b""))
    assert file.read_bytes() != written
    assert without_times(tournament(wanted, 1, file)) == whole


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    tournament(plan("heuristic", "random", games=2), 1, file)
    with pytest.raises(TableError, match="another tournament"):
        tournament(plan("heuristic", "random", games=2, seed="1"), 1, file)
    file.write_text("hello\n")
    with pytest.raises(TableError, match="not written by a tournament"):
        tournament(plan("heuristic", "random", games=2), 1, file)
    with pytest.raises(TableError, match="cannot be resumed"):
        tournament(plan("heuristic", "random", games=2), 1, tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"seating":[0,1]', b'"seating":[0,7]'),
        (b'"seating":[0,1]', b'"seating":[0]'),
        (b'"seating":[0,1]', b'"seating":[1,0]'),
        (b'"shares":[', b'"shares":[0.5,'),
        (b'"choices":[', b'"choices":[9,'),
        (b'"seconds":[', b'"seconds":[9,'),
    ],
)
def test_a_file_that_was_changed_is_refused(tmp_path: Path, old: bytes, new: bytes) -> None:
    file = tmp_path / "arena.jsonl"
    wanted = plan("heuristic", "random", games=2)
    tournament(wanted, 1, file)
    changed = file.read_bytes().replace(old, new, 1)
    file.write_bytes(changed)
    with pytest.raises(TableError, match="was changed after"):
        tournament(wanted, 1, file)
    assert file.read_bytes() == changed


def test_only_the_cheat_sees_everything() -> None:
    cheat = Contender("cheat:iterations=5", find("lanterns"))
    state = find("lanterns").new(2, Dice("cheat"))
    seat = cheat.seat(state, state.pending()[0], Dice(1))
    assert isinstance(seat, OpenSeat)
    assert isinstance(cheat.bot, SearchBot)
    assert seat.imagine(Dice(2)).to_json() == state.to_json()
    honest = Contender("search:iterations=5", find("lanterns"))
    assert not isinstance(honest.seat(state, 0, Dice(1)), OpenSeat)
    assert tournament(plan("cheat:iterations=5", "random", games=4), 1).games == 4


def test_no_bot_wins_an_unfinished_game() -> None:
    short = msgspec.structs.replace(plan("heuristic", "random", game="spookies", games=4), limit=3)
    report = tournament(short, 1)
    assert report.unfinished == 4
    assert [bot.wins for bot in report.bots] == [0, 0]


@pytest.mark.parametrize("bots", [("random",), ("random", "random"), ("random", "genius")])
def test_a_wrong_plan_is_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(TableError):
        plan(*bots).check()


def test_an_outcome_survives_json() -> None:
    outcome = Outcome(1, 0, (0, 1), (1.0, 0.0), (3, 4), (0.1, 0.2), True)
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome) == outcome


class First:
    """A bot that makes the first legal move after some rolls that it does not use."""

    def __init__(self, wasted: int) -> None:
        self.wasted = wasted

    def choose(self, seat: Seat, dice: Dice) -> int:
        for _ in range(self.wasted):
            dice.below(6)
        return seat.legal[0]


def test_the_rolls_of_a_bot_do_not_change_those_of_the_game() -> None:
    wanted = plan("heuristic", "random", games=2)
    played = []
    for wasted in (0, 3):
        contenders = [Contender(name, find(wanted.game)) for name in wanted.bots]
        for contender in contenders:
            contender.bot = First(wasted)
        outcome, trace = watch(wanted, next(wanted.schedule()), contenders)
        played.append((trace.paths, trace.scores, outcome.shares))
    assert played[0] == played[1]


def test_the_games_of_a_deal_count_as_one_unit() -> None:
    def won(deal: int, number: int, share: float) -> Outcome:
        return Outcome(deal, number, (0, 1), (share, 1 - share), (1, 1), (0.0, 0.0), True)

    expected = Ratio()
    expected.add(0.5)
    expected.add(1.0)
    assert share_by_deal(0, [won(0, 0, 1.0), won(0, 1, 0.0), won(1, 0, 1.0), won(1, 1, 1.0)]) == expected


def test_the_fewest_fright_points_lead() -> None:
    statistics = find("ghosts").statistics(find("ghosts").setup(3).config)
    assert statistics.fewest_lead
    assert (statistics.leader([4, 2, 7]), statistics.leader([2, 2, 7])) == (1, None)

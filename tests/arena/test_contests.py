"""Contests between bots in reports: shares add up, skill is told from luck, and a dead style shows."""

from __future__ import annotations

import pytest

from spiritboard.arena import workers
from spiritboard.arena.design.trials import TrialPlan
from spiritboard.arena.ratio import Ratio
from spiritboard.arena.report.contests import Contests, contests, games_of_contests, luck_and_skill, styles
from spiritboard.arena.report.page import ReportRequest, data, meaning, measure
from spiritboard.table.registry import find


def played(game: str, *bots: str, games: int, players: int = 2, jobs: int = 1) -> Contests:
    done: list[int] = []
    plan = TrialPlan(game, players, bots, games, (), "contests")
    found = contests("own", plan, jobs, done.append, workers.each)
    assert sum(done) == games_of_contests(plan)
    return found


def share(games: int, won: int) -> Ratio:
    found = Ratio()
    for game in range(games):
        found.add(float(game < won))
    return found


def test_what_one_bot_does_not_win_the_other_does() -> None:
    found = played("spookies", "heuristic", "random", games=60, players=3)
    mine, theirs = found.against("heuristic", "random"), found.against("random", "heuristic")
    assert mine.mean + theirs.mean == pytest.approx(1)
    assert mine.error == pytest.approx(theirs.error)
    assert mine.interval(share=True) == pytest.approx(tuple(1 - end for end in reversed(theirs.interval(share=True))))
    assert mine.mean > 0.6


def test_bots_that_play_alike_share_the_victories() -> None:
    low, high = played("ghosts", "heuristic", "heuristic:slips=0.0", games=400).against_all("heuristic").interval(True)
    assert low < 0.5 < high


def test_contests_do_not_depend_on_the_number_of_processes() -> None:
    assert played("ghosts", "bold", "careful", "random", games=10, jobs=2) == played(
        "ghosts", "bold", "careful", "random", games=10
    )


def test_a_style_that_loses_to_every_other_is_called_dead() -> None:
    bots = ("heuristic", "bold", "careful")
    game = find("ghosts")
    even = {("heuristic", "bold"): share(100, 50), ("heuristic", "careful"): share(100, 90)}
    dead = Contests("own", bots, {**even, ("bold", "careful"): share(100, 90)})
    said = styles([dead], game)[0].says
    assert "careful loses to every other: as it is played here, it is dead." in said
    assert "No style beats every other." in said
    alive = Contests("own", bots, {**even, ("bold", "careful"): share(100, 52)})
    assert "so none is dead" in styles([alive], game)[0].says
    best = {pair: share(100, 95) for pair in even}
    assert (
        "heuristic beats every other."
        in styles([Contests("own", bots, {**best, ("bold", "careful"): share(9, 5)})], game)[0].says
    )


def test_a_collector_is_dead_in_ghooost() -> None:
    found = played("ghooost", "heuristic", "bold", "careful", "collector", games=60)
    assert "collector loses to every other" in styles([found], find("ghooost"))[0].says


def test_skill_is_what_is_beyond_even_chances() -> None:
    bots = ("weak", "middle", "strong")
    shares = {
        ("weak", "middle"): share(100, 40),
        ("weak", "strong"): share(100, 25),
        ("middle", "strong"): share(100, 30),
    }
    says = luck_and_skill([Contests("own", bots, shares)]).says
    assert "strong, gets 75.0 %" in says
    assert "That is 50.0 % of the way from mere luck to mere skill." in says
    assert "the better one gets 65.0 %" in says


def test_a_report_says_what_its_bot_means() -> None:
    game = find("ghosts")
    said = [meaning(bot, game) for bot in ("random", "heuristic:slips=0.1", "bold", "search:iterations=9")]
    assert len(set(said)) == 4
    assert "without fear" in said[2]


def test_a_report_without_bots_against_each_other_has_none() -> None:
    request = ReportRequest("ghosts", (2,), 4, seed="none", options=(("rounds", "1"),), ladder=(), with_styles=False)
    assert request.total() == 4
    assert measure(request, 1).contests == []
    found = data(measure(ReportRequest("ghosts", (2,), 4, options=(("rounds", "1"),)), 1))
    assert isinstance(found["contests"], dict)
    assert found["contests"]["players"] == 2

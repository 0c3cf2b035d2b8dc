"""Reports: their figures are those of the games, and a report is one page that loads nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from spiritboard.arena.findings import Findings, Measure, tenths
from spiritboard.arena.report import figures
from spiritboard.arena.report.compare import changes, differences
from spiritboard.arena.report.figures import Series
from spiritboard.arena.report.page import ReportRequest, report
from spiritboard.arena.simulate import SimulationJob, simulate, survey, watch_batch
from spiritboard.arena.trace import GameTrace
from spiritboard.table.errors import TableError
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find, games

VOID = {"meta", "link", "br"}


class Page(HTMLParser):
    """The elements and the text of a page. Making one fails if an element is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)

    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.text))


def other_board(
    game_id: str = "spookies", old: str = "reward = [16, 9, 5]", new: str = "reward = [30, 9, 5]"
) -> Pieces:
    from spiritboard.table.pieces import parse_pieces

    game = find(game_id)
    text = (game.folder / "pieces.toml").read_text(encoding="utf-8")
    assert old in text
    return parse_pieces(game.pieces, text.replace(old, new))


def test_a_survey_and_a_simulation_agree() -> None:
    job = SimulationJob("spookies", 3, 60, "findings", (("first", "seat-0"),))
    found = survey(job, 1)
    said = simulate(job, 1)
    assert found.ratio(Measure.LENGTH).mean == pytest.approx(said.length.mean)
    lengths = found.spreads[Measure.LENGTH]
    assert (min(lengths), max(lengths)) == (said.length.min, said.length.max)
    assert [found.ratio(Measure.SEAT_SHARE, str(seat)).mean for seat in range(3)] == pytest.approx(said.wins)


def test_findings_agree_with_the_traces() -> None:
    traces = list(watch_batch(SimulationJob("ghosts", 2, 30, "count"), 0, 30))
    found = Findings()
    for trace in traces:
        found.add(trace)
    legal = [legal for trace in traces for legal in trace.legal]
    assert found.ratio(Measure.LEGAL_MOVES).mean == pytest.approx(sum(legal) / len(legal))
    scores = [trace.scores or [] for trace in traces]
    assert found.ratio(Measure.SCORE).mean == pytest.approx(sum(map(sum, scores)) / 60)
    assert found.ratio(Measure.MARGIN).mean == pytest.approx(sum(abs(one - other) for one, other in scores) / 30)
    changed = [trace.lead_changes() or 0 for trace in traces]
    assert found.ratio(Measure.LEAD_CHANGES).mean == pytest.approx(sum(changed) / 30)
    for kind in ("take", "unafraid"):
        assert found.ratio(Measure.EVENTS, kind).mean == pytest.approx(sum(trace.events[kind] for trace in traces) / 30)
        assert found.ratio(Measure.GAMES_WITH_EVENT, kind).mean == pytest.approx(
            sum(kind in c.events for c in traces) / 30
        )


def trace(leads: list[int | None], shares: list[float]) -> GameTrace:
    made = GameTrace(0, 0, ("random", "random"), finished=True, scores=[3, 5], places=[2, 1], shares=shares)
    made.leads = leads
    made.shown = [[0, 0] for _ in leads]
    made.seats = [0] * (len(leads) - 1)
    made.legal = [2] * (len(leads) - 1)
    return made


def test_lead_changes_are_counted_by_tenth() -> None:
    leads: list[int | None] = [None, 0, None, 0, 1, 1, None, 1, 0, 0, 1]
    made = trace(leads, [0.0, 1.0])
    assert made.lead_changes() == 3
    assert [made.lead_changes(first, after) for first, after in tenths(10)] == [0, 0, 0, 1, 0, 0, 0, 1, 0, 1]
    found = Findings()
    found.add(made)
    assert [(Measure.LEADER_SHARE_AT, str(at)) in found.general for at in (0, 1, 2)] == [False, True, False]
    assert found.ratio(Measure.LEADER_SHARE_AT, "1").mean == 0
    assert found.ratio(Measure.LEADER_SHARE_AT, "5").mean == 1
    assert found.ratio(Measure.MARGIN).mean == 2


def test_tenths_cover_a_game_of_any_length() -> None:
    for length in (0, 1, 7, 10, 99):
        covered = [at for first, after in tenths(length) for at in range(first, after)]
        assert covered == list(range(length))


@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_a_survey_does_not_depend_on_the_number_of_processes(bot: str) -> None:
    job = SimulationJob("lanterns", 3, 60, "jobs", bot=bot)
    assert survey(job, 2) == survey(job, 1)
    assert survey(SimulationJob("lanterns", 3, 60, "other", bot=bot), 1) != survey(job, 1)


def test_the_heuristic_bot_plays_better_than_chance() -> None:
    """In Ghosts, good players get fewer fright points."""
    guided = survey(SimulationJob("ghosts", 2, 20, bot="heuristic"), 1)
    assert guided.ratio(Measure.SCORE).mean < survey(SimulationJob("ghosts", 2, 20), 1).ratio(Measure.SCORE).mean


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Returns a report for each game, with as few players as it takes."""
    return {
        game.id: report(ReportRequest(game.id, (game.seats[0],), 30, "random", "pages"), 1) for game in games().values()
    }


@pytest.mark.parametrize("game_id", games())
def test_every_game_has_a_report(game_id: str, pages: dict[str, str]) -> None:
    page = Page(pages[game_id])
    game = find(game_id)
    assert page.count("figure") == page.count("details") == page.count("svg") >= 4 + len(game.statistics.charts) - 2
    for title in ("Seat advantage", "Length", "Choices", "What happens"):
        assert title in page.words()
    shown = [chart.title for chart in game.statistics.charts if chart.least == 1]
    assert [title for title in shown if title not in page.words()] == []
    assert "nan" not in page.words().split()
    assert "inf" not in page.words().split()


@pytest.mark.parametrize("game_id", games())
def test_a_report_loads_nothing(game_id: str, pages: dict[str, str]) -> None:
    page = Page(pages[game_id])
    assert page.count("script") == page.count("link") == page.count("img") == page.count("iframe") == 0
    for tag, attributes in page.elements:
        assert not any(name.startswith("on") for name in attributes), tag
        for name in ("href", "src", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert "url(" not in pages[game_id]
    assert "@import" not in pages[game_id]


def test_drawings_use_the_colours_of_the_page(pages: dict[str, str]) -> None:
    drawn = re.findall(r'(?:fill|stroke)="([^"]+)"', pages["spookies"])
    assert {colour for colour in drawn if colour not in ("none", "transparent")} <= {
        "var(--ink)",
        "var(--quiet)",
        "var(--line)",
        "var(--one)",
    }
    names = [attributes.get("aria-label") for tag, attributes in Page(pages["spookies"]).elements if tag == "svg"]
    assert "Seat advantage" in names
    assert None not in names


def test_a_report_does_not_depend_on_the_number_of_processes() -> None:
    request = ReportRequest("lanterns", (2, 3), 60, "random", "page")
    assert report(request, 2) == report(request, 1)


def test_names_and_seeds_are_escaped() -> None:
    wicked = other_board(old='name = "garden"', new='name = "<script>alert(1)</script>"')
    text = report(
        ReportRequest("spookies", (2,), 20, seed='"><script>', pieces=(("<img src=x onerror=y>", wicked),)), 1
    )
    page = Page(text)
    assert page.count("script") == page.count("img") == 0
    assert "<script>alert(1)</script>" in page.words()
    assert "<img src=x onerror=y>" in page.words()


def test_printed_values_that_differ_are_listed() -> None:
    one = find("spookies").own_pieces
    assert changes(one, one) == []
    [change] = changes(one, other_board())
    assert (change.table, change.column, change.before, change.after) == ("Rewards, in chips", "two dice", "16", "30")


def test_figures_that_differ_are_significant() -> None:
    """More chips for a reward make games shorter. Two samples with the same board do not differ significantly."""
    charts = find("spookies").statistics.charts
    plain = Series("A", survey(SimulationJob("spookies", 2, 300, "one"), 1))
    again = Series("B", survey(SimulationJob("spookies", 2, 300, "two"), 1))
    richer = other_board(old="reward = [1, 0, 0]", new="reward = [6, 5, 4]")
    rich = Series("B", survey(SimulationJob("spookies", 2, 300, "two", pieces=richer), 1))
    assert not any(each.significant for each in differences([(2, [plain, again])], charts))
    found = {each.what: each for each in differences([(2, [plain, rich])], charts)}
    length = found["decisions in a game"]
    assert length.significant
    assert length.other.mean < length.one.mean
    assert not found["victories of Player 1"].significant or abs(length.chance) < 0.05
    assert any(what.startswith("Dice on each field") for what in found)


def test_a_report_compares_two_sets_of_pieces(tmp_path: Path) -> None:
    own = find("spookies").own_pieces
    richer = other_board(old="reward = [1, 0, 0]", new="reward = [6, 5, 4]")
    request = ReportRequest("spookies", (2,), 60, seed="two", pieces=(("mine.toml", own), ("richer.toml", richer)))
    text = report(request, 1)
    page = Page(text)
    words = page.words()
    assert "3 printed values differ" in words
    assert "corrected after Holm" in words
    assert "mine.toml" in words
    assert "richer.toml" in words
    assert "var(--other)" in text
    assert re.search(r"does not explain the difference in [1-9]\d* of them", words)


def test_the_sentences_agree_with_the_numbers() -> None:
    found = Findings()
    for _ in range(200):
        found.note(Measure.SEAT_SHARE, "0", 1)
        found.note(Measure.SEAT_SHARE, "1", 0)
    assert "Chance alone does not explain the share of Player 1 and Player 2" in figures.say_seats(found, 2)
    even = Findings()
    for at in range(200):
        even.note(Measure.SEAT_SHARE, "0", at % 2)
        even.note(Measure.SEAT_SHARE, "1", (at + 1) % 2)
    assert "Chance alone could explain the differences" in figures.say_seats(even, 2)
    for value in (1, 2, 3, 4):
        even.spread(Measure.LENGTH, value)
        even.note(Measure.LENGTH, "", value)
    assert "Decisions: the mean is 2.50" in (said := figures.say_spread(even, Measure.LENGTH, "decisions"))
    assert "the median is 2. Half of the values are from 1 to 3, and all are from 1 to 4." in said


def test_every_value_is_in_one_bar() -> None:
    for values in ([5], [0, 1], list(range(7, 300, 3)), [-4, 90]):
        bins = figures.bounds(values)
        assert len(bins) <= figures.MOST_BARS
        assert all(sum(first <= value < after for first, after in bins) == 1 for value in values)


@pytest.mark.parametrize(
    "wrong",
    [
        ReportRequest("spookies", (2, 2), 10),
        ReportRequest("spookies", (), 10),
        ReportRequest("spookies", (9,), 10),
        ReportRequest("spookies", (2,), 0),
        ReportRequest("spookies", (2,), 10, bot="genius"),
        ReportRequest("spookies", (2,), 10, pieces=tuple((name, find("spookies").own_pieces) for name in "abc")),
        ReportRequest("spookies", (2,), 10, options=(("hats", "on"),)),
    ],
)
def test_a_wrong_request_is_refused(wrong: ReportRequest) -> None:
    with pytest.raises(TableError):
        wrong.check()


def test_seat_zero_begins_unless_the_options_say_otherwise() -> None:
    assert dict(ReportRequest("spookies", (2,), 10).agreed())["first"] == "seat-0"
    assert dict(ReportRequest("spookies", (2,), 10, options=(("first", "random"),)).agreed())["first"] == "random"

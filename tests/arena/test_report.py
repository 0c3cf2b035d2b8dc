"""Reports: true to the games, the same whatever the jobs, and one page that needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from spiritboard.arena.report import figures
from spiritboard.arena.report.compare import changes, differences
from spiritboard.arena.report.figures import Series
from spiritboard.arena.report.page import Order, report
from spiritboard.arena.report.survey import (
    CHANGES,
    EVENT,
    EVENT_GAMES,
    LEADER_AT,
    LEGAL,
    LENGTH,
    MARGIN,
    SCORE,
    SEAT,
    Findings,
    Survey,
    parts,
    run,
)
from spiritboard.arena.simulate import Job, simulate, watch_batch
from spiritboard.arena.trace import GameTrace
from spiritboard.table.errors import TableError
from spiritboard.table.pieces import Pieces
from spiritboard.table.registry import find, games

VOID = {"meta", "link", "br"}


class Page(HTMLParser):
    """What is on a page: every element with its attributes, and whether all of them were closed."""

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


def test_findings_are_those_of_the_simulation() -> None:
    job = Job("spookies", 3, 60, "findings", (("first", "1"),))
    found = run(Survey("spookies", 3, 60, "findings", (("first", "1"),)), 1)
    said = simulate(job, 1)
    length = said["length"]
    assert isinstance(length, dict)
    assert found.ratio(LENGTH).mean == pytest.approx(length["mean"])
    assert (min(found.spreads[LENGTH]), max(found.spreads[LENGTH])) == (length["min"], length["max"])
    assert [found.ratio(SEAT, str(seat)).mean for seat in range(3)] == pytest.approx(said["wins"])


def test_findings_are_counted_from_the_courses() -> None:
    traces = list(watch_batch(Job("ghosts", 2, 30, "count"), 0, 30))
    found = Findings()
    for trace in traces:
        found.add(trace)
    legal = [legal for trace in traces for legal in trace.legal]
    assert found.ratio(LEGAL).mean == pytest.approx(sum(legal) / len(legal))
    scores = [trace.scores or [] for trace in traces]
    assert found.ratio(SCORE).mean == pytest.approx(sum(map(sum, scores)) / 60)
    assert found.ratio(MARGIN).mean == pytest.approx(sum(abs(one - other) for one, other in scores) / 30)
    changed = [trace.lead_changes() or 0 for trace in traces]
    assert found.ratio(CHANGES).mean == pytest.approx(sum(changed) / 30)
    for kind in ("take", "unafraid"):
        assert found.ratio(EVENT, kind).mean == pytest.approx(sum(trace.events[kind] for trace in traces) / 30)
        assert found.ratio(EVENT_GAMES, kind).mean == pytest.approx(sum(kind in c.events for c in traces) / 30)


def trace(leads: list[int | None], shares: list[float]) -> GameTrace:
    made = GameTrace(0, 0, ("random", "random"), finished=True, scores=[3, 5], places=[2, 1], shares=shares)
    made.leads = leads
    made.shown = [[0, 0] for _ in leads]
    made.seats = [0] * (len(leads) - 1)
    made.legal = [2] * (len(leads) - 1)
    return made


def test_who_leads_and_when_it_changes() -> None:
    leads: list[int | None] = [None, 0, None, 0, 1, 1, None, 1, 0, 0, 1]
    made = trace(leads, [0.0, 1.0])
    assert made.lead_changes() == 3
    assert [made.lead_changes(first, after) for first, after in parts(10)] == [0, 0, 0, 1, 0, 0, 0, 1, 0, 1]
    found = Findings()
    found.add(made)
    assert [(LEADER_AT, str(at)) in found.general for at in (0, 1, 2)] == [False, True, False]
    assert found.ratio(LEADER_AT, "1").mean == 0
    assert found.ratio(LEADER_AT, "5").mean == 1
    assert found.ratio(MARGIN).mean == 2


def test_tenths_cover_a_game_of_any_length() -> None:
    for length in (0, 1, 7, 10, 99):
        covered = [at for first, after in parts(length) for at in range(first, after)]
        assert covered == list(range(length))


@pytest.mark.parametrize("bot", ["random", "heuristic"])
def test_findings_are_the_same_whatever_the_jobs(bot: str) -> None:
    survey = Survey("lanterns", 3, 60, "jobs", bot=bot)
    assert run(survey, 2) == run(survey, 1)
    assert run(Survey("lanterns", 3, 60, "other", bot=bot), 1) != run(survey, 1)


def test_a_bot_at_every_seat_plays_better_than_chance() -> None:
    """Ghosts is about fright points, and those who know it get fewer."""
    guided = run(Survey("ghosts", 2, 20, bot="heuristic"), 1)
    assert guided.ratio(SCORE).mean < run(Survey("ghosts", 2, 20), 1).ratio(SCORE).mean


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """A page of every game, of its smallest table and of few games."""
    return {game.id: report(Order(game.id, (game.seats[0],), 30, "random", "pages"), 1) for game in games().values()}


@pytest.mark.parametrize("game_id", games())
def test_every_game_has_its_page(game_id: str, pages: dict[str, str]) -> None:
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
def test_a_page_needs_nothing_else(game_id: str, pages: dict[str, str]) -> None:
    page = Page(pages[game_id])
    assert page.count("script") == page.count("link") == page.count("img") == page.count("iframe") == 0
    for tag, attributes in page.elements:
        assert not any(name.startswith("on") for name in attributes), tag
        for name in ("href", "src", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    assert "url(" not in pages[game_id]
    assert "@import" not in pages[game_id]


def test_drawings_take_their_colours_from_the_page(pages: dict[str, str]) -> None:
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


def test_the_page_is_the_same_whatever_the_jobs() -> None:
    order = Order("lanterns", (2, 3), 60, "random", "page")
    assert report(order, 2) == report(order, 1)


def test_everything_is_escaped() -> None:
    wicked = other_board(old='name = "garden"', new='name = "<script>alert(1)</script>"')
    text = report(Order("spookies", (2,), 20, seed='"><script>', pieces=(("<img src=x onerror=y>", wicked),)), 1)
    page = Page(text)
    assert page.count("script") == page.count("img") == 0
    assert "<script>alert(1)</script>" in page.words()
    assert "<img src=x onerror=y>" in page.words()


def test_what_changed_on_the_pieces() -> None:
    one = find("spookies").own_pieces
    assert changes(one, one) == []
    [change] = changes(one, other_board())
    assert (change.table, change.column, change.before, change.after) == ("Rewards, in chips", "two dice", "16", "30")


def test_what_changed_in_the_games() -> None:
    """Twice as many chips for the attic make games shorter; the same board twice changes nothing."""
    charts = find("spookies").statistics.charts
    plain = Series("A", run(Survey("spookies", 2, 300, "one"), 1))
    again = Series("B", run(Survey("spookies", 2, 300, "two"), 1))
    richer = other_board(old="reward = [1, 0, 0]", new="reward = [6, 5, 4]")
    rich = Series("B", run(Survey("spookies", 2, 300, "two", pieces=richer), 1))
    assert not any(each.significant for each in differences([(2, [plain, again])], charts))
    found = {each.what: each for each in differences([(2, [plain, rich])], charts)}
    length = found["decisions in a game"]
    assert length.significant
    assert length.other.mean < length.one.mean
    assert not found["victories of seat 1"].significant or abs(length.chance) < 0.05
    assert any(what.startswith("Dice on each field") for what in found)


def test_two_sets_of_pieces_side_by_side(tmp_path: Path) -> None:
    own = find("spookies").own_pieces
    richer = other_board(old="reward = [1, 0, 0]", new="reward = [6, 5, 4]")
    order = Order("spookies", (2,), 60, seed="two", pieces=(("mine.toml", own), ("richer.toml", richer)))
    text = report(order, 1)
    page = Page(text)
    words = page.words()
    assert "3 printed values differ" in words
    assert "corrected after Holm" in words
    assert "mine.toml" in words
    assert "richer.toml" in words
    assert "var(--other)" in text
    assert re.search(r"[1-9]\d* of them differ", words)


def test_sentences_say_what_the_numbers_say() -> None:
    found = Findings()
    for _ in range(200):
        found.note(SEAT, "0", 1)
        found.note(SEAT, "1", 0)
    assert "more than chance explains for seat 1 and seat 2" in figures.say_seats(found, 2)
    even = Findings()
    for at in range(200):
        even.note(SEAT, "0", at % 2)
        even.note(SEAT, "1", (at + 1) % 2)
    assert "No seat is further from that than chance explains" in figures.say_seats(even, 2)
    for value in (1, 2, 3, 4):
        even.spread(LENGTH, value)
        even.note(LENGTH, "", value)
    assert "half of them from 1 to 3, with 2 in the middle; 2.50" in figures.say_spread(even, LENGTH, "decisions")


def test_bars_hold_every_value() -> None:
    for values in ([5], [0, 1], list(range(7, 300, 3)), [-4, 90]):
        bins = figures.bounds(values)
        assert len(bins) <= figures.BARS
        assert all(sum(first <= value < after for first, after in bins) == 1 for value in values)


@pytest.mark.parametrize(
    "order",
    [
        Order("spookies", (2, 2), 10),
        Order("spookies", (), 10),
        Order("spookies", (9,), 10),
        Order("spookies", (2,), 0),
        Order("spookies", (2,), 10, bot="genius"),
        Order("spookies", (2,), 10, pieces=tuple((name, find("spookies").own_pieces) for name in "abc")),
        Order("spookies", (2,), 10, options=(("hats", "on"),)),
    ],
)
def test_wrong_orders_are_refused(order: Order) -> None:
    with pytest.raises(TableError):
        order.check()


def test_seat_one_begins_unless_said_otherwise() -> None:
    assert dict(Order("spookies", (2,), 10).agreed())["first"] == "1"
    assert dict(Order("spookies", (2,), 10, options=(("first", "random"),)).agreed())["first"] == "random"

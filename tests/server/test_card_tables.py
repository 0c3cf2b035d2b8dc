"""The drawings of the two card games, in positions that are set up by hand."""

from __future__ import annotations

import re

import pytest

from spiritboard.games.ghooost import GAME as GHOOOST
from spiritboard.server.pages_replay import everything
from spiritboard.server.render import draw_live, drawer, live_context
from spiritboard.table.registry import find
from spiritboard.table.state import State
from spiritboard.table.summary import Opened
from tests.games.ghooost import cemetery
from tests.games.ghosts import pile
from tests.server.guests import live_table_of

PATHS = re.compile(r'data-path="([^"]*)"')


def table(state: State, seat: int | None = 0, *, all_open: bool = False) -> str:
    """Returns the drawing for a seat or a spectator, or that of a replay with everything open."""
    live = live_table_of(find(state.config.game), state.seats, "table")
    state.listen()
    live.in_progress.state = state
    context = live_context(live, seat)
    if all_open:
        context["open"] = everything(state)
    return draw_live(live, context).html


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def part(html: str, start: str, end: str) -> str:
    found = re.search(re.escape(start) + r".*?" + re.escape(end), html, re.DOTALL)
    assert found, f"no {start}"
    return found[0]


def paths(html: str) -> list[str]:
    return PATHS.findall(html)


# Ghosts.


@pytest.mark.parametrize(("lying", "level"), [("", 0), ("red-3", 3), ("red-3 blue-3", 6), ("red-3 blue-3 green-1", 7)])
def test_the_level_rises_toward_seven(lying: str, level: int) -> None:
    html = table(pile.at_table(["red-1 black-1", "blue-1"], pile=lying, level=level))
    assert f'aria-label="Fright level {level} of seven"' in html
    assert html.count("stair-reached") == level
    assert part(html, f'class="stair stair-{level}', "</div>").count("climber") > 0
    assert html.count('data-piece="climber"') == 1


@pytest.mark.parametrize(("way", "said"), [(1, "Play runs clockwise"), (-1, "Play runs counter-clockwise")])
def test_the_direction_of_play_is_said_and_drawn(way: int, said: str) -> None:
    html = table(pile.at_table(["red-1", "blue-1"], way=way))
    assert f'aria-label="{said}"' in html
    assert f'<div class="ghosts directed {"clockwise" if way == 1 else "counter"}">' in html


def test_each_card_says_what_it_would_do_to_the_pile() -> None:
    html = table(pile.at_table(["red-3 yellow-1 white-1 mist", "blue-1"], pile="blue-3 white-3", level=6))
    said = {name: words(part(html, f'data-path="play {name}"', "</button>")) for name in card_names(html)}
    assert said["red-3"].endswith("past seven")
    assert "level 7" in said["yellow-1"]
    assert "turns play" in said["white-1"]
    assert "stays 6" in said["mist"]
    assert html.count("past seven") == 1


@pytest.mark.parametrize(
    ("card", "term", "said"),
    [
        ("red-3", "past-seven", "3 red ghosts on level 6 would make 9."),
        ("yellow-1", "ghosts", "The level becomes 7."),
        ("white-1", "matching", "The level stays at 6."),
        ("mist", "mist", "The level stays at 6."),
    ],
)
def test_each_card_is_explained_with_the_level_it_would_make(card: str, term: str, said: str) -> None:
    html = table(pile.at_table(["red-3 yellow-1 white-1 mist", "blue-1"], pile="blue-3 white-3", level=6))
    assert f'data-explain="{term}" data-explain-words="{said}"' in part(html, f'data-path="play {card}"', ">")


def test_taken_cards_and_being_unafraid_are_explained_to_spectators_too() -> None:
    html = table(pile.at_table(["red-1", "blue-1"], pile="white-3", level=3), None)
    assert [html.count(f'data-explain="{term}"') for term in ("taken", "unafraid", "fright", "hand")] == [1, 1, 2, 2]


def card_names(html: str) -> list[str]:
    return [path.removeprefix("play ") for path in paths(html) if path.startswith("play")]


def test_pile_taken_cards_and_fright_points_are_counted() -> None:
    taken, fright = ["black-1 black-2 black-3", "", ""], [4, 3, 11]
    hands = [
        "red-1 red-2 mist mist mist",
        "blue-1 blue-2 blue-3 white-1 white-2",
        "green-1 green-2 green-3 mist white-1",
    ]
    state = pile.at_table(hands, "mist red-3 blue-3", 6, taken=taken, fright=fright, round=2)
    html = words(table(state, None))
    assert "3 cards, 1 mist" in html
    assert "5 in hand, 3 taken, 4 fright points" in html
    assert "5 in hand, unafraid 3 fright points" in html
    assert "5 in hand, unafraid 11 fright points" in html


def test_with_everything_open_every_card_of_every_hand_is_shown() -> None:
    hands = ["red-1 mist", "blue-1 blue-2 green-3", "yellow-2"]
    html = table(pile.at_table(hands, pile="white-3", level=3), None, all_open=True)
    shown = re.findall(r'<span class="shown">(.*?)</span>', html, re.DOTALL)
    faces = [re.findall(r'<svg class="face face-(\w+)".*?</svg>', each, re.DOTALL) for each in shown]
    assert faces == [["mist", "red"], ["blue", "blue", "green"], ["yellow"]]
    numbers = [re.findall(r'<text class="number"[^>]*>(\d)', each) for each in shown]
    assert numbers == [["1"], ["1", "2", "3"], ["2"]]


# Ghooost!.


def hour(crypt: str | None) -> str:
    html = table(cemetery.at_table(["9 2 2 2", "6"], cemetery="4", crypt=crypt))
    return part(html, '<svg class="clock"', ">")


def test_the_clock_moves_toward_midnight() -> None:
    before, later, struck = hour("13 13 12 12 10 10 7 7 7"), hour("13 12"), hour(cemetery.AFTER)
    shown = [re.search(r"The clock shows 11:(\d\d)", said) for said in (before, later)]
    minutes = [int(found[1]) for found in shown if found]
    assert len(minutes) == 2
    assert minutes == sorted(minutes)
    assert minutes[0] < minutes[1] < 60
    assert "Midnight has struck" in struck


def test_the_page_changes_when_midnight_strikes() -> None:
    state = cemetery.at_table(["9 2 2 2", "6"], cemetery="4", crypt="13")
    assert '<div class="ghooost evening' in table(state)
    assert "1 until midnight" in words(table(state))
    cemetery.do(state, "play 9")
    assert '<div class="ghooost midnight' in table(state)
    assert "Midnight has struck" in words(table(state))


def test_kitties_lie_beside_the_cemetery() -> None:
    html = table(cemetery.at_table(["9 2 2 2", "6"], cemetery="4 5", kitties=2))
    assert html.count("lies-kitty") == 2
    assert part(html, '<span class="fan">', '<span class="kitties"').count("lies-card") == 2
    assert "Collect all 4" in words(html), "the Kitties are collected as well"


def test_one_pick_plays_one_and_another_all_equals() -> None:
    html = table(cemetery.at_table(["5 5 5 9", "6"], cemetery="4"))
    assert paths(part(html, 'aria-label="5, 3 of them"', "</div>")) == ["play 5", "play 5 5", "play 5 5 5"]
    assert words(part(html, 'data-path="play 5 5 5"', "</button>")).endswith("Play 3 of the 5s, all of them all")
    assert paths(part(html, 'aria-label="9"', "</div>")) == ["play 9"]


def test_equal_ghosts_lie_together() -> None:
    html = table(cemetery.at_table(["9 5 9 5 copy kitty kitty", "6"], cemetery="4"))
    groups = re.findall(r'role="group" aria-label="([^"]*)"', html)
    assert groups == ["5, 2 of them", "9, 2 of them", "Miss Copy", "Kitty, 2 of them"]


@pytest.mark.parametrize(
    ("hand", "lying", "crypt"),
    [
        ("5 5 copy kitty", "4", "13 10"),
        ("5 5 5 5", "13", "13 10"),
        ("5 5 5 copy 7 7 9", "12", "13 10"),
        ("", "4", cemetery.AFTER),
        ("1 8 11 11", "", cemetery.AFTER),
    ],
)
def test_every_move_is_one_pick_on_the_table(hand: str, lying: str, crypt: str | None) -> None:
    state = cemetery.at_table([hand, "6"], cemetery=lying, crypt=crypt)
    assert cemetery.can(state) <= set(paths(table(state)))


@pytest.mark.parametrize(
    ("lying", "said"),
    [
        ("", "any ghost may begin"),
        ("9", "9 or higher"),
        ("3", "3 is scary: only scary or fearless ghosts"),
        ("12", "12 is scary: only a 12 or fearless ghosts"),
    ],
)
def test_the_cemetery_says_what_may_follow(lying: str, said: str) -> None:
    assert said in words(table(cemetery.at_table(["5 5 7 7", "6"], cemetery=lying)))


def test_with_everything_open_all_hands_are_shown() -> None:
    html = table(cemetery.at_table(["9 9 copy", "6 kitty", "3"], "4", cemetery.AFTER), None, all_open=True)
    for hand in ("hand 9 \u00d72 X", "hand 6 K", "hand 3"):
        assert hand in words(html)


FAMILIES = {
    "fearless": ("1", "kitty"),
    "scary": ("3", "12"),
    "special": ("8", "11", "copy"),
    "common": ("2", "4", "5", "6", "7", "9", "10", "13", "14"),
}


def test_families_are_told_by_shape_as_well_as_colour() -> None:
    art = (GHOOOST.folder / "art.html").read_text(encoding="utf-8")
    shapes = {family: part(art, f'id="ghooost-{family}"', "</symbol>").partition(">")[2] for family in FAMILIES}
    assert len(set(shapes.values())) == len(FAMILIES)
    for family, names in FAMILIES.items():
        for name in names:
            html = table(cemetery.at_table([name, "5"], cemetery="9", mansions=["10", "10"], crypt=cemetery.AFTER))
            own = part(html, '<div class="group group-', "</svg>")
            assert f'<svg class="face {family}"' in own
            assert f'class="badge" href="#ghooost-{family}"' in own


def test_chips_have_a_shape_for_each_family() -> None:
    css = (GHOOOST.folder / "table.css").read_text(encoding="utf-8")
    outlines = [part(css, f".chip-ghost{kind} {{", "}") for kind in ("", ".fearless", ".scary", ".special")]
    shapes = {tuple(re.findall(r"(?:border-radius|clip-path): [^;]*", outline)) for outline in outlines}
    assert len(shapes) == 4
    assert () not in shapes
    known = [[], cemetery.ghosts("3 8")]
    html = table(cemetery.at_table(["9 2 2 2", "3 8"], cemetery="4", known=known))
    assert 'class="chip-ghost scary" data-explain="ghost-3"' in html
    assert 'class="chip-ghost special" data-explain="ghost-8"' in html


EXPLAINED = re.compile(r'data-explain="([^"]*)"')


def test_every_ghost_on_the_table_is_explained() -> None:
    for name in ("1", "2", "3", "8", "9", "11", "12", "copy", "kitty"):
        html = table(cemetery.at_table([f"{name} 5", "5"], "4", cemetery.AFTER))
        term = f"ghost-{name}" if name not in ("2", "9") else "ghost-common"
        assert term in EXPLAINED.findall(part(html, 'class="groups"', "</section>"))
        assert term in GHOOOST.help.terms


def test_no_title_is_left_on_the_table_of_ghooost() -> None:
    html = table(cemetery.at_table(["5 5 copy kitty", "6 3 8"], "4 5 5", "13 10", kitties=1, known=[[], [3, 8]]))
    assert ' title="' not in html
    assert set(EXPLAINED.findall(html)) <= GHOOOST.help.terms.keys()


@pytest.mark.parametrize(
    ("hand", "lying", "said"),
    [
        ("5 10 10 10", "9", "It does not fit now: it is lower than the 9 on top."),
        ("5 12 12 1", "3", "It does not fit now: the 3 on top is scary."),
        ("3 12 12 1", "12", "It does not fit now: it is lower than the 12 on top."),
        ("copy 10 10 10", "9", "She is never played alone."),
    ],
)
def test_a_ghost_that_does_not_fit_says_why(hand: str, lying: str, said: str) -> None:
    html = table(cemetery.at_table([hand, "6"], lying))
    assert re.findall(r'data-explain-words="([^"]*)"', html) == [said]


def test_only_the_player_on_turn_is_told_why_a_ghost_does_not_fit() -> None:
    assert "data-explain-words" not in table(cemetery.at_table(["5 10 10 10", "6"], "9"), 1)


@pytest.mark.parametrize(
    ("lying", "kitties", "said"),
    [("4", 0, "Collect it"), ("4", 1, "Collect all 2"), ("", 1, "Collect Kitty 1"), ("", 2, "Collect Kitties 2")],
)
def test_the_cemetery_says_what_is_collected(lying: str, kitties: int, said: str) -> None:
    assert said in words(table(cemetery.at_table(["9 2 2 2", "6"], lying, kitties=kitties)))


def test_the_hand_of_the_player_who_is_left_is_drawn_on_the_score_sheet() -> None:
    html = drawer(GHOOOST.id)(Opened(1, "Hand", "a 3 and two 5s", ("3", "5", "5")))
    assert words(html) == "3 5 \u00d72"

"""What the page and the terminal show of a table of 13 Ghosts."""

from __future__ import annotations

import re

import pytest

from spiritboard.games.thirteen import GAME
from spiritboard.games.thirteen.rules import Thirteen
from spiritboard.server.render import art, drawer, environment
from spiritboard.table.summary import Opened
from tests.games.thirteen.crypts import at_table, do

PLAYER_NAMES = ["Ann", "Bob", "Cy", "Di"]


def table(state: Thirteen, seat: int | None) -> str:
    """Returns the part of the page with the table, as this seat is sent it."""
    seats = [
        {
            "seat": each,
            "name": PLAYER_NAMES[each],
            "kind": "person",
            "away": False,
            "bot_plays": False,
            "pending": False,
        }
        for each in range(state.seats)
    ]
    template = environment().get_template("games/thirteen//table.html")
    return template.render(view=state.view(seat), open=None, names=PLAYER_NAMES[: state.seats], told={}, seats=seats)


def of_player(html: str, seat: int) -> str:
    """Returns the part of the page about one player."""
    return html.partition(f'data-seat="{seat}"')[2].partition('<li class="player')[0]


def notepad(html: str, seat: int) -> list[tuple[int, bool]]:
    """Returns the numbers on the notepad for an opponent, each with whether it is struck out."""
    pad = of_player(html, seat).partition('<ol class="notepad"')[2].partition("</ol>")[0]
    notes = re.findall(r'class="note( struck)?"[^>]*>(\d+)', pad)
    return [(int(number), bool(struck)) for struck, number in notes]


def eyes(html: str) -> list[str]:
    """Returns the names of the players that are said to have seen a card, for each such card."""
    return re.findall(r'class="eyes" data-explain="seen" data-explain-words="Seen by ([^"]*)\."', html)


def terminal(state: Thirteen, seat: int | None) -> str:
    return GAME.draw(state.view(seat), PLAYER_NAMES[: state.seats])


# The ghosts and the crypts.


def test_each_of_the_thirteen_ghosts_has_its_own_picture() -> None:
    symbols = re.compile(r'<symbol class="thirteen" id="thirteen-(\d+)"[^>]*>(.*?)</symbol>', re.DOTALL)
    faces = dict(symbols.findall(art("thirteen")))
    assert sorted(map(int, faces)) == list(range(1, 14))
    assert len(set(faces.values())) == 13


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_ghost_is_shown_with_its_picture_and_its_ability(seats: int) -> None:
    state = at_table(*[("5 6", "1 2"), ("5 6 7", "1 2 3"), ("5 6 7 8", "1 2 3 4")][seats - 2])
    for seat in (0, None):
        html = table(state, seat)
        for number, text in enumerate(state.abilities.texts[1:], 1):
            ghost = html.partition(f'data-pick="{number}"')[2].partition("</button>")[0]
            assert f'href="#thirteen-{number}"' in ghost
            assert f'<span class="spook-text">{text}</span>' in ghost
            assert f"<b>{number}</b> {text}</li>" in html


def test_a_crypt_shows_its_number_only_to_a_seat_that_knows_it() -> None:
    state = at_table("5 6 7", "1 2 3")
    assert 'class="coffin kind-' in table(state, 0)
    assert [f"In the crypt: {number}" in of_player(table(state, 0), 1) for number in ("a ghost", "6")] == [True, False]
    assert "Your crypt holds 5" in table(state, 0)
    do(state, "attack 6")
    for seat in (0, 2, None):
        found = of_player(table(state, seat), 1)
        assert "coffin-open" in found
        assert "In the crypt: 6" in found


# Answers and notepads.


def test_the_answers_of_each_player_are_shown_beside_them() -> None:
    state = at_table("5 6 7", "1 2 3", pile="8 9 10 11")
    do(state, "play", "attack 13")
    for seat in (0, 1, 2, None):
        html = table(state, seat)
        answers = [re.findall(r'<li class="told ([^"]*)"', of_player(html, each)) for each in range(3)]
        assert answers == [["told-no told-attack"], ["told-no"], ["told-yes", "told-no told-attack"]]
        assert re.search(r"odd\?\s*<b>yes</b>", of_player(html, 2))


def test_a_silent_player_and_an_answer_of_silence_are_shown() -> None:
    state = at_table("5 6", "9 1")
    do(state, "play", "attack 13")
    assert "answers no questions" in of_player(table(state, 1), 0)
    do(state, "play")
    assert "says nothing" in of_player(table(state, 1), 0)
    assert "answers no questions" not in of_player(table(state, 1), 0)


def test_a_notepad_for_each_opponent_strikes_out_impossible_numbers() -> None:
    state = at_table("5 6 7", "4 2 3")
    do(state, "play")
    html = table(state, 0)
    for seat in (1, 2):
        possible = state.possible(0, seat)
        assert notepad(html, seat) == [(number, number not in possible) for number in range(1, 14)]
        assert 0 < len(possible) < 13
    assert notepad(html, 0) == []


def test_without_notes_the_notepad_strikes_out_nothing() -> None:
    state = at_table("5 6 7", "4 2 3", options={"notes": "off"})
    do(state, "play")
    for seat in (1, 2):
        assert notepad(table(state, 0), seat) == [(number, False) for number in range(1, 14)]
    assert notepad(table(state, None), 1) == []


def test_in_teams_only_opponents_have_a_notepad() -> None:
    html = table(at_table("5 6 7 8", "1 2 3 4"), 0)
    assert [len(notepad(html, seat)) for seat in range(4)] == [0, 13, 0, 13]


def test_a_player_can_mark_every_number_and_a_spectator_none() -> None:
    state = at_table("5 6", "1 2")
    marks = re.findall(r'data-mark="1-1-(\d+)" data-marks="out ring"', table(state, 0))
    assert [int(number) for number in marks] == list(range(1, 14))
    assert "data-mark" not in table(state, None)
    assert len(notepad(table(state, None), 1)) == 13


# Cards that a player has looked at.


@pytest.mark.rule("TH9", "TH24")
def test_everybody_is_shown_who_looked_at_which_cards_of_the_pile() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "play")
    for seat in (1, None):
        piles = re.findall(r"<li>(.*?)</li>", table(state, seat).partition('class="known-pile"')[2], re.DOTALL)[:5]
        assert [eyes(each) for each in piles] == [["Ann"], ["Ann"], [], [], []]
        assert "has seen 1 and 2 from the top of the pile" in terminal(state, seat)
    assert eyes(table(state, 0)) == []
    assert "has seen" not in terminal(state, 0)


@pytest.mark.rule("TH9", "TH24")
def test_everybody_is_shown_who_has_seen_a_hand_or_a_card_face_down() -> None:
    state = at_table("4 6", "5 2", pile="8 9 10 11 12")
    do(state, "play", "attack 13", "attack 13")
    assert eyes(table(state, 1).partition("Your hand")[2].partition("</h3>")[0]) == ["Ann"]
    assert eyes(of_player(table(state, None), 1)) == ["Ann"]
    assert "has seen the hand of Bob" in terminal(state, 1)
    do(state, "attack 13", "attack 13")
    for seat in (1, None):
        assert eyes(of_player(table(state, seat), 1)) == ["Ann"]
        assert "has seen 1 face down before Bob" in terminal(state, seat)


@pytest.mark.rule("TH18", "TH24")
def test_everybody_is_shown_which_crypt_a_team_mate_has_seen() -> None:
    state = at_table("5 6 7 8", "1 2 3 4")
    seen = list(state.seen)
    seen[state.crypts[2]] |= 1
    state = at_table("5 6 7 8", "1 2 3 4", seen=seen)
    assert eyes(table(state, 2).partition("your crypt")[2].partition("</div>")[0]) == ["Ann"]
    for seat in (1, 3, None):
        assert eyes(of_player(table(state, seat), 2)) == ["Ann"]
        assert "has seen the crypt of Cy" in terminal(state, seat)
    do(state, "attack 13", "attack 7")
    assert eyes(of_player(table(state, 1), 2)) == []
    assert "has seen the crypt" not in terminal(state, 1)


def test_a_crypt_that_is_opened_is_drawn_on_the_score_sheet() -> None:
    html = drawer(GAME.id)(Opened(1, "Crypt", "ghost 6", ("ghost-6",)))
    assert 'href="#thirteen-6"' in html
    assert "coffin-open" in html

"""Bots at the web table play at the chosen level, and players get hints."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import httpx
import pytest

from spiritboard.bots.levels import LEVELS
from spiritboard.server.bot_pool import Advice, BotPool
from spiritboard.server.hints import say_hint
from spiritboard.server.limits import Requester
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.registry import find
from spiritboard.table.state import State
from tests.games.ghooost.cemetery import at_table
from tests.server.guests import LANTERNS, Browser, every_game, live_table_of, most_seats, rows, set_table
from tests.server.running import LONG_ENOUGH, Server
from tests.server.test_page_connection import Page


def levels(server: Server, table: str) -> list[str]:
    return [
        level for (level,) in rows(server.data, "select level from chairs where table_key = ? order by seat", table)
    ]


def order(*seats: dict[str, str]) -> dict[str, object]:
    return {"game": "lanterns", "seats": list(seats)}


def test_programs_choose_a_level_for_each_bot(server: Server, http: httpx.Client) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "expert"}, {"kind": "bot", "level": "easy"}, {"kind": "bot"}]
    answer = http.post("/api/tables", json=order(*seats))
    assert answer.status_code == 201, answer.text
    assert levels(server, answer.json()["table"]) == ["", "expert", "easy", "medium"]


@pytest.mark.parametrize(
    "seat",
    [{"kind": "bot", "level": "genius"}, {"kind": "friend", "level": "genius"}, {"kind": "here", "level": "easy"}],
)
def test_an_unknown_level_is_refused(http: httpx.Client, seat: dict[str, str]) -> None:
    answer = http.post("/api/tables", json=order({"kind": "me"}, seat))
    assert answer.status_code == 400
    assert "level" in answer.json()["error"]


def test_people_choose_a_level_for_all_bots(server: Server) -> None:
    ada = Browser(server.url).called("Ada")
    page = ada.http.get("/set-up/lanterns").text
    assert all(f'<option value="{level}"' in page for level in LEVELS)
    assert '<option value="medium" selected>' in page
    assert levels(server, ada.set_table(LANTERNS, ["me", "bot", "bot"], level="hard")) == ["", "hard", "hard"]
    assert ada.send("/tables", game="lanterns", seats="2", level="genius").status_code == 400
    started = ada.send("/play", game="lanterns").headers["location"].removeprefix("/tables/")
    assert levels(server, started) == ["", "medium", "medium"]


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_play(http: httpx.Client, level: str) -> None:
    game = http.post("/api/tables", json=order({"kind": "bot", "level": level}, {"kind": "bot", "level": level}))
    deadline = time.monotonic() + LONG_ENOUGH
    while not http.get(f"/api/tables/{game.json()['table']}").json()["view"]["over"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)


# Hints.


def asking(server: Server, game: Game) -> Page:
    """Returns a page whose seat is pending, at a table with one person and bots."""
    ada = Browser(server.url).called("Ada")
    table = ada.set_table(game, ["me", *["bot"] * (game.seats[0] - 1)], **{"option-first": "1"})
    page = Page(server, table, ada)
    page.until(lambda message: bool(message.get("paths")))
    return page


@every_game
def test_a_hint_names_moves_that_can_be_made(server: Server, game: Game) -> None:
    page = asking(server, game)
    assert 'id="hint"' in page.now["html"]
    asked = {"number": page.now["number"], "seat": 0}
    page.say(**asked, hint=True)
    told = page.until(lambda message: "hint" in message)
    assert (told["number"], told["seat"]) == (asked["number"], 0)
    assert told["hint"]["path"] in page.now["paths"]
    assert told["hint"]["words"].startswith("An expert would choose: ")
    assert len(told["hint"]["chances"]) <= 3
    page.leave()


def test_a_hint_is_only_for_a_pending_seat(server: Server, http: httpx.Client) -> None:
    page = asking(server, LANTERNS)
    page.say(number=page.now["number"], seat=1, hint=True)
    assert page.complaint() == "You do not sit there."
    page.leave()
    watched = set_table(http, "lanterns", ["me", *["friend"] * (most_seats(LANTERNS) - 1)])
    spectator = Page(server, watched.key)
    assert 'id="hint"' not in spectator.now["html"]
    spectator.say(number=0, seat=0, hint=True)
    assert spectator.complaint() == "You do not sit there."
    spectator.leave()


def advised(state: State) -> list[Advice]:
    bot_pool = BotPool(1, seconds=0.05)
    try:
        return asyncio.run(bot_pool.advise(state, state.turn, Requester("ada", "home")))
    finally:
        bot_pool.close()


def hinted(state: State) -> Advice:
    return advised(state)[0]


def test_a_move_that_wins_with_others_has_a_chance_of_one() -> None:
    leaving = at_table(["12", "5 6 7", "8 9 10"], "10", crypt=None, mansions=["", "14", "14"])
    assert (hinted(leaving).path, hinted(leaving).chance) == (("play", "12"), 1.0)


def test_a_search_says_how_often_it_tried_a_move() -> None:
    advice = advised(find("spookies").new(2, Dice(13), first="seat-0"))
    assert advice
    assert all(each.tries > 0 for each in advice)


def test_a_hint_tells_no_chance_of_a_move_that_was_hardly_tried() -> None:
    live = live_table_of(find("spookies"), 2, "hint", first="seat-0")
    advice = [Advice(("roll-2-dice",), 900, 0.61), Advice(("stop",), 30, 0.5), Advice(("roll-3-dice",), 29, 0.4)]
    hint = say_hint(live, 0, advice)
    assert hint["words"].startswith("An expert would choose: Roll two dice")
    assert hint["chances"] == [
        "Roll two dice: wins 61 % of games from here",
        f"{find('spookies').say_path(('stop',))}: wins 50 % of games from here",
    ]
    assert hint["path"] == ("roll-2-dice",)


def test_a_hint_gives_the_reason_that_the_game_knows_with_the_names_of_players() -> None:
    live = live_table_of(LANTERNS, 2, "hint")
    live.game = replace(LANTERNS, say_path=lambda _: "Give it to {1}", say_reason=lambda _, __: "{1} has none.")
    said = say_hint(live, 0, [Advice(("give",), 0, 0.0)])["words"]
    assert said == "An expert would choose: Give it to Guest 1 (Guest 1 has none)."
    live.game = replace(LANTERNS, say_path=lambda _: "Give it to {1}")
    assert say_hint(live, 0, [Advice(("give",), 0, 0.0)])["words"] == "An expert would choose: Give it to Guest 1."


def test_a_hint_of_a_brief_search_tells_no_chance() -> None:
    """From an expert that does not search, or has searched only briefly."""
    live = live_table_of(find("spookies"), 2, "hint", first="seat-0")
    for tries in (0, 4):
        assert say_hint(live, 0, [Advice(("roll-2-dice",), tries, 1.0)])["chances"] == []

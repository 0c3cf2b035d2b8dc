"""Replays: while a game goes on, nobody sees more of its past than they saw then."""

from __future__ import annotations

import random

import pytest

from spiritboard.server.limits import TooMuch
from spiritboard.server.live_table import LiveTable
from spiritboard.server.pages_replay import Replays, replay_context, rounds, viewpoints
from spiritboard.server.render import draw_live
from spiritboard.server.story import ROUND_KIND
from spiritboard.server.throttle import Buckets
from spiritboard.table.dice import Dice
from spiritboard.table.game import Game
from spiritboard.table.record import Move
from spiritboard.table.registry import games
from tests.server.guests import LANTERNS, Browser, every_game, live_table_of, most_seats, person, rows
from tests.server.running import Server
from tests.server.test_secrets import dealt_anew, walk

STEPS = 12  # of each game that are looked back at


def past(live: LiveTable, ply: int) -> LiveTable:
    return LiveTable(live.stored, live.record.moves[:ply])


def drawn(live: LiveTable, viewpoint: str) -> str:
    return draw_live(live, {**replay_context(live, viewpoint), "csrf": ""}).html


@every_game
def test_the_past_of_a_seat_does_not_depend_on_what_it_could_not_know(game: Game) -> None:
    live = live_table_of(game, most_seats(game), "past")
    for _, dice in zip(range(STEPS), walk(live, "past"), strict=False):
        if live.in_progress.state.over:
            break
        shown = past(live, dice.below(len(live.record.moves) + 1))
        for seat in [*range(most_seats(game)), None]:
            (viewpoint,) = viewpoints(live, person(seat))
            assert drawn(dealt_anew(shown, seat, dice), viewpoint) == drawn(shown, viewpoint)


def test_a_player_looks_back_with_their_own_eyes_only() -> None:
    live = live_table_of(LANTERNS, 3, "eyes")
    assert [viewpoints(live, each) for each in ("person-1", "somebody", None)] == [["1"], ["spectator"], ["spectator"]]
    live.chairs[2].person, live.chairs[2].kind = "person-1", "here"  # both look at one screen
    assert viewpoints(live, "person-1") == ["spectator"]


def test_everybody_sees_everything_when_the_game_is_over_and_their_own_seat_first() -> None:
    live = live_table_of(LANTERNS, 2, "over")
    for _ in walk(live, "over"):
        pass
    assert viewpoints(live, "person-1") == ["1", "spectator", "0", "all"]
    assert viewpoints(live, None) == ["spectator", "0", "1", "all"]


def test_another_viewpoint_cannot_be_asked_for_while_the_game_goes_on(server: Server) -> None:
    ada, bo, watcher = (Browser(server.url).called(name) for name in ("Ada", "Bo", "Watcher"))
    table = ada.set_table(LANTERNS, ["me", "friend"])
    ((invite,),) = rows(server.data, "select invite from tables where key = ?", table)
    assert ada.http.get(f"/tables/{table}/replay").status_code == 303  # it waits for Bo
    bo.join(table, str(invite), "Bo")
    hands = {}
    for name, browser in {"ada": ada, "bo": bo, "watcher": watcher}.items():
        pages = [
            browser.http.get(f"/tables/{table}/replay?ply={ply}&eyes={eyes}").text.partition("<main")[2]
            for ply in ("0", "5", "-1")
            for eyes in ("", "0", "1", "all", "spectator")
        ]
        assert len(set(pages)) == 1
        hands[name] = {lantern for lantern in range(30) if f'data-pick="lantern-{lantern}"' in pages[0]}
    assert len(hands["ada"]) == len(hands["bo"]) == 3
    assert not hands["ada"] & hands["bo"]
    assert hands["watcher"] == set()


@pytest.mark.parametrize("game", [games()["ghosts"], games()["thirteen"]], ids=lambda game: game.id)
def test_the_list_of_rounds_names_the_moves_after_which_they_began(game: Game) -> None:
    """Also if moves were taken back."""
    live, chance = live_table_of(game, most_seats(game), "rounds"), random.Random(3)
    while sum(event.kind == ROUND_KIND for event in live.events) < 3 and not live.in_progress.state.over:
        state = live.in_progress.state
        seat = chance.choice(state.pending())
        live.carry_out(Move(seat, chance.choice(state.paths(seat)), Dice(f"rounds {live.number}").text()))
        if live.in_progress.can_take_back(seat) and chance.random() < 0.3:
            live.carry_out(Move(seat, (), ""))
    listed = rounds(live)
    assert listed
    for ply, words in listed:
        assert words in [line.words for line in past(live, ply).story(None).lines]
        if ply:
            assert words not in [line.words for line in past(live, ply - 1).story(None).lines]


def test_a_network_that_looks_back_too_often_is_asked_to_wait() -> None:
    replays = Replays(Buckets(2, clock=lambda: 0.0))
    for _ in range(2):
        replays.check("network")
    with pytest.raises(TooMuch, match="too quick") as refused:
        replays.check("network")
    assert refused.value.retry_after == 30
    replays.check("another network")

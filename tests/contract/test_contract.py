"""The promises that every registered game keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from spiritboard.table.dice import Dice
from spiritboard.table.errors import IllegalMove
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.playout import playout
from spiritboard.table.record import Move, Record, parse_record
from spiritboard.table.row import NO_NUMBERS, Row
from spiritboard.table.state import State
from tests.contract.walk import finished, walk

PICK = re.compile(r"[a-z0-9?!-]+")
PLACEHOLDER = re.compile(r"\{(.*?)\}")


@pytest.mark.parametrize("seed", range(4))
def test_plays_to_the_end(every_setup: GameSetup, seed: int) -> None:
    for state, _, _, dice in walk(every_setup, seed):
        pending = state.pending()
        assert pending[0] == state.turn
        assert len(set(pending)) == len(pending)
        for seat in pending:
            moves = state.legal(seat)
            assert moves
            assert len(set(moves)) == len(moves)
            assert state.random_move(seat, Dice.at(dice.text())) == Dice.at(dice.text()).pick(moves)
    assert finished(every_setup, seed).pending() == []


def test_a_list_of_moves_is_the_callers_own(setup: GameSetup) -> None:
    for state, seat, _, _ in walk(setup, "own"):
        before = state.legal(seat)
        state.legal(seat).clear()
        assert state.legal(seat) == before


def wrong_moves(state: State, seat: int) -> list[object]:
    legal = state.legal(seat)
    near = [move for move in range(-3, max(legal) + 4) if move not in legal]
    return [*near, 10**9, -(10**9), True, False, None, 1.0, "0", str(legal[0]), [legal[0]], (legal[0],)]


def wrong_seats(state: State) -> list[object]:
    others = [seat for seat in range(state.seats) if seat not in state.pending()]
    return [*others, -1, state.seats, 10**9, True, None, "0", 0.0]


def wrong_paths(state: State, seat: int) -> list[object]:
    paths = state.paths(seat)
    shorter = [path[:-1] for path in paths if path[:-1] not in paths]
    return [
        None,
        7,
        "stop",
        {},
        ("no-such-thing",),
        (None,),
        (3,),
        ([],),
        *shorter,
        *((*path, "more") for path in paths),
    ]


def test_illegal_and_malformed_moves_change_nothing(setup: GameSetup) -> None:
    for state, seat, move, dice in walk(setup, "illegal"):
        before, entropy = state.to_json(), dice.text()
        for wrong in wrong_moves(state, seat):
            with pytest.raises(IllegalMove):
                state.play(seat, wrong, dice)
        for stranger in wrong_seats(state):
            with pytest.raises(IllegalMove):
                state.play(stranger, move, dice)
            with pytest.raises(IllegalMove):
                state.move(stranger, state.path(seat, move))
        for path in wrong_paths(state, seat):
            with pytest.raises(IllegalMove):
                state.move(seat, path)
        assert (state.to_json(), dice.text()) == (before, entropy)


def test_nothing_can_be_played_when_it_is_over(setup: GameSetup) -> None:
    state = finished(setup, "over")
    before = state.to_json()
    for seat in range(state.seats):
        for move in range(-1, 20):
            with pytest.raises(IllegalMove, match="over"):
                state.play(seat, move, Dice(1))
    assert state.to_json() == before


def test_as_many_win_as_the_game_says(setup: GameSetup) -> None:
    config = finished(setup, 0).config
    assert setup.game.winners(config) in {len(finished(setup, seed).standings().winners()) for seed in range(5)}


def test_play_does_what_apply_does(setup: GameSetup) -> None:
    for state, seat, move, dice in walk(setup, "play"):
        checked, unchecked = state.copy(), state.copy()
        checked.play(seat, move, Dice.at(dice.text()))
        unchecked.apply(seat, move, Dice.at(dice.text()))
        assert checked.to_json() == unchecked.to_json()


def lists_in(value: object) -> list[int]:
    """Returns the identity of every list, row or dict inside a value."""
    if isinstance(value, dict):
        return [id(value), *(inner for part in value.values() for inner in lists_in(part))]
    if isinstance(value, list):
        return [id(value), *(inner for part in value for inner in lists_in(part))]
    return [id(value)] if isinstance(value, Row) else []


def test_copies_are_independent(setup: GameSetup) -> None:
    copies: list[tuple[State, str]] = []
    for state, _, _, dice in walk(setup, "copies"):
        twin = state.copy()
        assert twin.to_json() == state.to_json()
        # Kept until they are compared: what a property has made for us would leave its place to the next one.
        mine, others = ([getattr(each, name) for name in state.POSITION] for each in (state, twin))
        shared = set(lists_in(mine)) & set(lists_in(others))
        assert shared <= {id(NO_NUMBERS)}  # which never changes, as the last line shows
        copies.append((twin, twin.to_json()))
        before = state.to_json()
        playout(state.copy(), Dice.at(dice.text()), 1000)
        assert state.to_json() == before
    for twin, text in copies:
        assert twin.to_json() == text
    assert NO_NUMBERS == []


def test_json_round_trips_and_plays_on_alike(setup: GameSetup) -> None:
    for at, (state, _, _, dice) in enumerate(walk(setup, "json")):
        again = setup.game.from_json(state.to_json())
        assert again.to_json() == state.to_json()
        assert all(again.legal(seat) == state.legal(seat) for seat in state.pending())
        if at % 20 == 0:
            rest = [state.copy(), again]
            for one in rest:
                playout(one, Dice.at(dice.text()), 10**6)
            assert rest[0].to_json() == rest[1].to_json()
    end = finished(setup, "json")
    assert setup.game.from_json(end.to_json()).standings().to_data() == end.standings().to_data()


def test_records_round_trip_and_replay_every_ply(setup: GameSetup) -> None:
    record = Record(
        setup, Dice("record").text(), [f"{{{seat}}} \n \\ 'q' \u2603" for seat in range(setup.config.seats)]
    )
    positions: list[str] = []
    state = None
    for state, seat, move, dice in walk(setup, "record", every=True):
        positions.append(state.to_json())
        record.moves.append(Move(seat, state.path(seat, move), dice.text()))
    assert state is not None
    record.result = state.standings()
    positions.append(state.to_json())
    again = parse_record(record.to_text())
    assert again.to_text() == record.to_text()
    assert again.names == record.names
    assert [replayed.to_json() for replayed in again.states()] == positions
    assert again.state_at(len(positions) // 2).to_json() == positions[len(positions) // 2]
    assert again.verify().to_json() == positions[-1]


def test_path_and_move_are_inverse(setup: GameSetup) -> None:
    for state, *_ in walk(setup, "paths"):
        for seat in state.pending():
            paths = state.paths(seat)
            assert [state.move(seat, path) for path in paths] == state.legal(seat)
            assert [state.move(seat, list(path)) for path in paths] == state.legal(seat)
            assert all(path and all(PICK.fullmatch(pick) for pick in path) for path in paths)
            assert len(set(paths)) == len(paths)


def test_what_may_be_taken_back_brought_nothing_to_light(setup: GameSetup) -> None:
    for state, seat, move, _ in walk(setup, "reversible"):
        one, other = state.copy(), state.copy()
        one.apply(seat, move, Dice("one"))
        other.apply(seat, move, Dice("other"))
        if one.reversible:
            assert one.to_json() == other.to_json()
            assert not one.over
            assert seat in one.pending()


def test_components_are_conserved(setup: GameSetup) -> None:
    for seed in range(3):
        inventory = setup.new(Dice(seed)).inventory()
        for state, seat, _, _ in walk(setup, seed):
            assert state.inventory() == inventory
            assert state.imagine(seat, Dice(seed)).inventory() == inventory
        assert finished(setup, seed).inventory() == inventory


def test_standings_agree_with_scores(setup: GameSetup) -> None:
    directions = set()
    for seed in range(10):
        state = finished(setup, seed)
        standings = state.standings()
        pairs = list(zip(standings.scores, standings.places, strict=True))
        assert standings.winners() == [seat for seat, place in enumerate(standings.places) if place == 1]
        shared = [1 + sum(p < q for p in standings.places) for q in standings.places]
        assert standings.places == shared or standings.places == [state.seats] * state.seats, "all may lose together"
        assert sum(standings.rewards()) == pytest.approx(0)
        fair = [pair for seat, pair in enumerate(pairs) if seat not in standings.barred]
        directions |= {(a > b) == (p < q) for a, p in fair for b, q in fair if a != b and p != q}
        assert all(standings.places[seat] == len(pairs) for seat in standings.barred)
        said = PLACEHOLDER.findall(state.verdict())
        assert set(said) <= {str(seat) for seat in range(state.seats)}
        assert {str(seat) for seat in standings.winners()} <= set(said)
    assert len(directions) <= 1, "a higher score is sometimes better and sometimes worse"


def test_listening_changes_nothing_and_silence_costs_nothing(setup: GameSetup) -> None:
    silent, told = finished(setup, "events"), finished(setup, "events", listen=True)
    assert silent.to_json() == told.to_json()
    assert silent.events is None
    assert told.events
    for event in told.events:
        assert set(PLACEHOLDER.findall(event.words)) <= {str(seat) for seat in range(told.seats)}
        assert event.to is None or 0 <= event.to < told.seats
        json.dumps(event.to_data())
        assert "{" not in event.say(["Ada"] * told.seats)


def test_events_are_told_to_a_player_as_you(setup: GameSetup) -> None:
    """Words are in the past tense, because "{0} plays a card" would be wrong with "You" in the place of the name."""
    state = finished(setup, "you", listen=True)
    names = [f"Player {seat}" for seat in range(state.seats)]
    for event in state.events or []:
        event.words = event.words.replace(state.verdict(), "")  # which is in the present tense
        for seat in range(state.seats):
            assert names[seat] not in event.say(names, you=seat), event.words


def test_views_are_plain_data_and_ask_something(setup: GameSetup) -> None:
    for state, *_ in walk(setup, "views"):
        for seat in [*range(state.seats), None]:
            view: Mapping[str, object] = state.view(seat)
            assert json.loads(json.dumps(view)) == json.loads(json.dumps(state.view(seat)))
            assert bool(view["prompt"]) == (seat in state.pending())
            sight: dict[str, object] = {**state.sight(seat)}
            memory = sight.pop("memory")
            assert json.loads(json.dumps(memory)) == memory == state.remember(seat)
            assert sight == {name: view[name] for name in sight}
            assert setup.game.draw(state.view(seat), [f"Name {each}" for each in range(state.seats)])


def test_a_view_is_the_readers_own(setup: GameSetup) -> None:
    state = finished(setup, "own view")
    before, shown = state.to_json(), json.dumps(state.view(0))

    def spoil(value: object) -> None:
        if isinstance(value, dict):
            for part in value.values():
                spoil(part)
            value.clear()
        elif isinstance(value, list):
            for part in value:
                spoil(part)
            value.clear()

    spoil(state.view(0))
    spoil(state.view(None))
    assert state.to_json() == before
    assert json.dumps(state.view(0)) == shown
    assert setup.new(Dice(1)).to_json()


def test_the_folder_is_complete(game: Game) -> None:
    assert game.own_pieces.tables()
    assert len(game.own_pieces.digest()) == 16
    assert game.rules_text.startswith(f"# {game.title}")
    assert game.pitch
    assert set(game.seats) == set(range(game.seats[0], game.seats[-1] + 1))
    for option in game.options:
        assert option.help
        for seats in game.seats:
            assert option.default in option.values(seats)

"""The words that help a player: moves as commands, reasons of hints, rules of questions, and the score sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from spiritboard.bots.bot import HeuristicBot, ask
from spiritboard.games.halloween import GAME
from spiritboard.games.halloween.guidance import chance, rule_asked, say_path, say_reason
from spiritboard.games.halloween.rules import Halloween
from spiritboard.games.halloween.score_sheet import summary
from spiritboard.games.halloween.words import GAME_ENDED
from spiritboard.table.dice import Dice
from spiritboard.table.events import Event
from tests.games.halloween.moves import play
from tests.games.halloween.positions import new_game, position

RULE_IDS = set(re.findall(r"^- \*\*(\w+)\*\* ", GAME.rules_text, re.MULTILINE))


@pytest.mark.parametrize(
    ("picks", "said"),
    [
        ("section-2 scare", "Scare in section 2"),
        ("section-1 rest", "Rest in section 1"),
        ("section-3", "Choose section 3"),
        ("section-1 section-3", "Take back the discs of section 1 and section 3"),
        ("ghost-blue-town-hall", "Choose the blue ghost at the town hall"),
        ("space-red-library", "Choose the red space of the library"),
        ("police-station", "Choose the police station"),
        ("spot-1", "Choose bonus spot 1"),
        ("spot-2 die-2", "Use bonus spot 2 on the second die"),
        ("card-16 die-1", "Use card 16 on the first die"),
        ("card-40", "Choose card 40"),
        ("token-orange", "Choose an orange ghost token"),
        ("seat-2", "Let {1} roll"),
        ("say-7", "Say 7"),
        ("accept", "Accept the dice"),
    ],
)
def test_moves_are_said_as_commands(picks: str, said: str) -> None:
    assert say_path(tuple(picks.split())) == said


def every_question(seats: int, seed: str, **options: str) -> list[Halloween]:
    """Returns the states of a game that bots play to its end, one for each kind of question."""
    state, dice, found = new_game(seats, seed, **options), Dice(seed), dict[str, Halloween]()
    state.listen()
    while not state.over:
        found.setdefault(state.view(state.turn)["steps"][-1], state.copy())
        state.apply(state.turn, ask(HeuristicBot(), state, state.turn, dice), dice)
    return [*found.values(), state]


@pytest.mark.parametrize("options", [{}, {"variant": "master"}], ids=["standard", "master"])
def test_every_question_names_a_rule_and_every_move_is_a_command(options: Mapping[str, str]) -> None:
    for state in every_question(3, "questions", **options):
        view = state.view(state.turn)
        assert rule_asked(view) in (RULE_IDS if not state.over else {""})
        for path in [state.path(state.turn, move) for move in state.legal(state.turn)]:
            assert re.fullmatch(r"[A-Z][a-z]+[^-_]*", say_path(path))
            assert not re.search("[.]$", say_reason(view, path))


def test_the_rule_of_a_question_is_that_of_the_step_that_asks() -> None:
    state = position({"church": "blue green", "school": "blue"}, spots="l..", mine=[39])
    assert rule_asked(state.view(0)) == "HA3"
    assert rule_asked(play(state.copy(), "section-1 fight").view(0)) == "HA13"
    assert rule_asked(play(state.copy(), "spot-1").view(0)) == "HATl"
    assert rule_asked(play(state.copy(), "card-39").view(0)) == "HAC39"


def reason(state: Halloween, picks: str) -> str:
    return say_reason(state.view(state.turn), tuple(picks.split()))


def test_reasons_say_what_a_move_brings() -> None:
    state = position(
        {"church": "blue yellow", "school": "green"},
        levels=(3, 2, 1),
        covered=["1 move", "1 fight"],
        tokens="red blue red",
    )
    assert reason(state, "section-1 scare") == "brings 3 SP"
    assert reason(state, "section-2 scare") == "brings 2 SP"
    assert reason(state, "section-1 haunt") == "can score 6 HP"
    assert reason(state, "section-1 rest") == "brings 2 discs back"
    assert reason(state, "section-2 rest") == ""
    assert reason(state, "section-2 fight") == "can bring a ghost token"
    assert reason(state, "section-1 upgrade") == "makes a ghost stronger, and a section may rise to it"
    assert reason(state, "card-2") == "scores 3 HP at once"
    assert reason(play(state.copy(), "section-1 haunt"), "space-yellow-church") == "scores 6 HP"
    assert reason(play(state.copy(), "section-1 scare"), "ghost-yellow-church") == "brings 3 SP"
    upgrade = play(state.copy(), "section-1 upgrade")
    assert reason(upgrade, "ghost-blue-church") == "costs 2 SP and makes a ghost that can haunt for 4 HP"


def test_a_building_that_the_player_haunts_already_is_no_reason() -> None:
    state = position({"church": "blue yellow"}, levels=(3, 1, 1), haunts={"blue-church": 0})
    assert reason(state, "section-1 haunt") == ""


def test_a_move_to_a_bonus_token_says_which() -> None:
    state = play(position({"church": "blue"}, bonus={"school": "g"}), "section-1 move", "ghost-blue-church")
    assert reason(state, "school") == "takes the bonus token there: 1 Haunt Point"
    assert reason(state, "library") == ""
    locked = play(
        position({"church": "blue"}, bonus={"school": "g"}, spots="xxx"), "section-1 move", "ghost-blue-church"
    )
    assert reason(locked, "school") == ""


@pytest.mark.parametrize(
    ("cards", "variant", "said"),
    [
        ([], "standard", "succeeds with 56 %"),
        ([5], "standard", "succeeds with 69 %"),
        ([25], "standard", "wins without dice"),
        ([], "master", "wins without dice"),
    ],
)
def test_a_fight_says_its_chance(cards: list[int], variant: str, said: str) -> None:
    state = position({"church": "yellow green blue"}, cards, levels=(3, 1, 1), variant=variant)
    fight = play(play(state, "section-1 fight"), "ghost-yellow-church")
    assert reason(fight, "ghost-green-church") == said


def test_the_chance_of_an_attack_is_counted() -> None:
    for sides, against, plus in [(4, 6, 0), (6, 4, 0), (12, 8, 1), (4, 12, 0)]:
        pairs = [(face, other) for face in range(1, sides + 1) for other in range(1, against + 1)]
        won = sum(face + plus > other for face, other in pairs)
        assert chance(sides, against, plus) == round(100 * won / len(pairs))


# The score sheet.


def end_of(seats: int, **options: str) -> Halloween:
    return every_question(seats, "sheet", **options)[-1]


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (2, {}), (4, {"variant": "master"})])
def test_the_sheet_says_where_all_points_came_from(seats: int, options: Mapping[str, str]) -> None:
    state = end_of(seats, **options)
    sheet = summary(list(state.events or []))
    assert sheet is not None
    assert [line.seats for line in sheet.lines] == [(seat,) for seat in range(seats)]
    assert [line.after for line in sheet.lines] == list(state.points)
    for line in sheet.lines:
        assert sum(map(int, re.findall(r"(-?\d+) by", line.why))) == line.after
        assert line.before <= line.after


def test_the_sheet_tells_the_points_of_the_end_from_those_before() -> None:
    state = end_of(4, variant="master")
    sheet = summary(list(state.events or []))
    assert sheet is not None
    assert any("by sets of ghost tokens" in line.why for line in sheet.lines)
    for line in sheet.lines:
        sets = re.search(r"(\d+) by sets of ghost tokens", line.why)
        assert line.change == (int(sets[1]) if sets else 0)


def test_there_is_no_sheet_without_an_end_or_from_an_older_one() -> None:
    assert summary([]) is None
    assert summary([Event(GAME_ENDED.name, "It is over.", {"verdict": "{0} wins."})]) is None


# Events.


def test_a_fight_is_told_in_one_sentence() -> None:
    state = play(position({"church": "yellow green blue"}, levels=(3, 1, 1)), "section-1 fight", "ghost-yellow-church")
    play(state, "ghost-green-church")
    assert told(state) == "{0} let a yellow ghost at the church attack a green ghost."
    far = position({"church": "yellow", "school": "green", "library": "blue"}, [35], levels=(3, 1, 1))
    play(far, "section-1 fight", "ghost-yellow-church", "ghost-green-school")
    assert told(far) == "{0} let a yellow ghost at the church attack a green ghost at the school."


def told(state: Halloween) -> str:
    """Returns the words of the last event."""
    return (state.events or [])[-1].words

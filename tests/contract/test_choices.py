"""Every choice of every game reads as words, and every move is told to everybody."""

from __future__ import annotations

import re
from itertools import islice

from spiritboard.table.dice import Dice
from spiritboard.table.game import GameSetup, say_picks
from spiritboard.table.in_progress import GameInProgress
from tests.contract.walk import walk

MOST_MOVES = 150
# A name of a pick, such as "end-turn" or "lantern-5". Words like "team-mate's" are no names.
NAME_OF_A_PICK = re.compile(r"\b[a-z]+-(\d+|turn|spot|ghost|[a-z]+-[a-z]+)\b")


def names(setup: GameSetup) -> list[str]:
    return [f"Name {seat}" for seat in range(setup.config.seats)]


def test_every_choice_reads_as_words_and_differs_from_the_others(setup: GameSetup) -> None:
    said: dict[tuple[str, ...], str] = {}
    for ply in islice(walk(setup, "choices"), MOST_MOVES):
        paths = ply.state.paths(ply.seat)
        begun = {path[:size] for path in paths for size in range(1, len(path) + 1)}
        said |= {picks: setup.game.say_choice(picks, names(setup)) for picks in begun - said.keys()}
        for before in {picks[:-1] for picks in begun}:
            together = [said[picks] for picks in begun if picks[:-1] == before]
            assert len(set(together)) == len(together), f"after {before}: {sorted(together)}"
    for picks, words in said.items():
        assert words.strip(), picks
        assert not re.search(r"[{}_]", words), f"{picks}: {words}"
        assert not NAME_OF_A_PICK.search(words), f"{picks}: {words}"
        assert words[0].isupper() or setup.game.say_path is say_picks, f"{picks}: {words}"


def test_every_move_is_told_to_everybody(setup: GameSetup) -> None:
    dice = Dice("told")
    playing = GameInProgress(setup, dice, names(setup))
    while not playing.state.over and playing.ply < MOST_MOVES:
        seat = dice.pick(playing.state.pending())
        path = dice.pick(playing.state.paths(seat))
        told = [event for event in playing.play(seat, path, dice) if event.to is None]
        assert [event.say(playing.record.names).strip() for event in told], path

"""A changed vector has a new version, so that a program that learned from older vectors can notice.

What each version's vectors are like is held here as a fingerprint: of the names, the scales, the actions, and of what
some games give, with as few players as there can be and with as many.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import pairwise

import pytest
from lanterns import GAME as LANTERNS
from lanterns.observation import LanternsObservation
from lanterns.view import LanternsSight

from spiritboard.table.errors import BadSetup
from spiritboard.table.game import Game, GameSetup
from spiritboard.table.observation import Observation
from spiritboard.table.registry import games
from spiritboard.table.view import Sight
from tests.contract.walk import walk

FINGERPRINTS: dict[str, dict[int, str]] = {
    "ghooost": {2: "e1e40120f15b3b97", 3: "3b0d696157df64c9"},
    "ghosts": {1: "da9cdd351f71aea3", 2: "41e0e16d18c26657"},
    "halloween": {2: "196494adb918c6e7", 3: "3358fe960d549363"},
    "lanterns": {1: "4a7da09ae32829c2"},
    "spookies": {1: "b582071e70685a7f", 2: "b582071e70685a7f"},  # version 2 only numbers the actions without gaps
    "thirteen": {2: "a3e35bb64b45da54", 3: "e6e0f7d7ebcb9901"},
}
GAMES = 3


def fingerprint(game: Game, version: int | None = None) -> str:
    digest = sha256()
    for seats in sorted({game.seats[0], game.seats[-1]}):
        for part in parts(game.setup(seats), version):
            digest.update(part + b"\n")
    return digest.hexdigest()[:16]


def parts(setup: GameSetup, version: int | None) -> list[bytes]:
    observation = setup.observation_of(version)
    named = [observation.names(), observation.most(), observation.actions()]
    return [repr(each).encode() for each in named] + vectors(setup, observation)


def vectors(setup: GameSetup, observation: Observation[Sight]) -> list[bytes]:
    return [
        observation.vector(ply.state.sight(seat))
        for number in range(GAMES)
        for ply in walk(setup, number)
        for seat in range(setup.config.seats)
    ]


def test_other_vectors_have_another_version(game: Game) -> None:
    found = {version: fingerprint(game, version) for version in game.observation_versions}
    assert found == FINGERPRINTS.get(game.id), (
        f"The vectors of {game.id} are others than before. Raise `version` in its observation (unless the same view "
        "still gives the same numbers, and only the rules have changed) and keep the earlier one among its "
        "`observations_before`. Then run this test again, and put what it finds "
        f'into FINGERPRINTS: "{game.id}": {found}.'
    )


def test_the_newest_version_is_the_usual_one(game: Game) -> None:
    setup = game.setup(game.seats[0])
    assert setup.observation.version == max(game.observation_versions)
    assert setup.observation_of(None) is setup.observation


def test_a_version_begins_with_the_positions_of_the_one_before(setup: GameSetup) -> None:
    """So what was learned from the earlier one can be carried over."""
    versions = sorted(setup.game.observation_versions)
    for earlier, later in pairwise(versions):
        before, after = setup.observation_of(earlier), setup.observation_of(later)
        assert after.names()[: before.size] == before.names()
        assert after.actions() == before.actions()
        for ply in walk(setup, "begins"):
            assert after.vector_of(ply.state, ply.seat).startswith(before.vector_of(ply.state, ply.seat))


def test_a_version_that_never_was_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"The observation of Ghosts has no version 9\. There is: 1 and 2\."):
        games()["ghosts"].setup(2).observation_of(9)


class OtherNames(LanternsObservation):
    def names(self) -> list[str]:
        return [f"{name}!" for name in super().names()]


class OtherScales(LanternsObservation):
    def most(self) -> list[int]:
        return [most + 1 for most in super().most()]


class OtherActions(LanternsObservation):
    def actions(self) -> list[str]:
        return [*super().actions(), "dance"]


class OtherVectors(LanternsObservation):
    def vector(self, view: LanternsSight) -> bytes:
        return super().vector(view)[::-1]


def test_everything_leaves_its_mark_on_a_fingerprint() -> None:
    kinds = (LanternsObservation, OtherNames, OtherScales, OtherActions, OtherVectors)
    prints = [fingerprint(replace(LANTERNS, observation=kind)) for kind in kinds]
    assert len(set(prints)) == len(prints)

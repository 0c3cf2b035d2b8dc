"""A changed vector has a new version, so that a program that learned from older vectors can notice.

What each version's vectors are like is held here as a fingerprint: of the names, the scales, the actions, and of what
some games give, with as few players as there can be and with as many.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from lanterns import GAME as LANTERNS
from lanterns.observation import LanternsObservation
from lanterns.view import LanternsSight

from spiritboard.table.game import Game, GameSetup
from tests.contract.walk import walk

FINGERPRINTS: dict[str, tuple[int, str]] = {
    "ghooost": (2, "e1e40120f15b3b97"),
    "ghosts": (1, "da9cdd351f71aea3"),
    "halloween": (2, "196494adb918c6e7"),
    "lanterns": (1, "4a7da09ae32829c2"),
    "spookies": (1, "b582071e70685a7f"),
    "thirteen": (2, "a3e35bb64b45da54"),
}
GAMES = 3


def fingerprint(game: Game) -> str:
    digest = sha256()
    for seats in sorted({game.seats[0], game.seats[-1]}):
        for part in parts(game.setup(seats)):
            digest.update(part + b"\n")
    return digest.hexdigest()[:16]


def parts(setup: GameSetup) -> list[bytes]:
    observation = setup.observation
    named = [observation.names(), observation.most(), observation.actions()]
    return [repr(each).encode() for each in named] + vectors(setup)


def vectors(setup: GameSetup) -> list[bytes]:
    return [
        setup.observation.vector(ply.state.sight(seat))
        for number in range(GAMES)
        for ply in walk(setup, number)
        for seat in range(setup.config.seats)
    ]


def test_other_vectors_have_another_version(game: Game) -> None:
    assert game.observation is not None
    found = game.observation.version, fingerprint(game)
    assert found == FINGERPRINTS.get(game.id), (
        f"The vectors of {game.id} are others than before. Raise `version` in its observation (unless the same view "
        "still gives the same numbers, and only the rules have changed), run this test again, and put what it finds "
        f'into FINGERPRINTS: "{game.id}": {found}.'
    )


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

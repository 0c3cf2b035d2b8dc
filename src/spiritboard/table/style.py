"""Styles of play: the guide of a game with other weights, so that it plays boldly, or carefully, or in another way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Style:
    """A way to play a game. Its weights are attributes of the game's guide, and what they are set to."""

    name: str
    says: str  # a sentence about a player who plays like this
    weights: Mapping[str, float] = field(hash=False)  # games are hashed, with their styles

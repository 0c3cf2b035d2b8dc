r"""Learns to play as a bot does, from a file of its decisions.

    spiritboard arena ghosts --bots heuristic,heuristic:slips=0.05 --games 1000 \
        --decisions-to decisions.parquet --observations
    python examples/behaviour_cloning.py decisions.parquet

Each row of the file says what a seat saw, which actions were legal, and which one it took. The network learns to give
the action that was taken a high chance. Decisions with one legal action teach nothing and are left out. At the end the
program plays the same deals from every seat against bots and prints the share of the victories.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from pyarrow import parquet
from torch import nn
from torch.utils.data import BatchSampler, DataLoader, Dataset, RandomSampler

from spiritboard.adapters.game_adapter import GameAdapter
from spiritboard.adapters.self_play import interval, shares
from spiritboard.arena.replay import about_file

Row = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


class Decisions(Dataset[Row]):
    """The real choices in a file of decisions: each with the observation, the mask and the action."""

    def __init__(self, file: Path) -> None:
        table = parquet.read_table(file, columns=["observation", "mask", "action", "legal"]).combine_chunks()
        real = table["legal"].to_numpy() > 1

        def rows(name: str) -> NDArray[np.float32]:
            each = table[name].chunk(0).flatten().to_numpy().reshape(len(table), -1)
            found: NDArray[np.float32] = each[real]
            return found

        self.seen = torch.from_numpy(rows("observation"))
        self.masks = torch.from_numpy(rows("mask").astype(np.bool_))
        self.actions = torch.from_numpy(table["action"].to_numpy()[real].astype(np.int64))

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, at: int | list[int]) -> Row:
        """Returns a row, or several rows as a batch, which is much faster than one after the other."""
        return self.seen[at], self.masks[at], self.actions[at]


class Imitator(nn.Module):
    """Two hidden layers, which give the preference for each action."""

    def __init__(self, size: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, actions)
        )

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.layers(seen).masked_fill(~masks, -1e9)
        return found

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def best(self, seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Returns the preferred action for each row."""
        found: NDArray[np.int64] = self(torch.from_numpy(seen), torch.from_numpy(masks)).argmax(dim=1).numpy()
        return found

    def player(self, seed: int) -> Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.int64]]:
        """Returns a function that draws an action for each row, with the chances that the network gives them."""
        source = torch.Generator().manual_seed(seed)

        def draw(seen: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
            with torch.no_grad():
                chances = torch.softmax(self(torch.from_numpy(seen), torch.from_numpy(masks)), dim=1)
            drawn: NDArray[np.int64] = torch.multinomial(chances, 1, generator=source).squeeze(1).numpy()
            return drawn

        return draw


def imitate(
    decisions: Decisions,
    epochs: int,
    seed: int,
    told: Callable[[int, Imitator], None] = lambda seen, imitator: None,
) -> Imitator:
    """Returns a network that has learned from the decisions. `told` hears after each epoch how many it has seen."""
    torch.manual_seed(seed)
    imitator = Imitator(decisions.seen.shape[1], decisions.masks.shape[1])
    optimizer = torch.optim.Adam(imitator.parameters(), lr=1e-3)
    batches = BatchSampler(RandomSampler(decisions), 512, drop_last=False)
    loader = DataLoader(decisions, sampler=batches, batch_size=None)
    for epoch in range(epochs):
        for seen, masks, actions in loader:
            loss = nn.functional.cross_entropy(imitator(seen, masks), actions)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        told((epoch + 1) * len(decisions), imitator)
    return imitator


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a file of --decisions-to that was written with --observations")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200, help="deals to play against each bot at the end")
    given = parser.parse_args(arguments)
    about, decisions = about_file(given.file), Decisions(given.file)

    def told(seen: int, imitator: Imitator) -> None:
        alike = imitator.best(decisions.seen.numpy(), decisions.masks.numpy()) == decisions.actions.numpy()
        print(f"{seen:>9,} decisions seen: {alike.mean():.1%} of the choices are the bot's")

    imitator = imitate(decisions, given.epochs, given.seed, told)
    adapter = GameAdapter(about.game, about.players, about.options)
    for opponent in ("random", "heuristic"):
        mean, reach = interval(shares(adapter, imitator.player(0), opponent, given.deals))
        print(f"{mean:.3f} ± {reach:.3f} of the victories against {opponent}, {given.deals} deals from each seat")


if __name__ == "__main__":
    main()

"""The page and the picture of the baselines, made from their runs. `python -m examples.baselines page` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import spiritboard

if TYPE_CHECKING:
    from examples.baselines import Point, Run

HEAD = """# Baselines

How strong simple learning programs become, as a measure for better ones. Both train one network for all seats, with two
hidden layers of 128, and see only the [observation](observations.md). The games have the fewest players that they take,
and their usual options.

- **PPO by self-play** (`examples/self_play_ppo.py`): the network plays every seat, and each seat learns from its own
  decisions and its own reward.
- **Behaviour cloning** (`examples/behaviour_cloning.py`): the network learns which moves the heuristic bot makes in its
  games against itself.

**Protocol.** A policy draws its actions with the chances that it gives them (always the likeliest would
be foreseen, and repeats itself). It plays each deal once from every seat, and all other seats are
played by the same bot, `random` or `heuristic`. A figure is the share of the victories that the policy takes, of which
{par} is par, with its 95 % interval: the mean of a deal over its seats is one number, and deals are independent. The
deals of the table are other deals than those of the curves, and the same for every run.

```sh not-tried="it trains for many minutes"
pip install 'spiritboard[examples]'
python -m examples.baselines run --into docs/baselines.jsonl
python -m examples.baselines page docs/baselines.jsonl
```

The command runs in a copy of the repository, goes on where it was stopped, and takes other efforts (`--decisions`,
`--copied-games`, `--seeds`, `--games`: see `--help`). Each line of the file is a run, with its effort and its curve.
"""
COLOURS = {"PPO by self-play": "#7a3fd1", "behaviour cloning": "#b0562b"}
DASHES = {"random": "none", "heuristic": "5 4"}
PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, BETWEEN = 300, 150, 44, 56, 56


def write_page(runs: list[Run], folder: Path) -> None:
    """Writes baselines.md and pictures/baselines.svg into the folder of the documentation."""
    (folder / "baselines.md").write_text(page(runs), encoding="utf-8")
    (folder / "pictures" / "baselines.svg").write_text(picture(runs), encoding="utf-8")


def titles(runs: list[Run]) -> dict[str, str]:
    """Returns the title of each game that was run, in the order of the games."""
    ran = {run.game for run in runs}
    return {game.id: game.title for game in spiritboard.games().values() if game.id in ran}


def page(runs: list[Run]) -> str:
    players = sorted({run.players for run in runs})
    par = " or ".join(f"{1 / each:.2f}" for each in players)
    rows = [row(run, title) for game, title in titles(runs).items() for run in runs_of(runs, game)]
    head = [
        "| game | program | seed | effort | processor | against random | against heuristic |",
        "|---|---|---|---|---|---|---|",
    ]
    caption = (
        "![Learning curves: a panel for each game, with the share of the victories against the decisions that were "
        "learned from. The figures of their ends are in the table below.](pictures/baselines.svg)"
    )
    return "\n".join([HEAD.format(par=par), *efforts(runs), "", caption, "", *head, *rows, ""])


def runs_of(runs: list[Run], game: str) -> list[Run]:
    return sorted((run for run in runs if run.game == game), key=lambda run: (run.method, run.seed), reverse=False)


def efforts(runs: list[Run]) -> Iterator[str]:
    """Yields a sentence for each effort with which runs were made."""
    for effort in dict.fromkeys(run.effort for run in runs):
        many = sum(run.effort == effort for run in runs)
        yield (
            f"{many} runs: PPO played {effort.decisions:,} decisions; behaviour cloning read {effort.copied_games:,} "
            f"games {effort.epochs} times; {effort.deals:,} deals from each seat at the end, {effort.curve_deals} for "
            "each point of a curve."
        )


def row(run: Run, title: str) -> str:
    assert run.last is not None
    against = [f"{mean:.2f} ± {reach:.2f}" for mean, reach in run.last.against.values()]
    effort = f"{run.last.decisions:,} decisions"
    return f"| {title} | {run.method} | {run.seed} | {effort} | {run.seconds:.0f} s | {' | '.join(against)} |"


# The picture.


def picture(runs: list[Run]) -> str:
    """Returns a panel for each game, two beside each other, with a curve for each run and opponent."""
    games = titles(runs)
    wide = 2 * (LEFT + PANEL_WIDTH) + 40
    down = TOP + -(-len(games) // 2) * (PANEL_HEIGHT + BETWEEN)
    panels = [
        panel(
            runs_of(runs, game), title, LEFT + at % 2 * (LEFT + PANEL_WIDTH), TOP + at // 2 * (PANEL_HEIGHT + BETWEEN)
        )
        for at, (game, title) in enumerate(games.items())
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {down}" width="{wide}" height="{down}"',
            'font-family="sans-serif" font-size="12" fill="#2a2438">',
            f'<rect width="{wide}" height="{down}" rx="12" fill="#fbf9ff"/>',
            *legend(),
            *panels,
            "</svg>\n",
        ]
    )


def legend() -> Iterator[str]:
    for at, (method, colour) in enumerate(COLOURS.items()):
        x = LEFT + at * 170
        yield f'<rect x="{x}" y="14" width="18" height="4" fill="{colour}"/><text x="{x + 24}" y="20">{method}</text>'
    for at, (opponent, dash) in enumerate(DASHES.items()):
        x = LEFT + 350 + at * 150
        yield f'<path d="M{x} 16h26" stroke="#2a2438" stroke-width="2" stroke-dasharray="{dash}"/>'
        yield f'<text x="{x + 32}" y="20">against {opponent}</text>'


def panel(runs: list[Run], title: str, x: int, y: int) -> str:
    """Returns the curves of a game. Each begins at its first measurement, and the axis is the part of the effort."""
    lines = [f'<g transform="translate({x} {y})">', f'<text y="-8" font-weight="bold">{title}</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        height = PANEL_HEIGHT * (1 - share)
        lines.append(f'<path d="M0 {height:.1f}h{PANEL_WIDTH}" stroke="#ddd6ea"/>')
        lines.append(f'<text x="-6" y="{height + 4:.1f}" text-anchor="end" font-size="10">{share:g}</text>')
    lines.append(f'<text y="{PANEL_HEIGHT + 16}" font-size="10">start of training</text>')
    lines.append(f'<text x="{PANEL_WIDTH}" y="{PANEL_HEIGHT + 16}" font-size="10" text-anchor="end">end</text>')
    for run in runs:
        for opponent, dash in DASHES.items():
            points = " ".join(place(point, opponent, run) for point in run.curve)
            lines.append(
                f'<polyline points="{points}" fill="none" stroke="{COLOURS[run.method]}" stroke-width="2" '
                f'stroke-dasharray="{dash}" stroke-opacity="0.8"/>'
            )
    return "\n".join([*lines, "</g>"])


def place(point: Point, opponent: str, run: Run) -> str:
    assert run.last is not None
    mean, _ = point.against[opponent]
    return f"{PANEL_WIDTH * point.decisions / run.last.decisions:.1f},{PANEL_HEIGHT * (1 - mean):.1f}"

"""The chances of all seats over a game, as one SVG picture."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from spiritboard.review.review import Review
from spiritboard.table.record import Record

ROUND_KIND = "round"  # the kind of event that begins a round
WIDTH, HEIGHT = 960.0, 320.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 16.0, 12.0, 34.0
DASHES = ("", "7 4", "2 4", "12 4 2 4", "4 8", "14 6")  # so that the lines can be told apart without their colours


def round_starts(record: Record) -> list[int]:
    """Returns after how many moves each round begins, the first one at 0."""
    starts: list[int] = []
    told = 0
    for ply, state in enumerate(record.states(listen=True)):
        events = state.events or []
        if any(event.kind == ROUND_KIND for event in events[told:]):
            starts.append(ply)
        told = len(events)
    return starts


@dataclass(frozen=True)
class Scale:
    """Turns plies and chances into places of the picture."""

    plies: int

    def x(self, ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ply / max(1, self.plies)

    def y(self, chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance)


def chances(review: Review) -> list[tuple[float, ...]]:
    """Returns each seat's chance after the deal, after every move, and at the end."""
    return [*(move.chances.values for move in review.moves), review.final]


def chart(review: Review, rounds: list[int]) -> Markup:
    """Returns the picture. Each seat's line has the class `chance-line seat-N`; the page brings the colours."""
    points = chances(review)
    scale = Scale(len(points) - 1)
    label = f"The chance of victory of {', '.join(review.names)} during the game"
    marks = [_round(scale, start) for start in rounds]
    inside = Markup("").join([_grid(scale), *marks, *_lines(review, points, scale)])
    return Markup('<svg class="chances" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        int(WIDTH), int(HEIGHT), label, inside
    )


def _grid(scale: Scale) -> Markup:
    return Markup("").join(_grid_line(scale.y(part / 4), f"{25 * part} %") for part in range(5))


def _grid_line(y: float, label: str) -> Markup:
    line = Markup('<path class="grid" d="M{:.1f} {:.1f}H{:.1f}"/>').format(LEFT, y, WIDTH - RIGHT)
    return line + Markup('<text class="label" x="{:.1f}" y="{:.1f}">{}</text>').format(LEFT - 6, y + 4, label)


def _round(scale: Scale, start: int) -> Markup:
    return Markup('<path class="round" d="M{:.1f} {:.1f}V{:.1f}"/>').format(scale.x(start), TOP, HEIGHT - BOTTOM)


def _lines(review: Review, points: list[tuple[float, ...]], scale: Scale) -> list[Markup]:
    return [_line(seat, [point[seat] for point in points], scale) for seat in range(len(review.names))]


def _line(seat: int, shares: list[float], scale: Scale) -> Markup:
    path = " ".join(f"{'L' if ply else 'M'}{scale.x(ply):.1f} {scale.y(share):.1f}" for ply, share in enumerate(shares))
    dashes = DASHES[seat % len(DASHES)]
    return Markup('<path class="chance-line seat-{}" stroke-dasharray="{}" d="{}"/>').format(seat, dashes, path)


def legend(review: Review) -> Markup:
    """Returns a list of the players with the lines that stand for them."""
    items = [
        Markup(
            '<li><svg viewBox="0 0 40 8" aria-hidden="true"><path class="chance-line seat-{}" stroke-dasharray="{}" '
            'd="M0 4H40"/></svg> {}</li>'
        ).format(seat, DASHES[seat % len(DASHES)], escape(name))
        for seat, name in enumerate(review.names)
    ]
    return Markup('<ul class="legend">{}</ul>').format(Markup("").join(items))

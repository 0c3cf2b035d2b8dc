"""The chances of all seats over a game, as one SVG picture."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from spiritboard.review.review import Review
from spiritboard.table.record import Record

ROUND_KIND = "round"  # the kind of event that begins a round
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
class Frame:
    """The size of a picture. Letters have a fixed size in it, so a narrow screen needs a narrow picture."""

    width: float
    height: float
    left: float = 44.0
    right: float = 16.0
    top: float = 12.0
    bottom: float = 12.0

    @property
    def span(self) -> float:
        """Returns the width of the part with the lines."""
        return self.width - self.left - self.right

    @property
    def base(self) -> float:
        """Returns where the lines of the chance 0 are."""
        return self.height - self.bottom

    @property
    def view_box(self) -> str:
        return f"0 0 {self.width:.0f} {self.height:.0f}"


WIDE, NARROW = Frame(960.0, 320.0), Frame(380.0, 230.0)


@dataclass(frozen=True)
class Scale:
    """Turns plies and chances into places of the picture."""

    plies: int
    frame: Frame = WIDE

    def x(self, ply: float) -> float:
        return self.frame.left + self.frame.span * ply / max(1, self.plies)

    def y(self, chance: float) -> float:
        return self.frame.top + (self.frame.base - self.frame.top) * (1.0 - chance)


def chances(review: Review) -> list[tuple[float, ...]]:
    """Returns each seat's chance after the deal, after every move, and at the end."""
    return [*(move.chances.values for move in review.moves), review.final]


def chart(review: Review, rounds: list[int], frame: Frame = WIDE) -> Markup:
    """Returns the picture. Each seat's line has the class `chance-line seat-N`; the page brings the colours."""
    points = chances(review)
    scale = Scale(len(points) - 1, frame)
    label = f"The chance of victory of {', '.join(review.names)} during the game"
    marks = [_round(scale, start) for start in rounds]
    inside = Markup("").join([_grid(scale), *marks, *_lines(review, points, scale)])
    return Markup('<svg class="chances" viewBox="{}" role="img" aria-label="{}">{}</svg>').format(
        frame.view_box, label, inside
    )


def moment_marks(review: Review, ply: int, frame: Frame = WIDE) -> Markup:
    """Returns a picture of the same size with a line at this moment, and a dot on each seat's line."""
    points = chances(review)
    scale = Scale(len(points) - 1, frame)
    x = scale.x(ply)
    line = Markup('<path class="moment-line" d="M{:.1f} {:.1f}V{:.1f}"/>').format(x, frame.top, frame.base)
    dots = [
        Markup('<circle class="seat-{}" cx="{:.1f}" cy="{:.1f}" r="5"/>').format(seat, x, scale.y(chance))
        for seat, chance in enumerate(points[ply])
    ]
    return Markup('<svg class="moment-marks" viewBox="{}" aria-hidden="true">{}</svg>').format(
        frame.view_box, Markup("").join([line, *dots])
    )


def _grid(scale: Scale) -> Markup:
    return Markup("").join(_grid_line(scale, part / 4, f"{25 * part} %") for part in range(5))


def _grid_line(scale: Scale, chance: float, label: str) -> Markup:
    frame, y = scale.frame, scale.y(chance)
    line = Markup('<path class="grid" d="M{:.1f} {:.1f}H{:.1f}"/>').format(frame.left, y, frame.left + frame.span)
    return line + Markup('<text class="label" x="{:.1f}" y="{:.1f}">{}</text>').format(frame.left - 6, y + 4, label)


def _round(scale: Scale, start: int) -> Markup:
    frame = scale.frame
    return Markup('<path class="round" d="M{:.1f} {:.1f}V{:.1f}"/>').format(scale.x(start), frame.top, frame.base)


def _lines(review: Review, points: list[tuple[float, ...]], scale: Scale) -> list[Markup]:
    return [_line(seat, [point[seat] for point in points], scale) for seat in range(len(review.names))]


def _line(seat: int, shares: list[float], scale: Scale) -> Markup:
    path = " ".join(f"{'L' if ply else 'M'}{scale.x(ply):.1f} {scale.y(share):.1f}" for ply, share in enumerate(shares))
    dashes = DASHES[seat % len(DASHES)]
    return Markup('<path class="chance-line seat-{}" stroke-dasharray="{}" d="{}"/>').format(seat, dashes, path)


def legend(review: Review, ply: int | None = None) -> Markup:
    """Returns a list of the players with the lines that stand for them, and with their chances after `ply` moves."""
    now = None if ply is None else chances(review)[ply]
    items = [
        Markup(
            '<li><svg viewBox="0 0 40 8" aria-hidden="true"><path class="chance-line seat-{}" stroke-dasharray="{}" '
            'd="M0 4H40"/></svg> {}{}</li>'
        ).format(seat, DASHES[seat % len(DASHES)], name, _share(now[seat] if now else None))
        for seat, name in enumerate(review.names)
    ]
    return Markup('<ul class="legend">{}</ul>').format(Markup("").join(items))


def _share(chance: float | None) -> Markup:
    return Markup("") if chance is None else Markup(" <b>{:.0f}\u202f%</b>").format(100 * chance)

"""A review as one HTML page that loads nothing: no script, and no other file."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import spiritboard
from spiritboard.review.chart import chart, legend, round_starts
from spiritboard.review.review import Review, ReviewedMove
from spiritboard.review.words import LOSS_WORDS, lucky_moments, percent, turning_points
from spiritboard.table.events import with_names
from spiritboard.table.record import Record
from spiritboard.table.registry import find

REVIEW_FOLDER = Path(__file__).parent


def review_page(review: Review, record: Record) -> str:
    """Returns the page as text."""
    environment = Environment(
        loader=FileSystemLoader(REVIEW_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = percent
    environment.filters["signed"] = lambda share: f"{100 * share:+.1f}"
    return environment.get_template("page.html").render(
        title=f"{find(review.game).title}: what was luck, and what was you",
        version=spiritboard.__version__,
        style=Markup((REVIEW_FOLDER / "page.css").read_text(encoding="utf-8")),
        chart=chart(review, round_starts(record)),
        legend=legend(review),
        seats=review.seats(),
        widest=max(abs(part) for seat in review.seats() for part in (seat.luck, *seat.decisions)) or 1.0,
        loss_words=LOSS_WORDS,
        turning=turning_points(review, record),
        lucky=[moment for seat in range(len(review.names)) for moment in lucky_moments(review, seat, record) if moment],
        decisions=[_decision(review, move) for move in review.moves if move.decision is not None],
    )


def _decision(review: Review, move: ReviewedMove) -> dict[str, object]:
    """Returns what the page shows of one decision: the moves that there were, best first."""
    assert move.decision is not None
    game, names = find(review.game), list(review.names)
    return {
        "number": move.ply + 1,
        "name": review.names[move.seat],
        "mistake": move.decision.is_mistake,
        "loss": max(0.0, move.decision.loss),
        "choices": [
            {
                "words": with_names(game.say_path(choice.path), names),
                "chance": choice.chance,
                "error": choice.error,
                "made": at == move.decision.made,
            }
            for at, choice in enumerate(move.decision.choices)
        ],
    }

"""The rules of a game: for people, with figures, and by id. They are a page, and a drawer beside a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from litestar import Request, Response, get
from litestar.enums import MediaType
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from spiritboard.server.answers import game_or_404, html
from spiritboard.server.figures import figure_html
from spiritboard.server.people import People
from spiritboard.server.render import art, card, page
from spiritboard.table.game import Game
from spiritboard.table.how_to_play import COVERED, FIGURE, RULE
from spiritboard.table.pieces import PROVENANCE_WORDS

MARKDOWN = MarkdownIt("js-default", {"html": False})  # HTML tags in a text are shown as text


@get("/rules/{game_id:str}")
async def rules(request: Request, people: People, game_id: str) -> Response[str]:
    game = game_or_404(game_id)
    return html(request, people, "rules.html", f"{game.title}: the rules", **rules_context(game), art=art(game.id))


@get("/rules/{game_id:str}/drawer")
async def drawer(game_id: str) -> Response[str]:
    """The same without the frame of a page, for a table that has the game's pictures already."""
    return Response(page("rules_body.html", **rules_context(game_or_404(game_id))), media_type=MediaType.HTML)


RULES_HANDLERS = [rules, drawer]


def rules_context(game: Game) -> dict[str, object]:
    """Returns what the rules show of a game."""
    tables = game.own_pieces.tables()
    shown = {cell.provenance for table in tables for row in table.rows for cell in row}
    return {
        "game": card(game.id),
        "how_to_play": how_to_play_html(game),
        "ledger": ledger_html(game),
        "terms": game.help.terms,
        "tables": tables,
        "provenance": {code: words for code, words in PROVENANCE_WORDS.items() if code in shown and code != "rulebook"},
    }


@dataclass(frozen=True)
class Section:
    """A section of the rules for people."""

    id: str
    title: str
    body: Markup


@cache
def how_to_play_html(game: Game) -> tuple[Section, ...]:
    """Returns the sections of the rules for people; none if the game brings no such text."""
    if game.how_to_play is None:
        return ()
    tokens = MARKDOWN.parse(game.how_to_play.text)
    return tuple(_section(game, title, part) for title, part in _by_heading(tokens))


def _by_heading(tokens: list[Token]) -> Iterator[tuple[str, list[Token]]]:
    """Yields the title of each section and the tokens below it."""
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        yield tokens[start + 1].content, tokens[start + 3 : end]  # after the tokens that open, fill and close a heading


def _section(game: Game, title: str, tokens: list[Token]) -> Section:
    for at, token in enumerate(tokens):
        if token.type == "inline":
            _note_rules(tokens, at)
            _draw_figure(game, tokens, at)
    return Section(title.lower().replace(" ", "-"), title, _rendered(tokens))


def _note_rules(tokens: list[Token], at: int) -> None:
    """Take the ids of rules from the end of a paragraph or item, and put them into its attributes and behind it."""
    inline = tokens[at]
    covered = COVERED.search(inline.content)
    if covered is None:
        return
    inline.children = MARKDOWN.parseInline(inline.content[: covered.start()])[0].children or []
    inline.children.append(Token("html_inline", "", 0, content=_rule_links(covered[1].split())))
    opening = tokens[at - 2] if tokens[at - 1].hidden else tokens[at - 1]  # a short item has no paragraph of its own
    opening.attrSet("data-rules", covered[1])


def _rule_links(rules: list[str]) -> str:
    links = " ".join(f'<a href="#{rule}" data-ledger="{rule}">{rule}</a>' for rule in rules)
    return f' <span class="rule-ids">{links}</span>'


def _draw_figure(game: Game, tokens: list[Token], at: int) -> None:
    """Put a figure in the place of a paragraph that consists of it."""
    found = FIGURE.fullmatch(tokens[at].content)
    if found is not None:
        blank = Token("html_block", "", 0)
        drawn = Token("html_block", "", 0, content=str(figure_html(game, found[2], found[1])))
        tokens[at - 1 : at + 2] = [blank, drawn, blank]


@cache
def ledger_html(game: Game) -> Markup:
    """Returns the rules by id without their title. Each rule has its id as an anchor."""
    tokens = MARKDOWN.parse(game.rules_text.partition("\n")[2])
    for at, token in enumerate(tokens):
        named = RULE.match(f"- {token.content}") if token.type == "inline" else None
        if named is not None:
            tokens[at - 2].attrSet("id", str(escape(named[1])))
    return _rendered(tokens)


def _rendered(tokens: list[Token]) -> Markup:
    return Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))

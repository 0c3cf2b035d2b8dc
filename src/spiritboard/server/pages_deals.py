"""The pages of deals that several people play: those of the day, and those of finished games."""

from __future__ import annotations

from datetime import date, timedelta

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from spiritboard.server import further_tables
from spiritboard.server.access import must_see
from spiritboard.server.address import Address
from spiritboard.server.answers import html, see
from spiritboard.server.deals import Deal, Result, Try
from spiritboard.server.live_table import LiveTable
from spiritboard.server.people import People, Person, new_person
from spiritboard.server.render import card
from spiritboard.server.same_deal import Shown, day_key, first_person
from spiritboard.server.table_info import live_table_or_404
from spiritboard.server.table_service import TableService
from spiritboard.table.game import Game
from spiritboard.table.registry import games

SHOWN_DAYS = 7  # before today, on the page of all deals
NO_DEAL = "There is no such deal, or its day has not come yet."


@get("/deals")
async def deals_of_the_day(request: Request, service: TableService, people: People) -> Response[str]:
    """Show the deals of today, and links to those of the days before."""
    same_deal, person = service.same_deal, people.known(request)
    today = same_deal.today()
    played = await same_deal.tries_today(person.id if person else None)
    context = {
        "day": said_day(today),
        "left": said_time(same_deal.seconds_left()),
        "today": [_of_today(game, today, played) for game in games().values()],
        "days": [_past(today - timedelta(days)) for days in range(1, SHOWN_DAYS + 1)],
    }
    return html(request, people, "deals.html", "Deal of the day", **context)


def _of_today(game: Game, today: date, played: dict[str, Try]) -> dict[str, object]:
    key = day_key(game, today)
    own = played.get(key)
    return {
        "game": card(game.id),
        "url": f"/deals/{key}",
        "players": game.seats_of_the_day,
        "state": state_of(own),
        "table": f"/tables/{own.table_key}" if own else None,
    }


def _past(day: date) -> dict[str, object]:
    listed = [{"url": f"/deals/{day_key(game, day)}", "title": game.title} for game in games().values()]
    return {"day": said_day(day), "deals": listed}


def state_of(own: Try | None) -> str:
    """Returns how far a person has come with a deal: "new", "begun" or "finished"."""
    return "new" if own is None else "begun" if own.finished is None else "finished"


def said_day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def said_time(seconds: float) -> str:
    """Returns a time in hours and minutes."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


@get("/deals/{key:str}")
async def deal_page(
    request: Request, service: TableService, people: People, address: Address, key: str
) -> Response[str]:
    """Show a deal, and how others did once this person has finished it."""
    person = people.known(request)
    shown = await service.same_deal.shown(await _deal_or_404(service, key), person.id if person else None)
    deal, same_deal = shown.deal, service.same_deal
    invitation = address.invitation(request)
    results = shown.results if shown.may_see else []
    context = {
        "url": f"/deals/{key}",
        "day": said_day(date.fromisoformat(deal.day)) if deal.day else None,
        "players": len(deal.levels),
        "runs": same_deal.runs(deal),
        "left": said_time(same_deal.seconds_left()),
        "state": state_of(shown.own),
        "table": f"/tables/{shown.own.table_key}" if shown.own else None,
        "may_see": shown.may_see,
        "finished": _people(shown),
        "results": [_line(result, person) for result in results],
        "won": shown.won if shown.may_see else 0,
        "share": round(100 * shown.won / len(results)) if results else 0,
        "link": f"{invitation.base}/deals/{key}",
        "note": invitation.note,
    }
    title = f"The deal of the day: {card(deal.game).title}" if deal.day else f"The same deal: {card(deal.game).title}"
    return html(request, people, "deal.html", title, game=card(deal.game), **context)


def _people(shown: Shown) -> str:
    count = len(shown.results)
    return "Nobody has" if count == 0 else "One person has" if count == 1 else f"{count} people have"


def _line(result: Result, person: Person | None) -> dict[str, object]:
    return {
        "name": result.name,
        "place": result.place,
        "score": result.score,
        "replay": f"/tables/{result.table}/replay?ply=0",
        "you": person is not None and result.person == person.id,
    }


async def _deal_or_404(service: TableService, key: str) -> Deal:
    deal = await service.same_deal.find(key)
    if deal is None or deal.game not in games():
        raise NotFoundException(NO_DEAL)
    return deal


@post("/deals/{key:str}/play")
async def play_deal(request: Request, service: TableService, people: People, key: str) -> Redirect:
    """Sit down at a table of this deal, or at the one where this person plays it already."""
    deal = await _deal_or_404(service, key)
    person = people.known(request) or new_person()
    table = await further_tables.play_deal(service, deal, person, people.network(request))
    return see(f"/tables/{table}", people.cookie(person))


@get("/tables/{key:str}/deal")
async def ask_for_deal(request: Request, service: TableService, people: People, key: str) -> Response:
    """Explain what it means to play the deal of a finished game again."""
    live = await _finished(request, service, people, key)
    if live.stored.deal_key is not None:
        return see(f"/deals/{live.stored.deal_key}")
    person = people.known(request)
    seat = first_person(live, person.id if person else None)
    context = {"key": key, "names": live.names, "seat_name": live.names[seat]}
    return html(request, people, "deal_again.html", "Play this deal again?", game=card(live.game.id), **context)


@post("/tables/{key:str}/deal")
async def make_deal(request: Request, service: TableService, people: People, key: str) -> Redirect:
    """Make the deal of a finished game one that others can play."""
    live = await _finished(request, service, people, key)
    person = people.known(request)
    deal = await service.same_deal.made_of(live, person.id if person else None)
    return see(f"/deals/{deal.key}")


async def _finished(request: Request, service: TableService, people: People, key: str) -> LiveTable:
    """Returns a game that this person may see. Raises BadSetup if nobody can play its deal again."""
    live = await live_table_or_404(service, key)
    await must_see(service, live, people.known(request))
    service.same_deal.check_finished(live)
    return live


DEAL_HANDLERS = [deals_of_the_day, deal_page, play_deal, ask_for_deal, make_deal]

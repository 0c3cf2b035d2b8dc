"""Pages for a person about themselves: their seat on other devices, their browsers, what is kept, and erasing it."""

from __future__ import annotations

import json

from litestar import Request, Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_400_BAD_REQUEST, HTTP_410_GONE

from spiritboard.server.address import Address
from spiritboard.server.answers import Form, html, label_of, see
from spiritboard.server.identity import LINK_SECONDS, BadLink, Identity
from spiritboard.server.own_data import day
from spiritboard.server.passkeys import BadPasskey, Site
from spiritboard.server.people import People, Person, no_cookie
from spiritboard.server.render import qr_code

NOBODY = "This browser has no seat yet. It gets one as soon as you sit down at a table or choose a name."


def _me(request: Request, people: People) -> Person:
    """Returns the person of this browser. Raises PermissionDeniedException if it has none."""
    person = people.known(request)
    if person is None:
        raise PermissionDeniedException(NOBODY)
    return person


def _site(request: Request, address: Address) -> Site:
    """Returns the address to which passkeys belong: the one that this browser has opened."""
    return Site(address.base(request))


# The page, and links to other devices.


@get("/me")
async def me(request: Request, identity: Identity, people: People, address: Address) -> Response[str]:
    """Show the person's browsers and passkeys. A browser without a person is offered to come back."""
    person = people.known(request)
    if person is None:
        return html(request, people, "come_back.html", "Come back", no_passkeys=_site(request, address).refusal())
    person = await identity.arrive(person, label_of(request))
    return await _page(request, identity, people, address, person)


@post("/me/link", status_code=HTTP_200_OK)
async def make_link(request: Request, identity: Identity, people: People, address: Address) -> Response[str]:
    person = await identity.arrive(_me(request, people), label_of(request))
    invitation = address.invitation(request)
    url = f"{invitation.base}/take/{identity.link(person)}"
    link = {"url": url, "note": invitation.note, "qr": qr_code(url), "minutes": LINK_SECONDS // 60}
    return await _page(request, identity, people, address, person, link)


async def _page(
    request: Request,
    identity: Identity,
    people: People,
    address: Address,
    person: Person,
    link: dict[str, object] | None = None,
) -> Response[str]:
    browsers = [
        {
            "key": each.browser,
            "label": each.label,
            "since": day(each.since),
            "seen": day(each.seen),
            "is_this": each.browser == person.browser,
        }
        for each in await identity.browsers(person)
    ]
    keys = [
        {"key": each.digest, "label": each.label, "since": day(each.since), "used": each.used and day(each.used)}
        for each in await identity.passkeys(person)
    ]
    context = {"browsers": browsers, "passkeys": keys, "link": link, "no_passkeys": _site(request, address).refusal()}
    page = html(request, people, "me.html", "Your devices", **context)
    page.set_cookie(people.cookie(person))
    return page


@get("/take/{link:str}")
async def ask_to_take(request: Request, identity: Identity, people: People, link: str) -> Response[str]:
    """Ask whether this browser shall become the owner of the link. Looking at it does not use it up."""
    try:
        owner = await identity.owner(link)
    except BadLink as bad:
        raise _gone(bad) from None
    here = people.known(request)
    other = here.name if here is not None and here.id != owner.id else None
    context = {"owner": owner.name, "other": other, "is_same": here is not None and here.id == owner.id, "link": link}
    return html(request, people, "take.html", "Take your seat", **context)


@post("/take/{link:str}")
async def take(request: Request, identity: Identity, people: People, link: str) -> Redirect:
    """Make this browser the owner of the link."""
    try:
        return see("/mine", people.cookie(await identity.take(link, label_of(request))))
    except BadLink as bad:
        raise _gone(bad) from None


def _gone(bad: BadLink) -> HTTPException:
    return HTTPException(str(bad), status_code=HTTP_410_GONE)


@post("/me/browsers/{browser:str}/sign-out")
async def sign_out(request: Request, identity: Identity, people: People, browser: str) -> Redirect:
    person = _me(request, people)
    if not await identity.sign_out(person, browser):
        raise NotFoundException("You have no such browser.")
    return see("/me", no_cookie() if browser == person.browser else None)


# Passkeys. The script `passkeys.js` sends and receives JSON.


@post("/me/passkeys/options", status_code=HTTP_200_OK)
async def options_to_make(request: Request, identity: Identity, people: People, address: Address) -> Response[str]:
    site, person = _site(request, address), _me(request, people)
    return _answer(site.refusal() or await identity.options_to_make(site, person), bool(site.refusal()))


@post("/me/passkeys", status_code=HTTP_200_OK)
async def add_passkey(request: Request, identity: Identity, people: People, address: Address) -> Response[str]:
    person = _me(request, people)
    answer = await _sent(request)
    try:
        await identity.add_passkey(_site(request, address), person, answer, label_of(request))
    except BadPasskey as bad:
        return _answer(str(bad), is_error=True)
    return _answer('{"next": "/me"}')


@post("/me/passkeys/{key:str}/remove")
async def remove_passkey(request: Request, identity: Identity, people: People, key: str) -> Redirect:
    if not await identity.remove_passkey(_me(request, people), key):
        raise NotFoundException("You have no such passkey.")
    return see("/me")


@post("/come-back/options", status_code=HTTP_200_OK)
async def options_to_come_back(request: Request, identity: Identity, address: Address) -> Response[str]:
    site = _site(request, address)
    return _answer(site.refusal() or identity.options_to_come_back(site), bool(site.refusal()))


@post("/come-back", status_code=HTTP_200_OK)
async def come_back(request: Request, identity: Identity, people: People, address: Address) -> Response[str]:
    """Make this browser the person whose passkey has answered."""
    answer = await _sent(request)
    try:
        person = await identity.come_back(_site(request, address), answer, label_of(request))
    except BadPasskey as bad:
        return _answer(str(bad), is_error=True)
    found = _answer('{"next": "/mine"}')
    found.set_cookie(people.cookie(person))
    return found


async def _sent(request: Request) -> str:
    try:
        return (await request.body()).decode()
    except UnicodeDecodeError:
        return ""


def _answer(text: str, is_error: bool = False) -> Response[str]:
    """Returns JSON for a script: this text, or an error with this sentence."""
    content = json.dumps({"error": text}) if is_error else text
    status = HTTP_400_BAD_REQUEST if is_error else HTTP_200_OK
    return Response(content, media_type=MediaType.JSON, status_code=status)


# What is kept.


@get("/me/export")
async def export(request: Request, identity: Identity, people: People) -> Response[str]:
    """Return all that is kept about the person, as a file."""
    kept = await identity.export(_me(request, people))
    headers = {"Content-Disposition": 'attachment; filename="spiritboard-me.json"'}
    return Response(json.dumps(kept, indent=2, ensure_ascii=False), media_type=MediaType.JSON, headers=headers)


@get("/me/erase")
async def ask_to_erase(request: Request, people: People) -> Response[str]:
    """Ask for confirmation, because nothing brings an erased person back."""
    _me(request, people)
    return html(request, people, "erase.html", "Erase everything about you?")


@post("/me/erase")
async def erase(request: Request, identity: Identity, people: People, data: Form) -> Response:
    person = _me(request, people)
    if data.get("sure") != "yes":
        return see("/me/erase")
    await identity.erase(person)
    return see("/", no_cookie())


ME_HANDLERS = [
    me,
    make_link,
    ask_to_take,
    take,
    sign_out,
    options_to_make,
    add_passkey,
    remove_passkey,
    options_to_come_back,
    come_back,
    export,
    ask_to_erase,
    erase,
]

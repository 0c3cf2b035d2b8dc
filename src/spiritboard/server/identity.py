"""Who somebody is, on all of their devices: links that bring a seat along, passkeys, browsers, export and erasure."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from itsdangerous import BadSignature, URLSafeSerializer

from spiritboard.server import devices, erasing, own_data, passkeys
from spiritboard.server.devices import Browser, Passkey
from spiritboard.server.limits import HOUR
from spiritboard.server.passkeys import COME_BACK, MAKE, BadPasskey, Challenges, Site
from spiritboard.server.people import Person, new_browser
from spiritboard.server.signed_out import SignedOut
from spiritboard.server.storage import Storage, Unreachable
from spiritboard.server.table_service import TableService

LINK_SECONDS = 600  # for which a link to another device is good
REFRESH_SECONDS = 2.0  # between two looks at what other servers have signed out
OVERLAP_SECONDS = 300.0  # by which these looks overlap, because the clocks of servers differ
MOST_NOTED = 10_000  # browsers of which a server remembers when it noted them


class BadLink(Exception):
    """Raised if a link to another device is not good, with a sentence for the person who has opened it."""


class Identity:
    """The people of a server and their devices."""

    def __init__(
        self,
        service: TableService,
        storage: Storage,
        secret: str,
        signed_out: SignedOut,
        clock: Callable[[], float],
        shared: bool = False,
    ) -> None:
        """`shared` says that other servers have the same people."""
        self._service = service
        self._storage = storage
        self._links = URLSafeSerializer(secret, salt="seat on another device")
        self._challenges = Challenges(secret, clock)
        self._signed_out = signed_out
        self._clock = clock
        self._shared = shared
        self._looked = 0.0  # when the list of signed out browsers was last read
        self._noted: dict[tuple[str, str, str], float] = {}
        self._refreshing: asyncio.Task[None] | None = None

    # The life of the service.

    async def open(self) -> None:
        await self.refresh()
        if self._shared:
            self._refreshing = asyncio.create_task(self._keep_refreshing())

    async def close(self) -> None:
        if self._refreshing is not None:
            self._refreshing.cancel()
            with suppress(asyncio.CancelledError):
                await self._refreshing

    async def _keep_refreshing(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            with suppress(Unreachable):  # StorageHealth logs the outage
                await self.refresh()

    async def refresh(self) -> None:
        """Take over what was signed out since the last look, also by other servers."""
        now = self._clock()
        since = max(0.0, self._looked - OVERLAP_SECONDS)
        self._signed_out.add(await self._service.read(self._storage.transact, devices.refused_since, since))
        self._looked = now

    # Browsers.

    async def arrive(self, person: Person, label: str) -> Person:
        """Returns a person with the id of their browser, which may be new, and notes that they were here."""
        known = person if person.browser else replace(person, browser=new_browser())
        await self.note(known, label)
        return known

    async def note(self, person: Person, label: str) -> None:
        """Store that this browser was seen, at most once an hour. Browsers without an id are not stored."""
        key, now = (person.id, person.browser, person.name), self._clock()
        if not person.browser or now - self._noted.get(key, -HOUR) < HOUR:
            return
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        row = (person.id, person.name, person.browser, label, now)
        await self._service.stored(self._storage.transact, devices.note, *row)
        self._noted[key] = now

    async def browsers(self, person: Person) -> list[Browser]:
        return await self._service.read(self._storage.transact, devices.browsers_of, person.id)

    async def sign_out(self, person: Person, browser: str) -> bool:
        """Sign out one of the person's browsers. Returns whether they have it."""
        refused = await self._service.stored(
            self._storage.transact, devices.sign_out, person.id, browser, self._clock()
        )
        if refused is not None:
            self._signed_out.add([refused])
            self._noted = {key: at for key, at in self._noted.items() if key[1] != browser}
        return refused is not None

    # Links to another device.

    def link(self, person: Person) -> str:
        """Returns what makes another browser this person, once and for ten minutes."""
        text = self._links.dumps([person.id, person.browser, secrets.token_urlsafe(9), int(self._clock())])
        return text if isinstance(text, str) else text.decode()

    async def owner(self, link: str) -> Person:
        """Returns the person whose link this is. Raises BadLink if it is too old or was never made."""
        try:
            person, browser, _, made = self._links.loads(link)
            age = self._clock() - float(made)
        except (BadSignature, TypeError, ValueError):
            raise BadLink("This link is not one of ours. Perhaps a part of it is missing.") from None
        if not -OVERLAP_SECONDS <= age <= LINK_SECONDS:
            raise BadLink("This link is too old: such a link is good for ten minutes. Please make another one.")
        name = await self._service.read(self._storage.transact, devices.name_of, str(person))
        if name is None or self._signed_out.has(str(person), str(browser)):
            raise BadLink("The browser that made this link has been signed out since.")
        return Person(str(person), name)

    async def take(self, link: str, label: str) -> Person:
        """Returns the person whose link this is, in a browser of their own. Raises BadLink if it is not good, or was
        used before."""
        owner = await self.owner(link)
        if not await self._service.stored(self._storage.transact, devices.use, f"link {link}", self._clock()):
            raise BadLink("This link was used before, and is good only once. Please make another one.")
        return await self.arrive(owner, label)

    # Passkeys.

    async def passkeys(self, person: Person) -> list[Passkey]:
        return await self._service.read(self._storage.transact, devices.passkeys_of, person.id)

    async def options_to_make(self, site: Site, person: Person) -> str:
        """Returns the options, as JSON, with which this person's browser makes a passkey."""
        known = await self.passkeys(person)
        return passkeys.options_to_make(site, self._challenges.new(MAKE, person.id), person.name, known)

    async def add_passkey(self, site: Site, person: Person, answer: str, label: str) -> None:
        """Store the passkey that a browser has made. Raises BadPasskey if the answer does not prove it, comes a second
        time, or if the person has too many."""
        challenge = passkeys.answered_challenge(answer)
        used_up = self._challenges.check(challenge, MAKE, person.id)
        made = passkeys.made(site, answer, challenge, person.id, label, self._clock())
        await self._use_up(used_up)
        if not await self._service.stored(self._storage.transact, devices.add_passkey, made):
            raise BadPasskey(f"That passkey is known here already, or you have {devices.MOST_PASSKEYS} of them.")

    def options_to_come_back(self, site: Site) -> str:
        """Returns the options, as JSON, with which any browser asks for a passkey."""
        return passkeys.options_to_come_back(site, self._challenges.new(COME_BACK))

    async def come_back(self, site: Site, answer: str, label: str) -> Person:
        """Returns the person whose passkey has answered. Raises BadPasskey if it proves nothing or comes again."""
        challenge, credential = passkeys.answered_challenge(answer), passkeys.credential_of(answer)
        used_up = self._challenges.check(challenge, COME_BACK)
        own = await self._service.read(self._storage.transact, devices.passkey, credential)
        if own is None:
            raise BadPasskey("Nobody here has this passkey. Perhaps its owner has removed it.")
        uses = passkeys.uses_proved(site, answer, challenge, own)
        await self._use_up(used_up)
        await self._service.stored(self._storage.transact, devices.count_use, own, uses, self._clock())
        name = await self._service.read(self._storage.transact, devices.name_of, own.person)
        if name is None:
            raise BadPasskey("Nobody here has this passkey. Perhaps its owner has removed it.")
        return await self.arrive(Person(own.person, name), label)

    async def remove_passkey(self, person: Person, key: str) -> bool:
        """Remove one of the person's passkeys. Returns whether they had it."""
        return await self._service.stored(self._storage.transact, devices.remove_passkey, person.id, key)

    async def _use_up(self, what: str) -> None:
        if not await self._service.stored(self._storage.transact, devices.use, what, self._clock()):
            raise BadPasskey("This answer was used before. Please try again.")

    # What is kept.

    async def export(self, person: Person) -> dict[str, object]:
        """Returns all that is kept about a person, as data for JSON."""
        kept = await self._service.read(self._storage.transact, own_data.kept, person.id)
        return {"name_in_this_browser": person.name, **kept}

    async def erase(self, person: Person) -> None:
        """Erase a person. Their tables go on without them, and their browsers are signed out."""
        erased = await self._service.stored(self._storage.transact, erasing.erase, person.id, self._clock())
        self._noted = {key: at for key, at in self._noted.items() if key[0] != person.id}
        self._signed_out.add([erased.refused])
        await self._service.seat_anew(erased.tables)

"""How a person is known: by a signed cookie with an id that nobody can guess, the chosen name, and the browser."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from spiritboard.server.limits import network_of
from spiritboard.server.signed_out import SignedOut
from spiritboard.server.system import keep_private, make_private
from spiritboard.table.names import speaks_of_the_reader

COOKIE = "spirit"
YEAR = 365 * 24 * 3600
UNNAMED = "Guest"  # the name of a person who has not chosen one


@dataclass(frozen=True)
class Person:
    """A person with a cookie."""

    id: str
    name: str
    browser: str = ""  # the id of the browser with this cookie; empty until it has opened the page about the person

    @property
    def is_named(self) -> bool:
        """Returns whether the person has chosen a name."""
        return self.name != UNNAMED


class People:
    """Reads and signs the cookies of people."""

    def __init__(self, secret: str, signed_out: SignedOut | None = None) -> None:
        self._signer = URLSafeSerializer(secret, salt="person")
        self._network_key = f"network {secret}".encode()
        self.signed_out = signed_out or SignedOut()

    def known(self, connection: ASGIConnection) -> Person | None:
        """Returns the person of this connection's cookie. Returns None if there is none, if we did not sign it, or if
        the browser was signed out."""
        try:
            person_id, name, *rest = self._signer.loads(connection.cookies.get(COOKIE, ""))
        except (BadSignature, ValueError, TypeError):
            return None
        # Earlier versions let people be called "You".
        shown = UNNAMED if speaks_of_the_reader(str(name)) else str(name)
        person = Person(str(person_id), shown, str(rest[0]) if rest else "")
        return None if self.signed_out.has(person.id, person.browser) else person

    @contextmanager
    def closing(self, person: Person | None, close: Callable[[], object]) -> Iterator[None]:
        """Call `close` if this person's browser is signed out meanwhile."""
        if person is None:
            yield
            return
        with self.signed_out.closing(person.id, person.browser, close):
            yield

    def network(self, connection: ASGIConnection) -> str:
        """Returns a keyed hash of this connection's network, from which no address can be read. Empty if the network is
        not known."""
        if connection.client is None:
            return ""
        network = network_of(connection.client.host).encode()
        return hmac.new(self._network_key, network, "sha256").hexdigest()[:32]

    def cookie(self, person: Person) -> Cookie:
        """Returns this person's cookie. If people use https, edge.py adds the flag Secure.

        Without a browser it is written as earlier versions wrote it, so that servers of those can read it meanwhile."""
        value = self._signer.dumps([person.id, person.name, *([person.browser] if person.browser else [])])
        text = value if isinstance(value, str) else value.decode()
        return Cookie(COOKIE, value=text, max_age=YEAR, path="/", httponly=True, samesite="lax")


def no_cookie() -> Cookie:
    """Returns the cookie that removes a person's cookie from their browser."""
    return Cookie(COOKIE, value="", max_age=0, path="/", httponly=True, samesite="lax")


def new_person(name: str = UNNAMED) -> Person:
    return Person(secrets.token_urlsafe(12), name)


def new_browser() -> str:
    return secrets.token_urlsafe(12)


def viewer(person: Person | None) -> dict[str, str]:
    """Returns what every page shows of the person who opens it: the name that they have chosen, or an empty text."""
    return {"chosen": person.name if person is not None and person.is_named else ""}


def secret_in(folder: Path) -> str:
    """Returns the key that cookies are signed with. It is made once, and other users cannot read its file."""
    file = folder / "secret"
    if not file.exists() or not file.read_text().strip():
        keep_secret(folder, secrets.token_hex(32))
    keep_private(file)
    return file.read_text().strip()


def keep_secret(folder: Path, secret: str) -> None:
    """Store the key that cookies are signed with."""
    make_private(folder)
    # Written to another file and then renamed, so that a crash cannot leave an empty secret behind.
    draft = folder / f"secret.{secrets.token_hex(8)}"
    draft.touch(mode=0o600)
    draft.write_text(secret)
    draft.replace(folder / "secret")

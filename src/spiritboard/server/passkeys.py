"""Passkeys (WebAuthn): a person comes back in any browser with a key that their own device keeps.

The library is an extra, so this module imports it only when it is used. A challenge is signed, not stored: it holds its
purpose, its person and its time. Who has answered it correctly uses it up.
"""

from __future__ import annotations

import importlib.util
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from spiritboard.server.address import is_ip_address
from spiritboard.server.devices import Passkey
from spiritboard.server.signed_out import digest

T = TypeVar("T")
CHALLENGE_SECONDS = 300
LONGEST_CREDENTIAL = 2000  # characters of its id and of its public key
SITE = "Spiritboard"
MAKE, COME_BACK = "make", "come back"
INSTALL = "This server has no passkeys. Its owner can add them: pip install 'spiritboard[passkeys]'"
NEED_NAME = "Passkeys work only at an address with a name, over https or at localhost, and not at a bare number."


class BadPasskey(Exception):
    """Raised if a browser's answer does not prove what it should."""


@dataclass(frozen=True)
class Site:
    """The address to which passkeys belong."""

    origin: str  # like https://play.example.org

    @property
    def name(self) -> str:
        return urlsplit(self.origin).hostname or ""

    def refusal(self) -> str:
        """Returns why there are no passkeys here; an empty text if there are."""
        if importlib.util.find_spec("webauthn") is None:
            return INSTALL
        is_safe = self.origin.startswith("https:") or self.name == "localhost"
        return "" if is_safe and not is_ip_address(self.name) else NEED_NAME


class Challenge(NamedTuple):
    purpose: str
    person: str
    nonce: str
    made: float


class Challenges:
    """Makes and checks the challenges that browsers answer."""

    def __init__(self, secret: str, clock: Callable[[], float]) -> None:
        self._signer = URLSafeSerializer(secret, salt="passkey challenge")
        self._clock = clock

    def new(self, purpose: str, person: str = "") -> bytes:
        challenge = Challenge(purpose, person, secrets.token_urlsafe(16), self._clock())
        return str(self._signer.dumps(list(challenge))).encode()

    def check(self, answered: bytes, purpose: str, person: str = "") -> str:
        """Returns the name under which this challenge is used up. Raises BadPasskey if it is not one of ours, for this
        purpose and person, and from the last minutes."""
        try:
            found = Challenge(*self._signer.loads(answered))
        except (BadSignature, TypeError, ValueError):
            raise BadPasskey("This is not an answer to a question of this server.") from None
        if (found.purpose, found.person) != (purpose, person):
            raise BadPasskey("This is not an answer to a question of this server.")
        if not 0 <= self._clock() - found.made <= CHALLENGE_SECONDS:
            raise BadPasskey("That took too long. Please try again.")
        return f"challenge {found.nonce}"


def options_to_make(site: Site, challenge: bytes, name: str, known: list[Passkey]) -> str:
    """Returns the options, as JSON, with which a browser makes a passkey. Devices that have one make no second one."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name=SITE,
        user_name=name,
        user_id=secrets.token_bytes(16),  # a device shows nothing of it, and we find the person by the key
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(each.credential)) for each in known
        ],
    )
    return webauthn.options_to_json(options)


def options_to_come_back(site: Site, challenge: bytes) -> str:
    """Returns the options, as JSON, with which a browser asks for any passkey of this site."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=site.name, challenge=challenge, user_verification=structs.UserVerificationRequirement.PREFERRED
    )
    return webauthn.options_to_json(options)


def answered_challenge(answer: str) -> bytes:
    """Returns the challenge that a browser's answer names. Raises BadPasskey if the answer is not understood."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json

    def read() -> bytes:
        response = msgspec.json.decode(answer)["response"]
        return parse_client_data_json(base64url_to_bytes(response["clientDataJSON"])).challenge

    return _checked(read)


def credential_of(answer: str) -> str:
    """Returns the id of the credential that a browser's answer names. Raises BadPasskey if there is none."""
    found = _checked(lambda: msgspec.json.decode(answer)["id"])
    if not isinstance(found, str) or len(found) > LONGEST_CREDENTIAL:
        raise BadPasskey("That passkey was not understood.")
    return found


def made(site: Site, answer: str, challenge: bytes, person: str, label: str, now: float) -> Passkey:
    """Returns the passkey that a browser has made. Raises BadPasskey if the answer does not prove it."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    found = _checked(
        lambda: webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    )
    credential, key = bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key)
    if max(len(credential), len(key)) > LONGEST_CREDENTIAL:
        raise BadPasskey("That passkey was not understood.")
    return Passkey(digest("passkey", credential), person, credential, key, found.sign_count, label, now)


def uses_proved(site: Site, answer: str, challenge: bytes, own: Passkey) -> int:
    """Returns how often the device has used this passkey. Raises BadPasskey if the answer was not made with it."""
    import webauthn

    found = _checked(
        lambda: webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=webauthn.base64url_to_bytes(own.public_key),
            credential_current_sign_count=own.uses,
        )
    )
    return found.new_sign_count


def _checked(work: Callable[[], T]) -> T:
    """Returns what the library returns. Raises BadPasskey for everything that it cannot read or prove, because the
    answer comes from a stranger."""
    try:
        return work()
    except Exception as error:
        raise BadPasskey("That passkey could not be checked. Please try again.") from error

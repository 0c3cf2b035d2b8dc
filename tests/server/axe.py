"""What axe finds on a page: faults that keep people with a screen reader or weak eyes from using it."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.server.browser import PHONE, WIDE, Guest, Size, Theme

LOOKS: list[tuple[Size, Theme]] = [(PHONE, "dark"), (WIDE, "light")]


def accessible(guest: Guest) -> None:
    """Check that axe finds nothing serious, and that nothing scrolls sideways, in a wide window and on a phone.

    One of them is dark and the other light, so that both themes are checked."""
    for (width, height), theme in LOOKS:
        guest.page.set_viewport_size({"width": width, "height": height})
        guest.turn(theme)
        guest.fits()
        grave = [each for each in violations(guest.page) if each["impact"] in ("serious", "critical")]
        told = [
            f"{each['id']}: {node['html'][:160]} {node['failureSummary']}" for each in grave for node in each["nodes"]
        ]
        assert told == [], f"{guest.page.url} at {width}: {told}"


def violations(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return found


# The security policy of the pages would keep axe from running.
AXE_MAY_RUN = {"bypass_csp": True}

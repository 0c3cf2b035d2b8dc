"""The table of Spookies in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from spiritboard.games.spookies import GAME
from tests.server.browser import Come, set_table
from tests.server.running import Server

SIDEWAYS = (844, 390)  # a phone held sideways


def test_a_phone_held_sideways_shows_house_dice_and_players_together(server: Server, come: Come) -> None:
    guest = come(SIDEWAYS)
    set_table(guest, server, GAME, ["me", *["bot"] * 4])
    expect(guest.page.locator(".spookies .pick.lit").first).to_be_visible()
    for part in (".floor-attic", ".floor-gate", ".stock", ".roll-2", ".roll-4", ".stop", ".player:last-child"):
        expect(guest.page.locator(f".spookies {part}")).to_be_in_viewport(ratio=1)

"""The table of Ghosts in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from spiritboard.games.ghosts import GAME
from tests.server.browser import Come, set_table
from tests.server.running import Server

SIDEWAYS = (844, 390)  # a phone held sideways


def test_the_keyboard_begins_at_a_card_and_not_at_taking_the_pile(server: Server, come: Come) -> None:
    guest = come()
    set_table(guest, server, GAME, ["me", "bot"], first="seat-1")
    expect(guest.page.locator(".take.lit")).to_be_visible()  # the bot has begun a pile of three ghosts at most
    expect(guest.page.locator(".card-pick").first).to_be_focused()


def test_a_phone_held_sideways_shows_stairs_pile_hand_and_players_together(server: Server, come: Come) -> None:
    guest = come(SIDEWAYS)
    set_table(guest, server, GAME, ["me", *["bot"] * 5])
    expect(guest.page.locator(".own-cards .pick.lit").first).to_be_visible()
    for part in (".stairs", ".pile", ".deck", ".own-cards", ".take", ".player:last-child"):
        expect(guest.page.locator(f".ghosts {part}")).to_be_in_viewport(ratio=1)

"""The deal of the day and the deals of finished games: the same dice for everybody, once each, and no way to peek."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from spiritboard.bots.levels import LEVELS, steady
from spiritboard.server import bulk, deals, further_tables
from spiritboard.server.admin import Admin
from spiritboard.server.bot_pool import BotPool
from spiritboard.server.deals import Deal, Result, Try
from spiritboard.server.entropy import DEAL, IMAGINE, PLAY, THINK, DealDice
from spiritboard.server.export import read_table, write_table
from spiritboard.server.limits import Requester
from spiritboard.server.live_table import LiveTable
from spiritboard.server.new_table import NewTable
from spiritboard.server.opening import find_table
from spiritboard.server.people import Person
from spiritboard.server.play_on import moment
from spiritboard.server.same_deal import PAST_DAYS, best_first, day_deal, day_key
from spiritboard.server.storage import Storage
from spiritboard.server.table_service import TableService
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadSetup, IllegalMove
from spiritboard.table.game import Game
from spiritboard.table.registry import games
from spiritboard.table.standings import Standings
from tests.server.database import Opens
from tests.server.guests import LANTERNS, every_game
from tests.server.test_upgrades import opened, rules

TODAY = date(2026, 12, 24)
NOON = datetime(2026, 12, 24, 12, tzinfo=UTC).timestamp()
MIDNIGHT = datetime(2026, 12, 25, tzinfo=UTC).timestamp()
ADA, BO, CY = Person("ada", "Ada"), Person("bo", "Bo"), Person("cy", "Cy")
TO_THE_END = 100_000
Happens = Callable[[TableService], Awaitable[None]]


class Clock:
    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def service_with(storage: Storage, clock: Clock, secret: str = "secret") -> TableService:
    pool = BotPool(1, 1e-9, new_pool=ThreadPoolExecutor)
    return TableService(storage, pool, lambda _: None, bot_pace=600, secret=secret, clock=clock)


def at_servers(opens: Callable[[], Storage], happens: Callable[..., Awaitable[None]], servers: int = 1) -> None:
    """Let something happen at so many servers with the same tables and the same clock, which it is given, too."""

    async def run() -> None:
        clock = Clock()
        services = [service_with(opens(), clock) for _ in range(servers)]
        for service in services:
            service.open()
        try:
            await happens(*services, clock)
        finally:
            for service in services:
                await service.close()

    asyncio.run(run())


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[], Storage]:
    return lambda: Storage.in_folder(tmp_path)


def today(game: Game = LANTERNS) -> Deal:
    return day_deal(game, TODAY, NOON)


async def sit(service: TableService, person: Person, deal: Deal | None = None) -> LiveTable:
    return await opened(service, await further_tables.play_deal(service, deal or today(), person, ""))


async def play(service: TableService, live: LiveTable, moves: int = TO_THE_END, last: bool = False) -> None:
    """Make moves, as this person and as the bots at once: always the first legal one, or the last."""
    for _ in range(moves):
        if live.in_progress.state.over:
            return
        seat = live.in_progress.state.pending()[0]
        paths = live.in_progress.state.paths(seat)
        await service.play(live, seat, live.number, paths[-1 if last else 0])


def dice_of(live: LiveTable, seat: int) -> list[str]:
    return [move.dice for move in live.record.moves if move.seat == seat]


# Dice.


def test_dice_follow_from_secret_deal_purpose_and_moment() -> None:
    deal, other = today(), replace(today(), key=day_key(LANTERNS, date(2026, 12, 25)))
    dice = DealDice("secret")
    asked = [
        dice.at(deal, purpose, seat, at) for purpose in (DEAL, PLAY, IMAGINE, THINK) for seat in (0, 1) for at in (0, 1)
    ]
    asked += [dice.at(other, PLAY), DealDice("another").at(deal, PLAY)]
    assert len(set(asked)) == len(asked)
    assert [Dice.at(text) for text in asked]
    assert dice.at(deal, PLAY, 1, 1) == DealDice("secret").at(deal, PLAY, 1, 1)


def test_a_finished_games_dice_come_first_and_then_others() -> None:
    known = replace(today(), dice={"deal": "d" * 32, "seats": [["a" * 32, "b" * 32], []]})
    dice = DealDice("secret")
    assert dice.at(known, DEAL) == "d" * 32
    assert [dice.at(known, PLAY, 0, at) for at in (0, 1)] == ["a" * 32, "b" * 32]
    further = [dice.at(known, PLAY, 0, 2), dice.at(known, PLAY, 1, 0), dice.at(known, THINK, 0, 0)]
    assert len({*further, *known.dice["seats"][0]}) == 5 if known.dice else False


def test_the_same_moment_has_the_same_dice_whatever_else_is_played(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        ada, bo = (
            await sit(service, ADA, today(games()["spookies"])),
            await sit(service, BO, today(games()["spookies"])),
        )
        assert ada.key != bo.key
        assert ada.in_progress.state.to_json() == bo.in_progress.state.to_json()
        await play(service, ada, 60)
        await play(service, bo, 60, last=True)
        assert ada.record.moves != bo.record.moves
        for seat in range(3):
            both = list(zip(dice_of(ada, seat), dice_of(bo, seat), strict=False))
            assert both
            assert all(one == other for one, other in both)

    at_servers(folder, happens)


async def bots_play(service: TableService, live: LiveTable, level: str, most: int) -> list[tuple[str, ...]]:
    """Let bots decide as the driver lets them, without its pauses, and the person make the first legal move. Returns
    the bots' moves."""
    made: list[tuple[str, ...]] = []
    driver = service._driver
    while len(made) < most and not live.in_progress.state.over:
        seat = live.in_progress.state.pending()[0]
        if live.chairs[seat].kind == "bot":
            asker, luck = Requester("", ""), driver._luck(live, seat)
            skipping = asyncio.Event()
            skipping.set()  # skipping the bots' moves does not change them
            decision = await driver._bot_pool.think(live.in_progress.state, seat, level, asker, skipping, luck)
            await service.play(live, seat, live.number, decision.path)
            made.append(decision.path)
        else:
            await service.play(live, seat, live.number, live.in_progress.state.paths(seat)[0])
    return made


@pytest.mark.parametrize(("name", "level", "most"), [("ghosts", "medium", 3), ("spookies", "random", 12)])
def test_bots_make_the_same_moves_at_all_tables_and_servers(name: str, level: str, most: int, reopened: Opens) -> None:
    game = games()[name]

    async def happens(one: TableService, other: TableService, clock: Clock) -> None:
        tables = [(one, await sit(one, ADA, today(game))), (other, await sit(other, BO, today(game)))]
        first, second = [await bots_play(service, live, level, most) for service, live in tables]
        assert first == second
        assert len(first) == most

    at_servers(reopened, happens, servers=2)


@every_game
def test_bots_of_shared_deals_have_no_clock(game: Game) -> None:
    for level in LEVELS:
        assert "seconds" not in steady(level, game)
    assert steady("random", game) == "random"
    assert steady("search:seconds=2:trust=2", game) == "search:trust=2:iterations=300"


@every_game
def test_every_game_has_a_deal_of_the_day(game: Game) -> None:
    deal = day_deal(game, TODAY, NOON)
    assert len(deal.levels) == game.seats_of_the_day in game.seats
    assert deal.levels[0] == ""
    assert set(deal.levels[1:]) == {"medium"}
    assert len(deal.key) <= 96


# Once each.


def test_a_person_plays_a_deal_once_also_with_a_double_click_at_two_servers(reopened: Opens) -> None:
    async def happens(one: TableService, other: TableService, clock: Clock) -> None:
        asked = [further_tables.play_deal(service, today(), ADA, "") for service in (one, other, one, other)]
        assert len(set(await asyncio.gather(*asked))) == 1
        assert len(await one.of_person(ADA.id)) == 1
        live = await sit(one, ADA)
        await play(one, live)
        assert await further_tables.play_deal(other, today(), ADA, "") == live.key

    at_servers(reopened, happens, servers=2)


def test_a_closed_table_was_the_one_game(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        live = await sit(service, ADA)
        await service.close_table(live, ADA.id)
        with pytest.raises(BadSetup, match="once each"):
            await sit(service, ADA)

    at_servers(folder, happens)


def test_nobody_gets_hints_or_takes_moves_back(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        live = await sit(service, ADA, today(games()["halloween"]))
        seat = live.in_progress.state.pending()[0]
        for _ in range(200):
            seat = live.in_progress.state.pending()[0]
            await play(service, live, 1)
            if live.in_progress.can_take_back(seat):
                break
        assert live.in_progress.can_take_back(seat)
        assert not live.can_take_back(seat)
        assert not live.allows_hints
        with pytest.raises(IllegalMove, match="taken back"):
            await service.take_back(live, seat, live.number)

    at_servers(folder, happens)


# Results.


def test_results_are_seen_by_who_has_finished_and_by_all_after_midnight(reopened: Opens) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        for person in (ADA, BO):
            live = await sit(service, person)
            unfinished = await service.same_deal.shown(today(), person.id)
            assert not unfinished.may_see
            await play(service, live, last=person is BO)
        late = await sit(service, CY)
        shown = await service.same_deal.shown(today(), ADA.id)
        assert {result.name for result in shown.results} == {"Ada", "Bo"}
        assert [result.place for result in shown.results] == sorted(result.place for result in shown.results)
        assert shown.may_see
        assert not (await service.same_deal.shown(today(), CY.id)).may_see
        assert not (await service.same_deal.shown(today(), None)).may_see
        clock.now = MIDNIGHT
        await play(service, late)
        over = await service.same_deal.shown(today(), None)
        assert over.may_see
        assert {result.name for result in over.results} == {"Ada", "Bo"}  # Cy's game ended too late

    at_servers(reopened, happens)


def test_the_best_come_first_whether_many_points_are_good_or_few() -> None:
    def result(scores: list[int], standings: Standings) -> Result:
        return Result("", "", "", standings.places[0], scores[0], False, standings.to_data())

    many = [result(scores, Standings.highest(scores)) for scores in ([5, 9], [7, 9], [9, 2])]
    few = [result(scores, Standings.lowest(scores)) for scores in ([5, 2], [7, 2], [1, 2])]
    assert [each.score for each in best_first(many)] == [9, 7, 5]
    assert [each.score for each in best_first(few)] == [1, 5, 7]
    assert best_first([]) == []


def test_who_resigned_is_not_among_the_results(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        live = await sit(service, ADA)
        await service.resign(live, ADA.id, 0)
        await play(service, live)
        shown = await service.same_deal.shown(today(), ADA.id)
        assert shown.results == []
        assert shown.may_see

    at_servers(folder, happens)


# Secrecy.


def test_only_who_has_finished_sees_the_tables_of_the_day(reopened: Opens) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        live = await sit(service, ADA)
        may_see = service.same_deal.may_see
        for _ in range(2):  # while it is played, and when it is over
            assert await may_see(live.stored, ADA.id)
            assert not any([await may_see(live.stored, BO.id), await may_see(live.stored, None)])
            await play(service, live)
        own = await sit(service, BO)
        assert not await may_see(live.stored, BO.id)
        await play(service, own)
        assert await may_see(live.stored, BO.id)
        assert not await may_see(live.stored, CY.id)
        clock.now = MIDNIGHT
        assert await may_see(live.stored, CY.id)
        assert await may_see(live.stored, None)

    at_servers(reopened, happens)


def test_nobody_plays_on_from_a_deal_of_the_day_or_shares_it_before_it_is_over(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        live = await sit(service, ADA)
        await play(service, live)
        wanted = NewTable(LANTERNS.id, {}, [("me", ""), ("bot", "")])
        with pytest.raises(BadSetup, match="when the deal of the day is over"):
            await further_tables.play_on(service, moment(live, 1), wanted, "anew", ADA, "")
        with pytest.raises(BadSetup, match="when its day is over"):
            service.same_deal.check_finished(live)
        clock.now = MIDNIGHT
        on = await further_tables.play_on(service, moment(live, 1), wanted, "anew", ADA, "")
        assert on.stored.deal_key is None
        service.same_deal.check_finished(live)
        assert (await service.same_deal.made_of(live, ADA.id)).key == today().key

    at_servers(folder, happens)


# Other days.


def test_days_that_have_not_come_or_are_long_past_have_no_deals(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        find = service.same_deal.find
        assert await find("2026-12-24-lanterns") == today()
        assert service.same_deal.seconds_left() == 12 * 3600
        first = date.fromordinal(TODAY.toordinal() - PAST_DAYS).isoformat()
        assert await find(f"{first}-lanterns")
        before = date.fromordinal(TODAY.toordinal() - PAST_DAYS - 1).isoformat()
        for key in ("2026-12-25-lanterns", f"{before}-lanterns", "2026-12-24-chess", "2026-13-99-lanterns", "x"):
            assert await find(key) is None

    at_servers(folder, happens)


def test_a_past_day_is_played_without_counting(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        rated = await sit(service, ADA)
        await play(service, rated)
        clock.now = MIDNIGHT
        again, once_more = await sit(service, ADA), await sit(service, ADA)
        assert len({rated.key, again.key, once_more.key}) == 3
        for live in (again, once_more):
            assert live.in_progress.record.deal == rated.in_progress.record.deal
        await play(service, again)
        assert len((await service.same_deal.shown(today(), None)).results) == 1

    at_servers(folder, happens)


def test_a_deal_of_other_rules_is_refused(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        await sit(service, ADA)
        with rules(2):
            deal = await service.same_deal.find(today().key)
            assert deal is not None
            with pytest.raises(BadSetup, match="other rules"):
                await sit(service, BO, deal)

    at_servers(folder, happens)


# Deals of finished games.


async def finished(service: TableService, chairs: list[tuple[str, str]] | None = None) -> LiveTable:
    live = await service.set_table(NewTable(LANTERNS.id, {}, chairs or [("me", ""), ("bot", "easy")]), ADA.id, ADA.name)
    await play(service, live)
    return live


def test_the_deal_of_a_finished_game_is_played_by_friends(reopened: Opens) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        source = await finished(service)
        deal = await service.same_deal.made_of(source, ADA.id)
        assert await service.same_deal.made_of(source, ADA.id) == deal
        assert (deal.seat, deal.levels, deal.source) == (0, ["", "easy"], source.key)
        own = await service.same_deal.shown(deal, ADA.id)
        assert own.may_see
        assert [result.table for result in own.results] == [source.key]  # Ada has played it alone against a bot
        assert not (await service.same_deal.shown(deal, BO.id)).may_see
        friend = await sit(service, BO, deal)
        assert not await service.same_deal.may_see(friend.stored, CY.id)
        await play(service, friend)
        assert friend.record.moves == source.record.moves  # with the same choices everything is the same
        shown = await service.same_deal.shown(deal, BO.id)
        assert {result.name for result in shown.results} == {"Ada", "Bo"}
        again = await sit(service, BO, deal)
        assert again.key != friend.key
        await play(service, again, last=True)
        assert len((await service.same_deal.shown(deal, BO.id)).results) == 2  # only the first game counts

    at_servers(reopened, happens)


def test_a_game_between_people_counts_for_nobody(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        deal = await service.same_deal.made_of(
            await finished(service, [("bot", "hard"), ("me", ""), ("here", "Bo")]), ADA.id
        )
        assert (deal.seat, deal.levels) == (1, ["hard", "", "medium"])
        shown = await service.same_deal.shown(deal, ADA.id)
        assert not shown.may_see
        assert shown.results == []
        live = await sit(service, ADA, deal)
        assert [chair.kind for chair in live.chairs] == ["bot", "person", "bot"]

    at_servers(folder, happens)


def test_a_game_that_was_played_on_is_shared_from_its_position(folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        wanted = NewTable(LANTERNS.id, {}, [("me", ""), ("bot", "")])
        on = await further_tables.play_on(service, moment(await finished(service), 2), wanted, "anew", ADA, "")
        await play(service, on)
        deal = await service.same_deal.made_of(on, ADA.id)
        live = await sit(service, BO, deal)
        assert live.in_progress.record.start == on.in_progress.record.start
        await play(service, live)
        assert live.record.moves == on.record.moves

    at_servers(folder, happens)


# What is stored.


def test_an_expired_table_is_forgotten_with_its_try(reopened: Opens) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        live = await sit(service, ADA)
        storage = service._storage

        assert storage.transact(bulk.expire, live.stored.touched + 1, 50) == [live.key]
        assert storage.transact(deals.try_of, today().key, ADA.id) is None

    at_servers(reopened, happens)


def test_erasing_a_person_erases_their_results(tmp_path: Path, folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        for person in (ADA, BO):
            await play(service, await sit(service, person))

    at_servers(folder, happens)
    with Admin.opened(tmp_path, None) as admin:
        assert admin.erase(ADA.id) == 1
    storage = folder()
    assert [result.name for result in storage.transact(deals.results, today(), MIDNIGHT)] == ["Bo"]
    assert storage.transact(deals.try_of, today().key, ADA.id) is None


def test_an_exported_table_brings_its_deal_and_its_try(tmp_path: Path, folder: Callable[[], Storage]) -> None:
    keys: list[str] = []

    async def happens(service: TableService, clock: Clock) -> None:
        source = await finished(service)
        deal = await service.same_deal.made_of(source, ADA.id)
        live = await sit(service, BO, deal)
        await play(service, live, 2)
        keys.extend([source.key, live.key, deal.key])

    at_servers(folder, happens)
    other = tmp_path / "other"
    Storage.in_folder(other).close()
    with Admin.opened(tmp_path, None) as admin, Admin.opened(other, None) as copy:
        for at, key in enumerate(keys[:2]):
            write_table(admin.content(key), tmp_path / f"{at}.json")
            copy.add(read_table(tmp_path / f"{at}.json"))
    storage = Storage.in_folder(other)
    found = find_table(storage, keys[1])
    assert found is not None
    assert found.table.same_deal is not None
    assert found.table.same_deal.dice == storage.transact(deals.find_deal, keys[2]).dice  # type: ignore[union-attr]
    tried = [storage.transact(deals.try_of, keys[2], person.id) for person in (ADA, BO)]
    assert [each.table_key for each in tried if each] == keys[:2]


def test_an_undone_end_opens_the_try_again(tmp_path: Path, folder: Callable[[], Storage]) -> None:
    async def happens(service: TableService, clock: Clock) -> None:
        live = await sit(service, ADA)
        await play(service, live)

    at_servers(folder, happens)
    own = folder().transact(deals.try_of, today().key, ADA.id)
    assert own is not None
    assert own.finished == NOON
    with Admin.opened(tmp_path, None) as admin:
        admin.undo(own.table_key)
    assert folder().transact(deals.try_of, today().key, ADA.id) == Try(today().key, ADA.id, own.table_key)

"""Town, cards and boards in a terminal, drawn from a view."""

from __future__ import annotations

from spiritboard.games.halloween.picks import ACTION_NAMES, COLOUR_NAMES
from spiritboard.games.halloween.view import BonusSpot, HalloweenView, PlayerBoard, RowCard, TownBuilding


def draw(view: HalloweenView, names: list[str]) -> str:
    lines = [f"  round {view['round']}{', the last one' if view['ending'] else ''}", ""]
    lines += [_building(view, building, names) for building in view["town"]]
    if view["cards"]:
        lines += ["", *(_card(card, names) for card in view["cards"])]
    lines += ["", *(_player(view, seat, name) for seat, name in enumerate(names))]
    if not view["over"]:
        lines += ["", f"  the board of {names[view['active']]}:", *_board(view["boards"][view["active"]])]
    return "\n".join(lines)


def _building(view: HalloweenView, building: TownBuilding, names: list[str]) -> str:
    ghosts = ", ".join(f"{count} {COLOUR_NAMES[at]}" for at, count in enumerate(building["ghosts"]) if count)
    spaces = zip(view["worth"], building["haunts"], strict=True)
    haunts = ", ".join(f"{worth} {names[haunt['seat']]}" for worth, haunt in spaces if haunt is not None)
    bonus = f"   [{building['bonus']['text']}]" if building["bonus"] else ""
    return f"  {building['title']:15} {ghosts or '-'}{f'   haunted: {haunts}' if haunts else ''}{bonus}"


def _card(card: RowCard, names: list[str]) -> str:
    there = f" ({', '.join(names[seat] for seat in card['seats'])})" if card["seats"] else ""
    return f"  card {card['number']:2} {'coloured' if card['coloured'] else 'grey    '} {card['text']}{there}"


def _player(view: HalloweenView, seat: int, name: str) -> str:
    board = view["boards"][seat]
    tokens = " ".join(f"{count} {COLOUR_NAMES[at]}" for at, count in enumerate(board["tokens"]) if count)
    mark = ">" if seat == view["active"] and not view["over"] else " "
    points = f"{board['points']} HP, {board['scare']} SP"
    return f"{mark} {name}: {points}, {board['haunts']} haunt tokens, tokens: {tokens or 'none'}"


def _board(board: PlayerBoard) -> list[str]:
    lines = [f"    discs in supply: {board['discs']}"]
    for at, section in enumerate(board["sections"]):
        covered = ", ".join(ACTION_NAMES[action] for action, disc in enumerate(section["discs"]) if disc)
        level = COLOUR_NAMES[section["level"] - 1] + (" (done)" if section["done"] else "")
        lines.append(f"    section {at + 1}: {level}, discs on: {covered or 'nothing'}")
    held = [f"{at + 1} {_spot(spot)}" for at, spot in enumerate(board["spots"])]
    return [*lines, f"    bonus spots: {', '.join(held)}"] if held else lines


def _spot(spot: BonusSpot) -> str:
    return "locked" if spot["locked"] else spot["bonus"]["text"] if spot["bonus"] else "free"

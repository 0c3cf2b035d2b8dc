"""What a seat of Halloween sees, as numbers. Nothing is hidden, so this is the whole position."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from spiritboard.games.halloween.belongings import CARD_PRICE, DISCS, HAUNT_TOKENS, ROW, SPOTS, STANDARD_SECTIONS, TOP
from spiritboard.games.halloween.kinds import STEP_NAMES
from spiritboard.games.halloween.picks import (
    ACCEPT,
    ACT,
    ACTION_NAMES,
    ACTIONS,
    COLOUR_NAMES,
    MOST_SAID,
    NO,
    OPPONENT_SEAT,
    PLACES,
    REST,
    ROLL,
    SAY,
    SECTION,
    SECTIONS,
    SPOT,
    TWO_SECTIONS,
    names,
    place_name,
)
from spiritboard.games.halloween.pieces import HalloweenPieces
from spiritboard.games.halloween.rules import MOST_ROUNDS
from spiritboard.games.halloween.town import BONUS_KINDS, EACH_BONUS, GHOSTS, SECOND_TOKENS, TOKENS
from spiritboard.games.halloween.view import BonusToken, ChosenBefore, HalloweenSight, PlayerBoard
from spiritboard.games.halloween.words import BONUS_LETTERS
from spiritboard.table.observation import HIGHEST, Counts, Field, Flag, Number, Numbers, Observation, OneOf, seat_of
from spiritboard.table.pieces import Pieces

PLACES_IN_THE_ROW: Final = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"]
DIE_NAMES: Final = ["die-1", "die-2"]
CHOICES_THAT_WAIT: Final = [
    "level",
    "ghost",
    "other",
    "attacker",
    "target",
    "won",
    "left",
    "colour",
    "said",
    "accepted",
]
LYING: Final = [f"{what} of {die}" for what in ("level", "face", "added") for die in DIE_NAMES]
MOST_ADDED: Final = 3 * EACH_BONUS  # what bonus tokens can add to a die
MOST_STEPS: Final = 4  # steps of a kind that can wait at the same time
NOTHING_WAITS: Final[ChosenBefore] = {}


class HalloweenObservation(Observation[HalloweenSight]):
    version = 2  # vectors of version 1 lack the action that waits while a card or a bonus token is used inside it

    def lay_out(self, pieces: Pieces) -> list[Field]:
        printed = cast(HalloweenPieces, pieces)
        self.master = self.config.options["variant"] == "master"
        self.sections: i64 = SECTIONS if self.master else STANDARD_SECTIONS
        self.buildings = [building.name for building in printed.buildings]
        self.places_in_town = [place_name(place, self.buildings) for place in range(PLACES)]
        self.section_names = [f"section-{section + 1}" for section in range(self.sections)]
        self.letters: list[str] = [] if self.master else list(BONUS_LETTERS[1:])
        self.spots: i64 = 0 if self.master else SPOTS
        self.slots: list[str] = [] if self.master else PLACES_IN_THE_ROW
        self.card_names = [f"card-{card.number}" for card in printed.cards] if self.slots else []
        self.sides: i64 = max([level.sides for level in printed.levels])
        self.row = self.names_of_the_row(printed)
        boards = [field for player in self.players for field in self.fields_of(player)]
        fields = [*self.fields_of_the_turn(), *self.fields_of_steps(), *self.fields_of_dice()]
        return [*fields, *self.fields_of_town(), *self.fields_of_row(), *self.fields_of_all(), *boards]

    def names_of_the_row(self, printed: HalloweenPieces) -> list[str]:
        """Returns the names of the row's cards in moves: their numbers, or their places if they are drawn at random."""
        agreed = self.config.options["cards"]
        if self.master:
            return []
        if agreed == "random":
            return [f"<{place} of the row>" for place in PLACES_IN_THE_ROW]
        for each in printed.sets:
            if each.name == agreed:
                return [str(number) for number in sorted(each.cards)]
        return agreed.split(",")

    def fields_of_the_turn(self) -> list[Field]:
        return [
            Number("round", MOST_ROUNDS),
            Flag("last round"),
            OneOf("first player", self.players),
            OneOf("active player", self.players),
            Numbers("done", self.section_names, 1),
            OneOf("acts as if one level higher", self.section_names),
            Number("SP earned by what is going on", HIGHEST),
        ]

    def fields_of_steps(self) -> list[Field]:
        """Returns the fields for the step that is asked, the steps below it, and the choices made so far."""
        tokens = [f"token-{letter}" for letter in self.letters]
        steps = [*STEP_NAMES, *tokens, *self.card_names]
        fields: list[Field] = [OneOf("step", steps), Counts("steps below", steps, MOST_STEPS)]
        # The keys of `Chosen` and `ChosenBefore`, with the value that a missing key stands for.
        choices, waiting = self.fields_of_choices(""), self.fields_of_waiting()
        self.chosen: list[tuple[str, object]] = [(name, none) for name, _, none in choices]
        self.chosen_before: list[tuple[str, object]] = [(name, none) for name, _, none in waiting]
        return fields + [field for _, field, _ in [*choices, *waiting]]

    def fields_of_waiting(self) -> list[tuple[str, Field, object]]:
        """Returns the fields for an action that waits while a card or a bonus token is used inside it.

        Each comes with its key in `ChosenBefore` and the value that a missing key stands for.
        """
        if self.master:
            return []
        most = max(self.sides, TOP, MOST_ADDED)
        return [
            *[field for field in self.fields_of_choices("in the action that waits: ") if field[0] in CHOICES_THAT_WAIT],
            ("lying", Numbers("die that waits", LYING, most), [0] * len(LYING)),
            ("earned", Number("SP earned by the action that waits", HIGHEST), 0),
        ]

    def fields_of_choices(self, before: str) -> list[tuple[str, Field, object]]:
        """Returns the fields for choices, each with its key in `Chosen` and the value that a missing key stands for."""
        places, colours = self.places_in_town, COLOUR_NAMES
        return [
            ("level", Number(f"{before}level of the action", TOP), 0),
            ("ghost", OneOf(f"{before}ghost chosen", places), None),
            ("other", OneOf(f"{before}second ghost chosen", places), None),
            ("second", Flag(f"{before}second move of the action"), False),
            ("attacker", OneOf(f"{before}attacker", places), None),
            ("target", OneOf(f"{before}attacked", places), None),
            ("won", Flag(f"{before}a fight of the action is won"), False),
            ("left", Numbers(f"{before}ghosts left to fight", colours, GHOSTS), [0] * len(colours)),
            ("colour", OneOf(f"{before}colour chosen", colours), None),
            ("said", Number(f"{before}number said", MOST_SAID), 0),
            ("section", OneOf(f"{before}section chosen", self.section_names), None),
            ("taken", Number(f"{before}discs taken back so far", 2), 0),
            ("card", OneOf(f"{before}card to be occupied", self.card_names), None),
            ("pay", Number(f"{before}ghost tokens still to pay", CARD_PRICE), 0),
            ("different", Flag(f"{before}to pay in different colours"), False),
            ("paid", Counts(f"{before}colours paid", colours, 1), []),
            ("dice", Numbers(f"{before}level about to be rolled", DIE_NAMES, TOP), [0, 0]),
            ("accepted", Number(f"{before}have accepted the dice", 1), 0),
        ]

    def fields_of_dice(self) -> list[Field]:
        return [
            OneOf("rolls the second die that waits", self.players),
            OneOf("rolls the second die", self.players),
            Numbers("level rolled", DIE_NAMES, TOP),
            Numbers("face rolled", DIE_NAMES, self.sides),
            Numbers("added to the roll", DIE_NAMES, MOST_ADDED),
        ]

    def fields_of_town(self) -> list[Field]:
        haunted = [Numbers(f"haunted by {player}", self.places_in_town, 1) for player in self.players]
        return [
            Numbers("ghosts", self.places_in_town, GHOSTS),
            *haunted,
            Numbers("haunted in a second colour", self.places_in_town if self.seats == 2 else [], 1),
            *[OneOf(f"bonus token: {building}", self.letters) for building in self.buildings],
            OneOf("bonus token on its way", self.letters),
            Counts("bonus tokens discarded", self.letters, EACH_BONUS),
            Number("bonus tokens in the supply", EACH_BONUS * BONUS_KINDS),
            Numbers("ghosts in the supply", COLOUR_NAMES, GHOSTS),
            Numbers("ghost tokens in the supply", COLOUR_NAMES, TOKENS),
        ]

    def fields_of_row(self) -> list[Field]:
        return [
            *[OneOf(f"{slot} of the row", self.card_names) for slot in self.slots],
            Numbers("power used", self.slots, 1),
        ]

    def fields_of_all(self) -> list[Field]:
        return [
            Numbers("discs in the supply", self.players, DISCS),
            Numbers("SP", self.players, HIGHEST),
            Numbers("HP", self.players, HIGHEST),
            Numbers("haunt tokens left", self.players, HAUNT_TOKENS + SECOND_TOKENS),
        ]

    def fields_of(self, player: str) -> list[Field]:
        spaces = [f"{section} {action}" for section in self.section_names for action in ACTION_NAMES]
        spots = [f"spot-{spot + 1}" for spot in range(self.spots)]
        return [
            Numbers(f"level: {player}", self.section_names, TOP),
            Numbers(f"disc: {player}", spaces, 1),
            Numbers(f"ghost tokens: {player}", COLOUR_NAMES, TOKENS),
            Numbers(f"cards in the order they were occupied: {player}", self.slots, ROW),
            *[OneOf(f"{spot}: {player}", [*self.letters, "locked"]) for spot in spots],
        ]

    # The facts, in the same order.

    def facts(self, view: HalloweenSight) -> list[object]:
        boards = self.around(view, view["boards"])
        row = view["row"]
        facts = self.turn_facts(view)
        self.add_steps(facts, view)
        self.add_dice(facts, view)
        self.add_town(facts, view)
        facts.extend([self.card_names[number - 1] for number in row])
        facts.append(view["used"])
        facts.append([board["discs"] for board in boards])
        facts.append([board["scare"] for board in boards])
        facts.append([board["points"] for board in boards])
        facts.append([board["haunts"] for board in boards])
        for board in boards:
            self.add_board(facts, board, row)
        return facts

    def turn_facts(self, view: HalloweenSight) -> list[object]:
        active = view["active"]
        boosted = view["boosted"]
        return [
            view["round"],
            view["ending"],
            self.player(view, view["first"]),
            self.player(view, active),
            [section["done"] for section in view["boards"][active]["sections"]],
            None if boosted is None else self.section_names[boosted],
            view["earned"],
        ]

    def add_steps(self, facts: list[object], view: HalloweenSight) -> None:
        steps = view["steps"]
        facts.append(steps[-1])
        facts.append(steps[:-1])
        chosen = view["chosen"]
        for name, none in self.chosen:
            facts.append(chosen.get(name, none))
        before = chosen.get("before", NOTHING_WAITS)
        for name, none in self.chosen_before:
            facts.append(before.get(name, none))

    def add_dice(self, facts: list[object], view: HalloweenSight) -> None:
        chosen, rolled = view["chosen"], view["dice"]
        dice = [] if rolled is None else rolled["dice"]
        before = chosen.get("before", NOTHING_WAITS)
        facts.append(self.player(view, before.get("rolls")))
        facts.append(self.player(view, chosen.get("roller") if rolled is None else rolled["roller"]))
        rest = [0] * (len(DIE_NAMES) - len(dice))
        facts.append([die["level"] for die in dice] + rest)
        facts.append([die["face"] for die in dice] + rest)
        facts.append([die["plus"] for die in dice] + rest)

    def add_town(self, facts: list[object], view: HalloweenSight) -> None:
        town = view["town"]
        facts.append([ghosts for building in town for ghosts in building["ghosts"]])
        self.add_haunts(facts, view)
        facts.extend([letter(building["bonus"]) for building in town])
        facts.append(letter(view["coming"]))
        facts.append(view["bonus_gone"])
        facts.append(view["bonus_supply"])
        facts.append(view["supply"])
        facts.append(view["stock"])

    def add_haunts(self, facts: list[object], view: HalloweenSight) -> None:
        spaces = [space for building in view["town"] for space in building["haunts"]]
        haunted = [[0] * PLACES for _ in self.players]
        second = [0] * PLACES if self.seats == 2 else []
        seat = seat_of(view)
        for place, token in enumerate(spaces):
            if token is not None:
                haunted[(token["seat"] - seat) % self.seats][place] = 1
                if token["second"]:
                    second[place] = 1
        facts.extend(haunted)
        facts.append(second)

    def add_board(self, facts: list[object], board: PlayerBoard, row: list[int]) -> None:
        sections = board["sections"]
        facts.append([section["level"] for section in sections])
        facts.append([disc for section in sections for disc in section["discs"]])
        facts.append(board["tokens"])
        order = [0] * len(row)
        for at, number in enumerate(board["cards"]):
            order[row.index(number)] = at + 1
        facts.append(order)
        facts.extend(["locked" if spot["locked"] else letter(spot["bonus"]) for spot in board["spots"]])

    # Moves.

    def actions(self) -> list[str]:
        named = names(self.buildings, self.row)
        for pick in self.never_picked():
            named[pick] = ()
        return [" ".join(path) or f"unused {pick}" for pick, path in enumerate(named)]

    def never_picked(self) -> list[int]:
        """Returns the picks that no game with these seats, this variant and these dice has."""
        picks = list(range(OPPONENT_SEAT + self.seats, OPPONENT_SEAT + 4))
        picks += range(SAY + self.most_said() + 1, SAY + MOST_SAID + 1)
        for section in range(self.sections, SECTIONS):
            picks += [SECTION + section, REST + section]
            picks += range(ACT + ACTIONS * section, ACT + ACTIONS * (section + 1))
        if self.seats != 2:
            picks += range(TWO_SECTIONS, ROLL)
        if self.master:
            picks += [*range(SPOT, NO), *range(ACCEPT, ROLL + 1)]
        return picks

    def most_said(self) -> i64:
        """Returns the highest result of a die with all that can be added to it."""
        return min(MOST_SAID, self.sides + MOST_ADDED)


def letter(bonus: BonusToken | None) -> str | None:
    return None if bonus is None else bonus["kind"]

"""What a seat of Halloween sees, as numbers. Nothing is hidden, so this is the whole position."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from mypy_extensions import i64

from spiritboard.games.halloween.belongings import (
    CARD_PRICE,
    DISCS,
    FACE,
    HAUNT_TOKENS,
    LEVEL,
    NOBODY,
    PLUS,
    REASONS,
    ROLLER,
    ROW,
    SPOTS,
    STANDARD_SECTIONS,
    TOP,
)
from spiritboard.games.halloween.kinds import STEP_NAMES
from spiritboard.games.halloween.picks import (
    ACCEPT,
    ACT,
    ACTION_NAMES,
    ACTIONS,
    BUILDINGS,
    COLOUR_NAMES,
    COLOURS,
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
from spiritboard.games.halloween.rules import MOST_ROUNDS, Halloween
from spiritboard.games.halloween.show import chosen
from spiritboard.games.halloween.town import BONUS_KINDS, EACH_BONUS, GHOSTS, SECOND_TOKENS, TOKENS
from spiritboard.games.halloween.view import BonusToken, ChosenBefore, HalloweenMemory, HalloweenSight, PlayerBoard
from spiritboard.games.halloween.words import BONUS_LETTERS, SOURCES
from spiritboard.table.observation import (
    HIGHEST,
    Counts,
    Field,
    Flag,
    Number,
    Numbers,
    Observation,
    OneOf,
    VectorCells,
    memory_of,
    seat_of,
)
from spiritboard.table.pieces import Pieces
from spiritboard.table.row import total
from spiritboard.table.state import State

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
    action_gaps: ClassVar[bool] = True
    version = 2  # vectors of version 1 lack the action that waits while a card or a bonus token is used inside it

    def lay_out(self, pieces: Pieces) -> list[Field]:
        printed = cast(HalloweenPieces, pieces)
        self.master = self.config.options["variant"] == "master"
        self.sections: i64 = SECTIONS if self.master else STANDARD_SECTIONS
        self.buildings = [building.name for building in printed.buildings]
        self.places_in_town = [place_name(place, self.buildings) for place in range(PLACES)]
        self.section_names = [f"section-{section + 1}" for section in range(self.sections)]
        self.letters: list[str] = [] if self.master else list(BONUS_LETTERS[1:])
        self.slots: list[str] = [] if self.master else PLACES_IN_THE_ROW
        self.card_names = [f"card-{card.number}" for card in printed.cards] if self.slots else []
        self.sides: i64 = max([level.sides for level in printed.levels])
        self.row = self.names_of_the_row(printed)
        self.boards = [BoardFields(player, self.section_names, self.letters, self.slots) for player in self.players]
        boards = [field for board in self.boards for field in board.fields]
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
        self.round = Number("round", MOST_ROUNDS)
        self.ending = Flag("last round")
        self.first = OneOf("first player", self.players)
        self.active = OneOf("active player", self.players)
        self.done = Numbers("done", self.section_names, 1)
        self.boosted = OneOf("acts as if one level higher", self.section_names)
        self.earned = Number("SP earned by what is going on", HIGHEST)
        return [self.round, self.ending, self.first, self.active, self.done, self.boosted, self.earned]

    def fields_of_steps(self) -> list[Field]:
        """Returns the fields for the step that is asked, the steps below it, and the choices made so far."""
        tokens = [f"token-{letter}" for letter in self.letters]
        steps = [*STEP_NAMES, *tokens, *self.card_names]
        self.step_places = {name: place for place, name in enumerate(steps)}
        self.step = OneOf("step", steps)
        self.below = Counts("steps below", steps, MOST_STEPS)
        # The keys of `Chosen` and `ChosenBefore`, with the value that a missing key stands for.
        choices, waiting = self.fields_of_choices(""), self.fields_of_waiting()
        self.chosen: list[tuple[str, object]] = [(name, none) for name, _, none in choices]
        self.chosen_before: list[tuple[str, object]] = [(name, none) for name, _, none in waiting]
        self.choice_fields = {name: field for name, field, _ in choices}
        self.waiting_fields = {name: field for name, field, _ in waiting}
        return [self.step, self.below, *[field for _, field, _ in [*choices, *waiting]]]

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
        self.roller_before = OneOf("rolls the second die that waits", self.players)
        self.roller = OneOf("rolls the second die", self.players)
        self.rolled_level = Numbers("level rolled", DIE_NAMES, TOP)
        self.rolled_face = Numbers("face rolled", DIE_NAMES, self.sides)
        self.rolled_plus = Numbers("added to the roll", DIE_NAMES, MOST_ADDED)
        return [self.roller_before, self.roller, self.rolled_level, self.rolled_face, self.rolled_plus]

    def fields_of_town(self) -> list[Field]:
        self.ghosts = Numbers("ghosts", self.places_in_town, GHOSTS)
        self.haunted = [Numbers(f"haunted by {player}", self.places_in_town, 1) for player in self.players]
        self.second = Numbers("haunted in a second colour", self.places_in_town if self.seats == 2 else [], 1)
        self.bonus = [OneOf(f"bonus token: {building}", self.letters) for building in self.buildings]
        self.coming = OneOf("bonus token on its way", self.letters)
        self.bonus_gone = Counts("bonus tokens discarded", self.letters, EACH_BONUS)
        self.bonus_supply = Number("bonus tokens in the supply", EACH_BONUS * BONUS_KINDS)
        self.supply = Numbers("ghosts in the supply", COLOUR_NAMES, GHOSTS)
        self.stock = Numbers("ghost tokens in the supply", COLOUR_NAMES, TOKENS)
        tokens = [*self.bonus, self.coming, self.bonus_gone, self.bonus_supply]
        return [self.ghosts, *self.haunted, self.second, *tokens, self.supply, self.stock]

    def fields_of_row(self) -> list[Field]:
        self.row_cards = [OneOf(f"{slot} of the row", self.card_names) for slot in self.slots]
        self.used = Numbers("power used", self.slots, 1)
        return [*self.row_cards, self.used]

    def fields_of_all(self) -> list[Field]:
        self.discs = Numbers("discs in the supply", self.players, DISCS)
        self.scare = Numbers("SP", self.players, HIGHEST)
        self.points = Numbers("HP", self.players, HIGHEST)
        self.haunts_left = Numbers("haunt tokens left", self.players, HAUNT_TOKENS + SECOND_TOKENS)
        return [self.discs, self.scare, self.points, self.haunts_left]

    # Straight from the state.

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        assert isinstance(state, Halloween)
        self.write_common(state, seat, into)
        self.write_turn(state, seat, into)
        self.write_steps(state, seat, into)
        self.write_dice(state, seat, into)
        self.write_town(state, seat, into)
        self.write_bonus_tokens(state, into)
        self.write_row(state, into)
        for other in range(self.seats):
            place = self.places_after(seat, other)
            self.discs.put(into, place, state.discs[other])
            self.scare.put(into, place, state.scare[other])
            self.points.put(into, place, state.points[other])
            self.haunts_left.put(into, place, state.haunts_left(other))
            self.boards[place].write(state, other, into)

    def write_turn(self, state: Halloween, seat: i64, into: VectorCells) -> None:
        self.round.put(into, state.round)
        self.ending.put(into, state.ending)
        self.first.put(into, self.places_after(seat, state.first))
        self.active.put(into, self.places_after(seat, state.active))
        if not state.over:
            for section in range(self.sections):
                self.done.put(into, section, state.done >> section & 1)
        if state.boosted >= 0:
            self.boosted.put(into, state.boosted)
        self.earned.put(into, state.earned)

    def write_steps(self, state: Halloween, seat: i64, into: VectorCells) -> None:
        steps = state.steps
        last = len(steps) - 1
        self.step.put(into, self.step_places[steps[last].name()])
        for at in range(last):
            self.below.add(into, self.step_places[steps[at].name()])
        if last > 0:
            self.write_choices(state, seat, into)

    def write_choices(self, state: Halloween, seat: i64, into: VectorCells) -> None:
        """Write what the steps recall, and who rolls the dice that they wait for."""
        choices = cast(dict[str, object], chosen(state))
        write_facts(choices, self.choice_fields, into)
        roller = choices.get("roller")
        if isinstance(roller, int) and state.rolling[FACE] == 0:
            self.roller.put(into, self.places_after(seat, roller))
        before = cast(dict[str, object], choices.get("before", NOTHING_WAITS))
        write_facts(before, self.waiting_fields, into)
        waiting = before.get("rolls")
        if isinstance(waiting, int):
            self.roller_before.put(into, self.places_after(seat, waiting))

    def write_dice(self, state: Halloween, seat: i64, into: VectorCells) -> None:
        """Write the dice as they lie, if they were thrown."""
        rolling = state.rolling
        if rolling[FACE] == 0:
            return
        if rolling[ROLLER] != NOBODY:
            self.roller.put(into, self.places_after(seat, rolling[ROLLER]))
        for die in range(len(DIE_NAMES)):
            if rolling[LEVEL + die]:
                self.rolled_level.put(into, die, rolling[LEVEL + die])
                self.rolled_face.put(into, die, rolling[FACE + die])
                self.rolled_plus.put(into, die, rolling[PLUS + die])

    def write_town(self, state: Halloween, seat: i64, into: VectorCells) -> None:
        for place in range(PLACES):
            self.ghosts.put(into, place, state.town[place])
            token = state.haunts[place] - 1
            if token >= 0:
                self.haunted[self.places_after(seat, token >> 1)].put(into, place, 1)
                if token & 1:
                    self.second.put(into, place, 1)
        for colour in range(COLOURS):
            self.supply.put(into, colour, GHOSTS - state.risen[colour])
            self.stock.put(into, colour, state.stock[colour])

    def write_bonus_tokens(self, state: Halloween, into: VectorCells) -> None:
        if self.master:
            return
        for building in range(BUILDINGS):
            if state.bonus[building]:
                self.bonus[building].put(into, state.bonus[building] - 1)
        if state.coming:
            self.coming.put(into, state.coming - 1)
        for kind in range(1, BONUS_KINDS + 1):
            self.bonus_gone.put(into, kind - 1, state.bonus_discards[kind])
        self.bonus_supply.put(into, total(state.bonus_supply))

    def write_row(self, state: Halloween, into: VectorCells) -> None:
        for slot in range(len(state.row)):
            number = state.row[slot]
            self.row_cards[slot].put(into, number - 1)
            if not state.is_unused(number):
                self.used.put(into, slot, 1)

    # The facts of the view, in the order of the fields.

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


class HalloweenRemembered(HalloweenObservation):
    """Begins with the positions of version 2, and adds what follows from the log of the game."""

    version: ClassVar[int] = 3
    action_gaps: ClassVar[bool] = False

    def lay_out(self, pieces: Pieces) -> list[Field]:
        before = super().lay_out(pieces)
        sources = [*SOURCES, *[f"{place} of the row" for place in PLACES_IN_THE_ROW]]
        self.sources = [Numbers(f"HP of {player} from", sources, HIGHEST) for player in self.players]
        self.bonus_left = Counts("bonus tokens left in the supply", self.letters, EACH_BONUS)
        return [*before, *self.sources, self.bonus_left]

    def facts(self, view: HalloweenSight) -> list[object]:
        memory = cast(HalloweenMemory, memory_of(view))
        return [*super().facts(view), *self.around(view, memory["sources"]), memory["bonus_left"]]

    def write(self, state: State, seat: i64, into: VectorCells) -> None:
        super().write(state, seat, into)
        assert isinstance(state, Halloween)
        for other in range(self.seats):
            points = self.sources[self.places_after(seat, other)]
            for reason in range(REASONS):
                points.put(into, reason, state.reasons[REASONS * other + reason])
        for letter_at in range(self.bonus_left.size):
            self.bonus_left.put(into, letter_at, state.bonus_supply[letter_at + 1])


class BoardFields:
    """The fields of a player's board."""

    def __init__(self, player: str, sections: list[str], letters: list[str], slots: list[str]) -> None:
        self.sections: i64 = len(sections)
        self.levels = Numbers(f"level: {player}", sections, TOP)
        spaces = [f"{section} {action}" for section in sections for action in ACTION_NAMES]
        self.discs = Numbers(f"disc: {player}", spaces, 1)
        self.tokens = Numbers(f"ghost tokens: {player}", COLOUR_NAMES, TOKENS)
        self.order = Numbers(f"cards in the order they were occupied: {player}", slots, ROW)
        spots = [f"spot-{spot + 1}" for spot in range(SPOTS)] if letters else []  # none in the Master variant
        self.spots = [OneOf(f"{spot}: {player}", [*letters, "locked"]) for spot in spots]
        self.fields: list[Field] = [self.levels, self.discs, self.tokens, self.order, *self.spots]

    def write(self, state: Halloween, seat: i64, into: VectorCells) -> None:
        for section in range(self.sections):
            at = SECTIONS * seat + section
            self.levels.put(into, section, state.levels[at])
            for action in range(ACTIONS):
                self.discs.put(into, ACTIONS * section + action, state.covered[at] >> action & 1)
        for colour in range(COLOURS):
            self.tokens.put(into, colour, state.tokens[COLOURS * seat + colour])
        cards = state.occupied[seat]
        for at in range(len(cards)):
            self.order.put(into, state.slot(cards[at]), at + 1)
        for spot in range(len(self.spots)):
            kind = state.spots[SPOTS * seat + spot]
            if kind:
                self.spots[spot].put(into, kind - 1)  # LOCKED comes after the last kind


def write_facts(facts: dict[str, object], fields: dict[str, Field], into: VectorCells) -> None:
    """Write the facts of which there is a field with the same name."""
    for name, fact in facts.items():
        if name in fields:
            field = fields[name]
            numbers = field.write(fact)
            for place in range(len(numbers)):
                field.set(into, place, numbers[place])


def letter(bonus: BonusToken | None) -> str | None:
    return None if bonus is None else bonus["kind"]

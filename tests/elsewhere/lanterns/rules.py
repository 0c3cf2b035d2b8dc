from __future__ import annotations

import os
from typing import ClassVar, cast

from lanterns.view import DEAL, END, LAY, LIGHT, Dealt, End, Laid, LanternsShown, LanternsView, Light
from spiritboard.table.dice import Dice
from spiritboard.table.errors import BadPosition
from spiritboard.table.standings import Standings
from spiritboard.table.state import GameConfig, State
from spiritboard.table.view import Explained

HAND = 3
BRIGHTEST = 10
# Moves: a lantern's number lays it; GIVE + lantern * 10 + seat gives it, seat 9 being the wind; SAY confirms.
GIVE = 1000
WIND = 9
SAY = 2000
# With 2, the darkest lantern scores instead of the brightest: for the test of an upgrade with a changed rule.
RULES = int(os.environ.get("LANTERNS_RULES", "1"))


class Lanterns(State):
    POSITION: ClassVar[dict[str, object]] = {
        "hands": list[list[int]],
        "deck": list[int],
        "laid": list[int | None],
        "blown_out": list[int],
        "open": list[list[int]],
        "offer": list[int],
        "left": int,
        "points": list[int],
    }
    SECRET: ClassVar[frozenset[str]] = frozenset({"hands", "deck", "laid", "offer"})

    def __init__(self, config: GameConfig, lanterns: int) -> None:
        super().__init__(config)
        self.lanterns = lanterns
        self.hands: list[list[int]] = []
        self.deck: list[int] = []
        self.laid: list[int | None] = []
        self.blown_out: list[int] = []
        self.open: list[list[int]] = []  # what each has been given, for all to see
        self.offer: list[int] = []  # lantern and seat, until its giver says so
        self.left = config.seats
        self.points: list[int] = []

    def deal(self, dice: Dice) -> None:
        self.deck = list(range(self.lanterns))
        dice.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(HAND)] for _ in range(self.seats)]
        self.laid = [None] * self.seats
        self.points = [0] * self.seats
        self.open = [[] for _ in range(self.seats)]
        for seat, hand in enumerate(self.hands):
            self.tell(DEAL, Dealt(seat=seat, hand=sorted(hand)), to=seat)

    @property
    def dark(self) -> bool:
        return any(lantern is None for lantern in self.laid)

    def pending(self) -> list[int]:
        if self.over:
            return []
        return [seat for seat, lantern in enumerate(self.laid) if lantern is None] if self.dark else [self.turn]

    def legal(self, seat: int) -> list[int]:
        if self.dark:
            return sorted(self.hands[seat])
        if self.offer:
            return [SAY]
        return self.offers(seat)

    def offers(self, seat: int) -> list[int]:
        to = [other for other in range(self.seats) if other != seat]
        wind = [WIND] if self.config.options["wind"] == "gusty" else []
        return [GIVE + lantern * 10 + other for lantern in sorted(self.hands[seat]) for other in [*to, *wind]]

    def path(self, seat: int, move: int) -> tuple[str, ...]:
        if move == SAY:
            return ("say-so",)
        if move < GIVE:
            return ("lay", f"lantern-{move}")
        lantern, other = divmod(move - GIVE, 10)
        return ("blow-out", f"lantern-{lantern}") if other == WIND else ("give", f"lantern-{lantern}", f"seat-{other}")

    def apply(self, seat: int, move: int, dice: Dice) -> None:
        self.reversible = False
        if move == SAY:
            self.say_so()
        elif move < GIVE:
            self.lay(seat, move, dice)
        else:
            self.give(seat, *divmod(move - GIVE, 10))

    def lay(self, seat: int, lantern: int, dice: Dice) -> None:
        self.hands[seat].remove(lantern)
        self.laid[seat] = lantern
        self.tell(LAY, Laid(seat=seat, lantern=lantern), to=seat)
        if self.dark:
            self.turn = self.pending()[0]
            return
        best = max if RULES == 1 else min
        scoring = best(range(self.seats), key=lambda each: self.laid[each] or 0)
        self.points[scoring] = BRIGHTEST
        self.turn = self.first_player(dice)
        which = "brightest" if RULES == 1 else "darkest"
        self.tell(LIGHT, Light(seat=scoring, laid=list(self.laid), which=which))

    def give(self, seat: int, lantern: int, other: int) -> None:
        self.offer = [lantern, other]
        self.reversible = True  # nobody else has seen it yet

    def say_so(self) -> None:
        lantern, other = self.offer
        self.hands[self.turn].remove(lantern)
        (self.blown_out if other == WIND else self.open[other]).append(lantern)
        self.offer = []
        self.left -= 1
        self.over = self.left == 0
        self.turn = self.turn if self.over else (self.turn + 1) % self.seats
        if self.over:
            hands = [sorted(hand) for hand in self.hands]
            self.tell(END, End(light=self.light(), extra=self.points.copy(), hands=hands))

    def light(self) -> list[int]:
        return [sum(hand) + sum(given) for hand, given in zip(self.hands, self.open, strict=True)]

    def standings(self) -> Standings:
        return Standings.highest([light + extra for light, extra in zip(self.light(), self.points, strict=True)])

    def verdict(self) -> str:
        return f"{' and '.join(f'{{{seat}}}' for seat in self.standings().winners())} shines brightest."

    def copy(self) -> Lanterns:
        twin = Lanterns(self.config, self.lanterns)
        self.carry_over(twin)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.deck = self.deck.copy()
        twin.laid = self.laid.copy()
        twin.blown_out = self.blown_out.copy()
        twin.open = [given.copy() for given in self.open]
        twin.offer = self.offer.copy()
        twin.left = self.left
        twin.points = self.points.copy()
        return twin

    def redeal(self, seat: int | None, dice: Dice) -> None:
        """Hands other than one's own, what was laid while it is dark, and the deck."""
        if not self.dark:
            self.redeal_after_dark(seat, dice)
            return
        others = [each for each in range(self.seats) if each != seat]
        pool = self.deck + [lantern for each in others for lantern in self.hands[each]]
        pool += [lantern for each in others if (lantern := self.laid[each]) is not None]
        dice.shuffle(pool)
        for each in others:
            self.hands[each] = [pool.pop() for _ in self.hands[each]]
            self.laid[each] = None if self.laid[each] is None else pool.pop()
        self.deck = pool

    def redeal_after_dark(self, seat: int | None, dice: Dice) -> None:
        others = [] if self.over else [each for each in range(self.seats) if each != seat]
        pool = self.deck + [lantern for each in others for lantern in self.hands[each]]
        dice.shuffle(pool)
        for each in others:
            self.hands[each] = [pool.pop() for _ in self.hands[each]]
        self.deck = pool
        if self.offer and seat != self.turn:
            to = [other % 10 for other in self.offers(self.turn)]
            self.offer = [dice.pick(self.hands[self.turn]), dice.pick(to)]

    def view(self, seat: int | None) -> LanternsView:
        return cast(LanternsView, super().view(seat))

    def show(self, seat: int | None) -> LanternsShown:
        hands = self.hands if self.over else [hand if each == seat else None for each, hand in enumerate(self.hands)]
        own = self.laid[seat] if seat is not None and self.dark else None
        return {
            "hands": [None if hand is None else sorted(hand) for hand in hands],
            "counts": [len(hand) for hand in self.hands],
            "deck": len(self.deck),
            "own": own,
            "has_laid": [lantern is not None for lantern in self.laid],
            "laid": None if self.dark else list(self.laid),
            "blown_out": self.blown_out.copy(),
            "open": [given.copy() for given in self.open],
            "offer": self.offer.copy() if seat == self.turn else None,
            "points": self.points.copy(),
        }

    def explain(self, seat: int | None) -> Explained:
        return {"prompt": "Which lantern, and where to?" if seat in self.pending() else None}

    def inventory(self) -> dict[str, int]:
        laid = [lantern for lantern in self.laid if lantern is not None]
        everything = [
            *self.deck,
            *self.blown_out,
            *laid,
            *(lantern for hand in self.hands + self.open for lantern in hand),
        ]
        return {f"lantern {lantern}": everything.count(lantern) for lantern in range(self.lanterns)}

    def check(self) -> None:
        if set(self.inventory().values()) != {1}:
            raise BadPosition("Every lantern is somewhere, and only once.")


def rule_asked(view: LanternsView) -> str:
    """Returns the rule about laying while it is dark, and afterwards the rule about giving."""
    return "LA2" if view["laid"] is None else "LA3"


def draw(view: LanternsView, names: list[str]) -> str:
    return "\n".join([f"hands {view['hands']} laid {view['laid']}", *names])

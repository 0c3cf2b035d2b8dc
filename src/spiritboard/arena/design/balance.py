"""A search for values that bring a game near its targets, which says how sure it is.

The search goes in rounds. Each round plays more games with every combination that is left, all with the same dice, and
then drops combinations: those in the worse half that are also behind the best by more than the noise. A combination
that comes nearest to one of the targets is not dropped, so that trade-offs stay in sight.

A combination is judged by its loss: the sum over the targets of the mean square of what is missed, in steps of the
target's scale. The square of a noisy mean is too high on average. So loss and error are those of the jackknife: they
are computed again without each batch of games in turn, which tells by how much noise raises the loss and scatters it.

The best of many looks better than it is, because its luck was part of the choice. So the figures that are reported are
those of new games, with other dice, which the search has not seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from spiritboard.arena import workers
from spiritboard.arena.design.effects import Estimate, means
from spiritboard.arena.design.targets import Target, read_target, spoken, verdict
from spiritboard.arena.design.trials import TrialPlan, Trials, batches
from spiritboard.arena.workers import Each
from spiritboard.table.dice import Dice
from spiritboard.table.drawing import html_table
from spiritboard.table.errors import BadSetup
from spiritboard.table.pieces import Pieces

FEWEST_BATCHES = 10  # after which a combination can be dropped
CLEARLY = 1.0  # standard errors behind the best: enough to drop a combination of the worse half,
BEYOND_DOUBT = 3.0  # and to drop any
AS_GOOD = 1.0  # standard errors behind the best within which the combination nearest to the old pieces is chosen
CLEARLY_PREFERABLE = 2.0  # standard errors by which a combination is nearer to a target to be preferred for that
MOST_SHOWN = 8  # combinations that are played again with other dice
FEWEST_GAMES = 20
HEADINGS = ("", "values", "loss", "targets")
CHOSEN = "chosen"
AS_THEY_ARE = "as they are"
TRADE_OFF = "trade-off"


class Candidate(msgspec.Struct, frozen=True):
    """A combination of values, as the games with other dice measured it."""

    role: str  # "chosen", "as they are" or "trade-off"
    values: dict[str, str]
    loss: float
    error: float
    measures: dict[str, Estimate]
    verdicts: dict[str, str]  # by target: met, missed or unsure
    said: dict[str, str]  # by target: what was measured, in words


class BalanceReport(msgspec.Struct, frozen=True):
    """What came of a search, as `spiritboard balance --json` prints it."""

    game: str
    players: int
    bots: list[str]
    seed: str
    games: int  # with each candidate, with other dice than those of the search
    tried: int  # combinations
    played: int  # games of the search
    rounds: list[int]  # how many combinations were left after each round
    targets: list[str]
    varied: dict[str, list[str]]
    candidates: list[Candidate]  # the chosen one first

    @property
    def chosen(self) -> Candidate:
        return self.candidates[0]

    def rows(self) -> list[tuple[str, ...]]:
        """Returns a line of text for each candidate, under HEADINGS."""
        return [
            (each.role, _values(each), f"{each.loss:.2f} ± {1.96 * each.error:.2f}", _targets(each))
            for each in self.candidates
        ]

    def summary(self) -> list[str]:
        """Returns sentences that say what was chosen, and how sure that is."""
        said = [
            f"{self.tried:,} combinations were tried in {self.played:,} games; {self.rounds[-1]} were left at the end.",
            f"The figures are from {self.games:,} other games with each, which the search has not seen.",
        ]
        chosen = self.chosen
        met = [f"Target “{each}”: {chosen.verdicts[each]}. {chosen.said[each]}." for each in self.targets]
        return [*said, *met, *self._compared()]

    def _compared(self) -> list[str]:
        before = next((each for each in self.candidates if each.role == AS_THEY_ARE), None)
        if before is None:
            return []
        if before is self.chosen:
            return ["No combination is clearly nearer to the targets than the pieces as they are."]
        error = math.hypot(before.error, self.chosen.error)
        if before.loss - self.chosen.loss > 2 * error:
            return ["It is clearly nearer to the targets than the pieces as they are."]
        return ["Whether it is nearer to the targets than the pieces as they are is not sure: play more games."]

    def __repr__(self) -> str:
        return f"<Balance of {self.game}, {self.tried} combinations: {_values(self.chosen)}>"

    def _repr_html_(self) -> str:
        return html_table(HEADINGS, self.rows())


def _values(candidate: Candidate) -> str:
    return ", ".join(f"{name}={value}" for name, value in candidate.values.items())


def _targets(candidate: Candidate) -> str:
    return "\n".join(f"{target}: {candidate.verdicts[target]}. {said}" for target, said in candidate.said.items())


@dataclass(frozen=True)
class Judged:
    """The misses of a combination after some games, by target: those of all games, and without each batch in turn."""

    number: int
    misses: list[float]
    without: list[list[float]]  # by batch

    @property
    def loss(self) -> float:
        return math.fsum(self.misses)

    @property
    def error(self) -> float:
        """Returns the standard error of the loss."""
        return jackknife_error([math.fsum(each) for each in self.without])

    def behind(self, best: Judged) -> tuple[float, float]:
        """Returns how much higher this loss is than that of another, and the standard error of that. Both have played
        the same batches."""
        pairs = zip(self.without, best.without, strict=True)
        return self.loss - best.loss, jackknife_error([math.fsum(mine) - math.fsum(theirs) for mine, theirs in pairs])

    def behind_in(self, best: Judged, target: int) -> tuple[float, float]:
        """Returns the same for one target."""
        pairs = zip(self.without, best.without, strict=True)
        error = jackknife_error([mine[target] - theirs[target] for mine, theirs in pairs])
        return self.misses[target] - best.misses[target], error


def jackknife_error(without: list[float]) -> float:
    """Returns the standard error of a figure from its values without each batch."""
    count = len(without)
    mean = math.fsum(without) / count
    return math.sqrt((count - 1) / count * math.fsum((each - mean) ** 2 for each in without))


def judge(trials: Trials, targets: list[Target], number: int, upto: int) -> Judged:
    """Returns the loss of a combination after the first so many batches."""
    own = [trials.played[number][batch] for batch in range(upto)]
    columns = range(len(trials.plan.measures()))
    totals = [math.fsum(sums.totals[at] for sums in own) for at in columns]
    games = sum(sums.games for sums in own)
    whole = _misses(targets, totals, games)
    without = [_misses(targets, [totals[at] - sums.totals[at] for at in columns], games - sums.games) for sums in own]
    corrected = [_corrected(whole[at], [each[at] for each in without]) for at in range(len(targets))]
    return Judged(number, corrected, without)


def _misses(targets: list[Target], totals: list[float], games: int) -> list[float]:
    found = [total / games for total in totals]
    return [target.miss(found) for target in targets]


def _corrected(whole: float, without: list[float]) -> float:
    """Returns a figure without the part by which noise raises it on average."""
    return whole - (len(without) - 1) * (math.fsum(without) / len(without) - whole)


def balance(
    plan: TrialPlan,
    wanted: list[str],
    most: int = 256,
    jobs: int | None = None,
    resume: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, expected: None,
    each: Each = workers.each,
) -> tuple[BalanceReport, Pieces]:
    """Searches combinations of the plan's values for the targets. Returns a report, and the chosen pieces.

    Of more than `most` combinations, so many are drawn at random. `plan.games` is how many games the best combinations
    play. `progress` is told how many games are done, and how many there may be. Raises a TableError if the search is
    impossible."""
    plan.check()
    targets = _checked(plan, wanted)
    numbers = drawn(plan, most)
    search = Search(plan, targets, numbers, jobs, resume, progress, each)
    left = search.run()
    chosen = choose(plan, left)
    fresh = search.play_again(_shown(plan, left, chosen))
    report = _report(plan, targets, search, fresh, chosen)
    return report, plan.pieces_of(plan.settings()[chosen])


def _checked(plan: TrialPlan, wanted: list[str]) -> list[Target]:
    if not plan.vary:
        raise BadSetup("A search needs at least one value to vary.")
    if not wanted:
        raise BadSetup("A search needs at least one target, such as 'seats even'.")
    if len(set(wanted)) < len(wanted):
        raise BadSetup("A target is given twice.")
    if plan.games < FEWEST_GAMES:
        raise BadSetup(f"A search plays at least {FEWEST_GAMES} games with the best combinations, not {plan.games}.")
    return [read_target(each, plan.measures()) for each in wanted]


def drawn(plan: TrialPlan, most: int) -> list[int]:
    """Returns the combinations to try: all, or so many at random and the one that changes nothing."""
    every = list(range(len(plan.settings())))
    if most < 2:
        raise BadSetup(f"At least 2 combinations are tried, not {most}.")
    if len(every) <= most:
        return every
    dice = Dice(f"{plan.seed} combinations")
    dice.shuffle(every)
    old = plan.as_they_are()
    return sorted({*every[: most - (old is not None)], *([] if old is None else [old])})


class Search:
    """The rounds of a search."""

    def __init__(
        self,
        plan: TrialPlan,
        targets: list[Target],
        numbers: list[int],
        jobs: int | None,
        resume: Path | None,
        progress: Callable[[int, int], None],
        each: Each,
    ) -> None:
        self.plan = plan
        self.targets = targets
        self.numbers = numbers
        self.jobs = jobs
        self.each = each
        self.trials = Trials(plan, resume, "search")
        self.rounds: list[int] = []
        self._progress = progress
        self._file = resume
        self._done = 0

    def run(self) -> list[Judged]:
        """Plays all rounds. Returns the combinations that are left, the one with the lowest loss first."""
        left = self.numbers
        judged: list[Judged] = []
        ends = round_ends(batches(self.plan), len(left))
        for at, upto in enumerate(ends):
            before = ends[at - 1] if at else 0
            self._play(self.trials, left, range(before, upto), self._to_come(len(left), ends[at:], before))
            judged = sorted((judge(self.trials, self.targets, each, upto) for each in left), key=lambda one: one.loss)
            left = kept(judged) if upto < ends[-1] else left
            self.rounds.append(len(left))
        return judged

    def _to_come(self, left: int, ends: list[int], before: int) -> int:
        """Returns how many games there may be still, if half of the combinations are dropped in each round."""
        games = self.plan.games / batches(self.plan)
        expected = 0.0
        for upto in ends:
            expected += left * (upto - before) * games
            left, before = -(-left // 2), upto
        return round(expected) + MOST_SHOWN * self.plan.games

    def _play(self, trials: Trials, numbers: list[int], wanted: range, to_come: int) -> None:
        expected = self._done + to_come

        def advance(done: int) -> None:
            self._done += done
            self._progress(self._done, max(expected, self._done))

        trials.play(numbers, wanted, self.jobs, advance, self.each)

    def play_again(self, numbers: list[int]) -> Trials:
        """Plays combinations with other dice."""
        plan = msgspec.structs.replace(self.plan, seed=f"{self.plan.seed} again")
        file = None if self._file is None else self._file.with_name(f"{self._file.name}.again")
        trials = Trials(plan, file, "search")
        self._play(trials, numbers, range(batches(plan)), len(numbers) * plan.games)
        return trials


def round_ends(whole: int, count: int) -> list[int]:
    """Returns after how many batches each round ends: twice as many each time, if there are many combinations."""
    ends = [whole]
    while ends[0] // 2 >= FEWEST_BATCHES and count >> len(ends) >= 2:
        ends.insert(0, ends[0] // 2)
    return ends


def kept(judged: list[Judged]) -> list[int]:
    """Returns the combinations that go on, of those sorted by their loss."""
    best, half = judged[0], -(-len(judged) // 2)
    going_on = {min(judged, key=lambda one: one.misses[at]).number for at in range(len(best.misses))}
    for place, one in enumerate(judged):
        behind, error = one.behind(best)
        limit = BEYOND_DOUBT if place < half else CLEARLY
        if behind <= limit * error:
            going_on.add(one.number)
    return sorted(going_on)


def choose(plan: TrialPlan, left: list[Judged]) -> int:
    """Returns the combination with the lowest loss, or one that is as good and changes fewer values, or by less.

    A combination to which another is clearly preferable is not chosen, although the noise of one target may hide in the
    loss what is clear in another."""
    open_to_choice = [one for one in left if not any(_clearly_preferable(other, one) for other in left)]
    best = min(open_to_choice or left, key=lambda one: one.loss)
    as_good = [one for one in open_to_choice if not _further(one, best, AS_GOOD)]
    return min([best, *as_good], key=lambda one: (*changes(plan, one.number), one.loss)).number


def _further(one: Judged, other: Judged, errors: float) -> bool:
    """Returns whether a combination is further from any target than another, by more than so many standard errors."""
    found = [one.behind_in(other, target) for target in range(len(one.misses))]
    return any(behind > errors * error for behind, error in found)


def _clearly_preferable(other: Judged, one: Judged) -> bool:
    return _further(one, other, CLEARLY_PREFERABLE) and not _further(other, one, AS_GOOD)


def changes(plan: TrialPlan, number: int) -> tuple[int, int]:
    """Returns how many values a combination changes, and by how many of the values that were tried."""
    changed, steps = 0, 0
    for factor, level in zip(plan.factors(), plan.settings()[number], strict=True):
        if factor.levels[level] != factor.place.value:
            changed += 1
            old = factor.levels.index(factor.place.value) if factor.place.value in factor.levels else -1
            steps += abs(level - old)
    return changed, steps


def trade_offs(plan: TrialPlan, left: list[Judged]) -> list[int]:
    """Returns the combinations to which no other is preferable: none is nearer to one target and as near to all. Of
    those that played alike, it is the one that changes least."""
    by_change = sorted(left, key=lambda one: changes(plan, one.number))
    different = {tuple(one.misses): one for one in reversed(by_change)}.values()
    return sorted(one.number for one in different if not any(_preferable(other, one) for other in different))


def _preferable(other: Judged, one: Judged) -> bool:
    """Returns whether a combination is nearer to a target than another, and as near to all; or clearly nearer to one,
    and clearly further from none."""
    pairs = list(zip(other.misses, one.misses, strict=True))
    nearer = all(theirs <= mine for theirs, mine in pairs) and any(theirs < mine for theirs, mine in pairs)
    return nearer or _clearly_preferable(other, one)


def _shown(plan: TrialPlan, left: list[Judged], chosen: int) -> list[int]:
    """Returns the combinations to play again: the chosen one, the old pieces, and the trade-offs."""
    old = plan.as_they_are()
    named = dict.fromkeys([chosen, *([] if old is None else [old]), *trade_offs(plan, left)])
    return list(named)[:MOST_SHOWN]


def _report(plan: TrialPlan, targets: list[Target], search: Search, fresh: Trials, chosen: int) -> BalanceReport:
    numbers = list(fresh.played)
    order = [chosen, *sorted(number for number in numbers if number != chosen)]
    found = [_candidate(plan, targets, fresh, number, _role(plan, number, chosen)) for number in order]
    return BalanceReport(
        game=plan.game,
        players=plan.players,
        bots=list(plan.bots),
        seed=plan.seed,
        games=plan.games,
        tried=len(search.numbers),
        played=search.trials.games(),
        rounds=search.rounds,
        targets=[target.text for target in targets],
        varied={factor.name: [factor.words(at) for at in range(len(factor.levels))] for factor in plan.factors()},
        candidates=[found[0], *sorted(found[1:], key=lambda each: each.loss)],
    )


def _role(plan: TrialPlan, number: int, chosen: int) -> str:
    if number == plan.as_they_are():
        return AS_THEY_ARE
    return CHOSEN if number == chosen else TRADE_OFF


def _candidate(plan: TrialPlan, targets: list[Target], fresh: Trials, number: int, role: str) -> Candidate:
    judged = judge(fresh, targets, number, batches(plan))
    names, measured = plan.measures(), means(fresh, number)
    levels = zip(plan.factors(), plan.settings()[number], strict=True)
    return Candidate(
        role=role,
        values={factor.name: factor.words(level) for factor, level in levels},
        loss=judged.loss,
        error=judged.error,
        measures=measured,
        verdicts={target.text: verdict(target, names, measured) for target in targets},
        said={target.text: spoken(target, names, measured) for target in targets},
    )

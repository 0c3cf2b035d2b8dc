"""Every step and every card by its number: the one place where numbers meet names."""

from __future__ import annotations

from spiritboard.games.halloween import action_cards as actions
from spiritboard.games.halloween import fight_cards as fighting
from spiritboard.games.halloween import power_cards as powers
from spiritboard.games.halloween import scoring
from spiritboard.games.halloween import step as kinds
from spiritboard.games.halloween.actions import Blue, Close, MoveTo, Raise, Upgraded, action_steps
from spiritboard.games.halloween.bonus import Exchange, Refill
from spiritboard.games.halloween.fights import AfterRoll, BeforeRoll, FightOver, Fought, Opponent, Resolve, Target
from spiritboard.games.halloween.step import Card, Step, Token
from spiritboard.games.halloween.turn import Disc, Pay, Resume, Retort, Turn


def every_card() -> list[Card]:
    return [
        Card(0),
        actions.HauntNextDoor(1),
        actions.MoveAnywhere(2),
        fighting.PointsForWinning(3),
        powers.OneLevelHigher(4),
        fighting.StrongAttack(5),
        powers.Remove(6),
        powers.TwoDiscs(7),
        powers.StepDown(8),
        actions.TwoForSummon(9),
        powers.TokenForBonus(10),
        fighting.ScareTheLoser(11),
        scoring.ForColouredCards(12),
        actions.CheapUpgrade(13),
        powers.Repeat(14),
        actions.SecondMove(15),
        powers.Rerolls(16),
        fighting.WinnerMoves(17),
        actions.RollForHaunt(18),
        powers.ScareForRest(19),
        fighting.FightAll(20),
        scoring.ForScarePoints(21),
        scoring.ForLowestSection(22),
        actions.SayANumber(23),
        actions.MoveAndSummon(24),
        fighting.WinOutright(25),
        scoring.ForTwoTokens(26),
        scoring.ForRedTokens(27),
        fighting.TwoForWinning(28),
        actions.PointsForUpgrade(29),
        powers.BuyToken(30),
        scoring.ForUnusedHaunts(31),
        actions.PointForSummon(32),
        powers.Change(33),
        actions.FifthHaunts(34),
        fighting.FightAnywhere(35),
        fighting.ScareByDifference(36),
        powers.PointForScaring(37),
        actions.ScareAndMove(38),
        powers.Swap(39),
        scoring.ForFiveColours(40),
        scoring.ForHauntPoints(41),
        powers.PointsForOrange(42),
        powers.MakesGrey(43),
        powers.TokenForOccupying(44),
        actions.MixedSummon(45),
        actions.Retrieve(46),
        powers.CheapGrey(47),
        powers.BuyLevel(48),
        actions.RiseByHaunt(49),
        powers.Place(50),
        actions.MoreScare(51),
        powers.RandomBonus(52),
    ]


def every_step(cards: list[Card], tokens: list[Token]) -> list[Step]:
    steps: list[Step] = [Step()] * kinds.KINDS
    steps[kinds.TURN] = Turn()
    steps[1:7] = action_steps()
    steps[kinds.RAISE] = Raise()
    steps[kinds.MOVE_TO] = MoveTo()
    steps[kinds.TARGET] = Target()
    steps[kinds.OPPONENT] = Opponent()
    steps[kinds.BEFORE_ROLL] = BeforeRoll()
    steps[kinds.AFTER_ROLL] = AfterRoll()
    steps[kinds.RESOLVE] = Resolve()
    steps[kinds.FOUGHT] = Fought()
    steps[kinds.FIGHT_OVER] = FightOver()
    steps[kinds.BLUE] = Blue()
    steps[kinds.CLOSE] = Close()
    steps[kinds.EXCHANGE] = Exchange()
    steps[kinds.REFILL] = Refill()
    steps[kinds.PAY] = Pay()
    steps[kinds.DISC] = Disc()
    steps[kinds.RETORT] = Retort()
    steps[kinds.UPGRADED] = Upgraded()
    steps[kinds.RESUME] = Resume()
    steps[kinds.OF_TOKEN + 1 : kinds.OF_TOKEN + len(tokens)] = tokens[1:]
    steps[kinds.OF_CARD + 1 : kinds.OF_CARD + len(cards)] = cards[1:]
    return steps

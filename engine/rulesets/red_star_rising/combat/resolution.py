"""Chapter 7, from the declaration to the result: marks, strength markers, the die; and the dice of 7.4.4."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.records import Event
from engine.core.state import Unit
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.battle import AftermathFrame, Battle
from engine.rulesets.red_star_rising.combat.modifiers import siege_piece
from engine.rulesets.red_star_rising.combat.muster import Encounter, is_city_assault, muster
from engine.rulesets.red_star_rising.combat.odds import reckon_encounter
from engine.rulesets.red_star_rising.combat.results import NO_EFFECT
from engine.rulesets.red_star_rising.elimination import lose_step
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import ATTACKED, FOUGHT
from engine.rulesets.red_star_rising.strengths import draw_markers


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    """An attack that can no longer be called off."""

    kind: ClassVar[str] = "attack-declared"
    side: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[Location, ...]

    @property
    def place(self) -> Location | None:
        return self.targets[0]


@dataclass(frozen=True, slots=True)
class AttackResolved(Event):
    """A battle and its result; `column` is the odds of the column after shifts."""

    kind: ClassVar[str] = "attack-resolved"
    side: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[Location, ...]
    defenders: tuple[UnitId, ...]
    overrun: bool
    siege: bool
    attack: int
    defence: int
    odds: str
    column: str
    die: int
    modified: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=self.side, odds=self.odds, column=self.column, result=self.result),)

    @property
    def place(self) -> Location | None:
        return self.targets[0]


@dataclass(frozen=True, slots=True)
class AttackTooWeak(Event):
    """The strengths that were drawn give odds below the table: no effect, and no die is thrown."""

    kind: ClassVar[str] = "attack-too-weak"
    side: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[Location, ...]
    defenders: tuple[UnitId, ...]
    overrun: bool
    attack: int
    defence: int
    odds: str

    @property
    def place(self) -> Location | None:
        return self.targets[0]


@dataclass(frozen=True, slots=True)
class CityFought(Event):
    """The die of a motorised unit that attacked a major city, and whether it cost a step."""

    kind: ClassVar[str] = "city-fought"
    unit: UnitId
    die: int
    lost: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@rule("6.2.2", "7.1.2")
def draw_strengths(game: Game, draft: Draft, encounter: Encounter) -> bool:
    """Armies that take part on either side draw their markers, after the declaration and before the die."""
    units = (*encounter.attackers, *encounter.defenders, *encounter.late)
    return draw_markers(game, draft, tuple(unit.id for unit in units))


@rule("7.1.2", "7.2.4", "7.2.5")
def resolve(
    game: Game,
    draft: Draft,
    attackers: tuple[UnitId, ...],
    targets: tuple[Location, ...],
    *,
    overrun: bool = False,
    siege: bool = False,
) -> AftermathFrame:
    """Throw and read the table. Returns the frame that carries the result out, for the caller to begin.

    In a combat phase nobody attacks or is attacked again after this, not even where it came to nothing.
    """
    encounter = muster(game, draft.state, attackers, targets, overrun=overrun)
    battle = encounter.battle(city=is_city_assault(game, draft.state, encounter))
    if siege:
        piece = siege_piece(game, draft.state, encounter)
        assert isinstance(piece, Unit)
        draft.mark(piece.id, FOUGHT)
    result = _read_result(game, draft, encounter, siege=siege)
    if not overrun:
        _mark(draft, attackers, FOUGHT)
        _mark(draft, (*battle.defenders, *battle.late), ATTACKED)
    return AftermathFrame(battle, result)


@rule("7.1.2")
def _read_result(game: Game, draft: Draft, encounter: Encounter, *, siege: bool) -> str:
    """The result of the table, or of the position that lays one down; none at odds below the table."""
    reckoned = reckon_encounter(game, draft.state, encounter, siege=siege)
    ids = tuple(unit.id for unit in encounter.attackers)
    defenders = tuple(unit.id for unit in encounter.defenders)
    attack, defence = int(reckoned.attack.value), int(reckoned.defence.value)
    if not reckoned.column:
        told = AttackTooWeak(
            encounter.side, ids, encounter.targets, defenders, encounter.overrun, attack, defence, reckoned.odds
        )
        draft.emit(told)
        return NO_EFFECT
    laid_down = draft.given_result()
    die = draft.roll()
    thrown = reckon_encounter(game, draft.state, encounter, die, siege=siege)
    assert thrown.result is not None
    assert thrown.modified_die is not None
    result = laid_down or thrown.result
    draft.emit(
        AttackResolved(
            side=encounter.side,
            attackers=ids,
            targets=encounter.targets,
            defenders=defenders,
            overrun=encounter.overrun,
            siege=siege,
            attack=attack,
            defence=defence,
            odds=thrown.odds,
            column=thrown.column,
            die=die,
            modified=thrown.modified_die,
            result=result,
        )
    )
    return result


def _mark(draft: Draft, units: Iterable[UnitId], mark: str) -> None:
    for unit in units:
        draft.mark(unit, mark)


@rule("7.4.4")
def city_losses(
    game: Game, draft: Draft, battle: Battle, survivors: Iterable[UnitId], worn: Collection[UnitId]
) -> dict[UnitId, UnitId | None]:
    """Each motorised attacker left throws for the streets: a step on 1, up to 3 if it retreated or lost a step itself.

    `survivors` are the attackers still on the map and `worn` those of them that retreated or lost a step, all under the
    ids they have now. Call it after the result and before advances. Returns what became of those that lost a step here:
    the id that stands there now, or None. These losses do not shorten an advance.
    """
    if not battle.city:
        return {}
    materials: Materials = game.materials
    changed: dict[UnitId, UnitId | None] = {}
    for unit in survivors:
        if not materials.kind(draft.state.unit(unit)).motorised:
            continue
        die = draft.roll()
        lost = die <= materials.by_name("city_losses", "worn" if unit in worn else "unharmed")
        draft.emit(CityFought(unit, die, lost))
        if lost:
            changed[unit] = lose_step(game, draft, unit)
    return changed


EVENTS = (AttackDeclared, AttackResolved, AttackTooWeak, CityFought)

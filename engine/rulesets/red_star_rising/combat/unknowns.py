"""6.2.2: what can be expected of an attack in which an army has still to draw its strength.

Nobody looks into the cups, but what is not in them lies open, so everybody may count what is. Each draw that is
possible is reckoned as if it had been made, and weighs as much as it is likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.core.answers import AttackAnswer, Chance, Losses, Throw
from engine.core.game import Game
from engine.core.ids import CardId, UnitId
from engine.core.state import State, Unit
from engine.core.terms import Number
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.muster import Encounter
from engine.rulesets.red_star_rising.combat.results import NO_EFFECT
from engine.rulesets.red_star_rising.factors import is_unknown
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import MARKER, ON_ARMIES, OUT_OF_PLAY, SET_ASIDE, TO_COME

MOST_UNKNOWN = 2
"""With more armies that draw, there are too many ways for them to do so to think of all."""

Reckon = Callable[[Encounter], AttackAnswer]


@rule("6.2.1", "6.2.2")
def in_the_cup(game: Game, state: State, strength_class: str) -> tuple[CardId, ...]:
    """The markers of a class that do not lie open, one of each sort for every one there is."""
    materials: Materials = game.materials
    in_sight = {card for pool in (ON_ARMIES, SET_ASIDE, TO_COME, OUT_OF_PLAY) for card in state.pool(pool)}
    return tuple(
        card
        for card, marker in sorted(materials.markers.items())
        if marker.strength_class == strength_class and card not in in_sight
    )


@rule("6.2.2", "6.2.3")
def draws(game: Game, state: State, encounter: Encounter) -> Iterator[tuple[Fraction, Encounter]]:
    """Every way in which the armies of a battle can draw, and how likely it is; markers that are alike are one."""
    materials: Materials = game.materials
    units = (*encounter.attackers, *encounter.defenders, *encounter.late)
    unknown = [unit for unit in units if is_unknown(materials, unit)]
    if len(unknown) > MOST_UNKNOWN:
        return
    for share, drawn in _drawn(game, state, unknown, {}):
        yield share, _with(encounter, drawn)


def _drawn(
    game: Game, state: State, left: list[Unit], so_far: dict[UnitId, CardId]
) -> Iterator[tuple[Fraction, dict[UnitId, CardId]]]:
    if not left:
        yield Fraction(1), so_far
        return
    materials: Materials = game.materials
    unit, *others = left
    cup = [card for card in in_the_cup(game, state, materials.kind(unit).strength_class) if card not in so_far.values()]
    if not cup:
        yield from _drawn(game, state, others, so_far)
        return
    alike = Counter(materials.markers[card].faces for card in cup)
    first = {materials.markers[card].faces: card for card in reversed(cup)}
    for faces, count in alike.items():
        for share, drawn in _drawn(game, state, others, so_far | {unit.id: first[faces]}):
            yield share * Fraction(count, len(cup)), drawn


def _with(encounter: Encounter, drawn: dict[UnitId, CardId]) -> Encounter:
    """The battle once the markers are on their armies."""

    def marked(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(
            replace(unit, step=0, values=unit.values.set(MARKER, drawn[unit.id])) if unit.id in drawn else unit
            for unit in units
        )

    return replace(
        encounter,
        attackers=marked(encounter.attackers),
        defenders=marked(encounter.defenders),
        late=marked(encounter.late),
    )


@dataclass(slots=True)
class _Sum:
    """One result over all draws."""

    share: Number = 0
    rows: dict[str, None] = field(default_factory=dict)
    attacker: Losses = field(default_factory=Losses)
    defender: Losses = field(default_factory=Losses)

    def add(self, share: Number, chance: Chance) -> None:
        self.share += share
        self.rows |= dict.fromkeys(chance.rows)
        self.attacker += chance.attacker.times(share)
        self.defender += chance.defender.times(share)

    def chance(self, result: str) -> Chance:
        """What the result costs on average, whenever it comes."""
        part = 1 / Fraction(self.share)
        return Chance(result, self.share, tuple(self.rows), self.attacker.times(part), self.defender.times(part))


@rule("6.2.2", "7.1.2")
def expected_throw(game: Game, state: State, encounter: Encounter, reckon: Reckon) -> Throw | None:
    """The die of an attack over all draws: how likely each column is, and each result; None where none can be told."""
    found: Throw | None = None
    columns: dict[str, Number] = {}
    sums: dict[str, _Sum] = {}
    nothing = Chance(NO_EFFECT, 1, (), Losses(), Losses())
    for share, drawn in draws(game, state, encounter):
        throw = next(iter(reckon(drawn).throws), None)
        for chance in throw.chances if throw is not None else (nothing,):
            sums.setdefault(chance.result, _Sum()).add(share * chance.share, chance)
        if throw is not None:
            columns[throw.column] = columns.get(throw.column, 0) + share
            found = throw
    if found is None:
        return None
    table = game.materials.charts.table(found.table)
    return replace(
        found,
        column="",
        columns={name: columns[name] for name in table.columns if name in columns},
        chances=tuple(each.chance(result) for result, each in sorted(sums.items(), key=_by_rank(table.rank))),
    )


def _by_rank(rank: Callable[[str], int | None]) -> Callable[[tuple[str, _Sum]], int]:
    """The worst for the attacker first, as dice read them."""
    return lambda item: -(rank(item[0]) or 0)

"""Why: what a unit is worth and how it is supplied, and the attack that is being put together, as rows to read.

An attack is found in the frames of a game by its fields: who attacks, and what. The answers are those of the rules, and
only become rows of words, numbers and cases here. No Qt is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.play.table import Table
from engine.core.answers import AttackAnswer, Reckoning, SupplyAnswer, UnitAnswer
from engine.core.ids import Location, UnitId
from engine.core.refusals import GameFault
from engine.core.terms import Number, Op, Term

_FURTHER = ("siege", "cards")
"""What else a frame may say of an attack that the question wants to know."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a reckoning; a heading has neither number nor case."""

    words: str
    value: str = ""
    rule: str = ""
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """A title, its rows, and a line on the map that belongs to it."""

    title: str
    rows: tuple[Row, ...]
    path: tuple[Location, ...] = ()


def attack_in_hand(table: Table) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
    """Who attacks what, where an attack is being put together or fought."""
    inside = _frame(table)
    attackers, targets = getattr(inside, "attackers", None), getattr(inside, "targets", None)
    if targets is None:
        targets = getattr(inside, "target", None)
    places = targets if isinstance(targets, tuple) else (targets,)
    if not isinstance(attackers, tuple) or not all(isinstance(place, int) for place in places):
        return None
    return attackers, tuple(Location(place) for place in places if isinstance(place, int))


def _frame(table: Table) -> object:
    """What is being done now, or the battle in it."""
    frames = table.view.frames
    return getattr(frames[-1], "battle", frames[-1]) if frames else None


def explained_attack(table: Table) -> Explained | None:
    """The reckoning of the attack in hand; None when there is none, or nobody attacks yet."""
    found = attack_in_hand(table)
    if found is None or not found[0] or "attack" not in table.game.ruleset.questions:
        return None
    attackers, targets = found
    if not all(unit in table.view.units for unit in attackers):
        return None
    first, *others = (table.board.label(target) for target in targets)
    asked: dict[str, object] = {"units": list(attackers), "target": first}
    if others:
        asked["targets"] = [first, *others]
    asked |= {name: value for name in _FURTHER if (value := getattr(_frame(table), name, None))}
    try:
        answer = table.ask("attack", **asked)
    except (GameFault, LookupError, ValueError):
        return None
    return _attack_rows(table, answer) if isinstance(answer, AttackAnswer) else None


def _attack_rows(table: Table, answer: AttackAnswer) -> Explained:
    rows = [
        *_reckoned(table, "Attack", answer.attack),
        *_reckoned(table, "Defence", answer.defence),
        Row("Odds", answer.odds, answer.rule, is_heading=True),
        *_terms(table, answer.shifts),
        Row("Column", answer.column, answer.rule, is_heading=True),
        *_terms(table, answer.modifiers),
    ]
    if answer.chances:
        rows.append(Row("Chances", "", answer.table, is_heading=True))
        rows += [Row(result, percent(share)) for result, share in answer.chances.items()]
    if answer.refusal is not None:
        rows.append(Row(table.say(answer.refusal.message), "", answer.refusal.rule))
    return Explained(f"Attack on {table.board.label(answer.target)}", tuple(rows))


def explained_unit(table: Table, unit: str) -> Explained | None:
    """What a unit is worth here and now, and where its supply comes from."""
    record = table.view.units.get(UnitId(unit))
    if record is None:
        return None
    rows: list[Row] = []
    path: tuple[Location, ...] = ()
    worth = table.ask("unit", unit=unit)
    if isinstance(worth, UnitAnswer):
        for name, reckoned in worth.factors.items():
            rows += _reckoned(table, name.replace("-", " ").capitalize(), reckoned)
    kind = table.brief.types.get(record.type)
    if kind is not None and len(kind.steps) > 1:
        rows.append(Row("Steps", f"{max(0, len(kind.steps) - record.step)} of {len(kind.steps)}", is_heading=True))
    if record.marks:
        rows.append(Row("Marks", ", ".join(sorted(mark.replace("-", " ") for mark in record.marks)), is_heading=True))
    supply = _supply(table, unit)
    if supply is not None:
        path = supply.path
        rows.append(Row("Supply", str(supply.state).replace("-", " "), supply.rule, is_heading=True))
        if supply.source is not None:
            length = f", {supply.length} away" if supply.length else ""
            rows.append(Row(f"from {table.board.label(supply.source)}{length}"))
        rows += _terms(table, Reckoning(supply.terms, 0))
    return Explained(table.names.unit(unit), tuple(rows), path)


def _supply(table: Table, unit: str) -> SupplyAnswer | None:
    """The supply of a unit that stands on the map; in a box there is none to speak of."""
    record = table.view.units[UnitId(unit)]
    if table.board.kinds[record.at] == "box":
        return None
    answer = table.ask("supply", unit=unit)
    return answer if isinstance(answer, SupplyAnswer) else None


def score_rows(table: Table) -> tuple[Row, ...]:
    """How the game stands."""
    terms = table.score()
    return tuple(_reckoned(table, "Score", Reckoning.of(*terms))) if terms else ()


def _reckoned(table: Table, title: str, reckoned: Reckoning) -> list[Row]:
    return [Row(title, number(reckoned.value), is_heading=True), *_terms(table, reckoned)]


def _terms(table: Table, reckoned: Reckoning) -> list[Row]:
    return [Row(table.say(term.label), _value(term), term.rule) for term in reckoned.terms]


def _value(term: Term) -> str:
    if term.op is Op.NOTE:
        return ""
    signs: Mapping[Op, str] = {Op.TIMES: "×", Op.BECOMES: "= "}
    sign = signs.get(term.op, "+" if term.value >= 0 and term.op is not Op.ADD else "")
    return f"{sign}{number(term.value)}"


def number(value: Number) -> str:
    """A number as one reads it: halves and thirds as fractions."""
    if isinstance(value, Fraction) and value.denominator != 1:
        whole, rest = divmod(value, 1)
        common = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 3): "⅓"}
        if rest in common:
            return f"{whole if whole else ''}{common[rest]}"
    return str(value)


def percent(share: Number) -> str:
    return f"{float(share) * 100:.0f} %"

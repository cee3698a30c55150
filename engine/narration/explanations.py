"""Why: what a unit is worth and how it is supplied, and the attack that is being put together, as rows to read.

Which attack is in hand the rules say (`attack_previews` asks about it). The answers are those of the rules too, and
only become rows of words, numbers and cases here. No Qt is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.core.answers import AttackAnswer, Reckoning, SupplyAnswer, UnitAnswer
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.terms import Number, Op, Term
from engine.core.words.plurals import mixed
from engine.narration.seen_game import SeenGame


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a reckoning; a heading has neither number nor case."""

    words: str
    value: str = ""
    rule: str = ""
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """A title, its rows, a line on the map that belongs to it, and the attack it is about."""

    title: str
    rows: tuple[Row, ...]
    path: tuple[Location, ...] = ()
    attack: AttackAnswer | None = None


def attack_in_hand(table: SeenGame) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
    """Who attacks what, where an attack is being put together or fought."""
    asked = table.game.ruleset.attack_now(table.game, table.view)
    if asked is None:
        return None
    targets = asked.get("targets") or (asked["target"],)
    return tuple(map(UnitId, asked["units"])), tuple(map(table.board.at, targets))


def fight_in_view(table: SeenGame) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
    """Who attacks what: the attack in hand, or the fight whose consequences are being decided."""
    return attack_in_hand(table) or table.game.ruleset.fight_now(table.game, table.view)


OPEN: Final = "?"
"""What stands where a number is still to be drawn, as on counters."""
STEPS: Final = "steps"
"""How many steps a unit has left, where a game counts that among its factors; counters have dots for it."""


def explained_unit(table: SeenGame, unit: str) -> Explained | None:
    """What a unit is worth here and now, and where its supply comes from."""
    record = table.view.units.get(UnitId(unit))
    if record is None:
        return None
    rows: list[Row] = []
    path: tuple[Location, ...] = ()
    worth = table.ask("unit", unit=unit)
    kind = table.brief.types.get(record.type)
    has_steps = kind is not None and len(kind.steps) > 1
    if isinstance(worth, UnitAnswer):
        for name, reckoned in worth.factors.items():
            if name != STEPS or not has_steps:  # which says how many there were as well
                rows += _factor_rows(table, table.names.heading(name), reckoned)
    if kind is not None and has_steps:
        rows.append(
            Row(
                table.names.heading(STEPS),
                table.say(message("why.steps", left=max(0, len(kind.steps) - record.step), all=len(kind.steps))),
                is_heading=True,
            )
        )
    if record.marks:
        rows.append(
            Row(table.names.heading("marks"), ", ".join(sorted(map(table.names.word, record.marks))), is_heading=True)
        )
    supply = _supply(table, unit)
    if supply is not None:
        path = supply.path
        rows.append(Row(table.names.heading("supply"), table.names.word(supply.state), supply.rule, is_heading=True))
        if supply.source is not None:
            source = table.names.place(supply.source)
            key = "why.from-afar" if supply.length else "why.from"
            rows.append(Row(table.say(message(key, place=source, length=supply.length or 0))))
        rows += term_rows(table, Reckoning(supply.terms, 0))
    return Explained(table.names.unit(unit), tuple(rows), path)


def _factor_rows(table: SeenGame, title: str, reckoned: Reckoning) -> list[Row]:
    """A factor and what made it so; one that is as printed says so in one line."""
    if len(reckoned.terms) == 1:
        return [Row(title, reckoned_number(reckoned), reckoned.terms[0].rule, is_heading=True)]
    return reckoned_rows(table, title, reckoned)


def _supply(table: SeenGame, unit: str) -> SupplyAnswer | None:
    """The supply of a unit that stands on the map; in a box there is none to speak of."""
    record = table.view.units[UnitId(unit)]
    if table.board.kinds[record.at] == "box":
        return None
    answer = table.ask("supply", unit=unit)
    return answer if isinstance(answer, SupplyAnswer) else None


def score_rows(table: SeenGame) -> tuple[Row, ...]:
    """How the game stands."""
    terms = table.score()
    return tuple(reckoned_rows(table, table.names.heading("score"), Reckoning.of(*terms))) if terms else ()


def stock_rows(table: SeenGame) -> tuple[Row, ...]:
    """What each side has at hand besides its units, the side that decides first; nothing of one that has nothing."""
    rows: list[Row] = []
    for side in sorted(table.game.ruleset.sides, key=lambda side: side != table.menu.side):
        found = stock_of(table, side)
        if found:
            rows += [Row(table.say(message("why.at-hand", side=side)), is_heading=True), *found]
    return tuple(rows)


def stock_of(table: SeenGame, side: Side) -> list[Row]:
    """What one side has at hand besides its units."""
    return term_rows(table, Reckoning(table.game.ruleset.stocks(table.game, table.view, side), 0))


def reckoned_rows(table: SeenGame, title: str, reckoned: Reckoning) -> list[Row]:
    return [Row(title, reckoned_number(reckoned), is_heading=True), *term_rows(table, reckoned)]


def term_rows(table: SeenGame, reckoned: Reckoning) -> list[Row]:
    return [Row(table.say(term.label), _value(term), numbered(term.rule)) for term in reckoned.terms]


def numbered(rule: str) -> str:
    """A case that has a number; nothing for what only a ruling knows, by a name that is nobody's word."""
    return rule if any(letter.isdigit() for letter in rule) else ""


def _value(term: Term) -> str:
    if term.op is Op.OPEN:
        return OPEN
    if term.op is Op.NOTE:
        return number(term.value) if term.value else ""
    signs: Mapping[Op, str] = {Op.TIMES: "×", Op.BECOMES: "= "}
    sign = signs.get(term.op, "+" if term.value >= 0 and term.op is not Op.ADD else "")
    return f"{sign}{number(term.value)}"


def reckoned_number(reckoned: Reckoning) -> str:
    """What a reckoning comes to; where something is still to be drawn, what is known so far beside that."""
    if not reckoned.is_open:
        return number(reckoned.value)
    return f"{number(reckoned.value)}+{OPEN}" if reckoned.value else OPEN


def number(value: Number) -> str:
    """A number as one reads it: halves and thirds as fractions."""
    return mixed(value)


def signed(value: Number) -> str:
    """A modifier with its sign."""
    return f"+{number(value)}" if value >= 0 else f"-{number(-value)}"


def percent(share: Number) -> str:
    return f"{float(share) * 100:.0f} %"

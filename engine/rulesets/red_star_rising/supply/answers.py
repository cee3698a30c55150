"""What a player who asks about the supply of a unit is told: its state, the line it draws on, and how long that is."""

from __future__ import annotations

from dataclasses import replace

from engine.core.answers import SupplyAnswer
from engine.core.game import Game
from engine.core.messages import message
from engine.core.paths import Trace
from engine.core.state import State, Unit
from engine.core.terms import Op, Term
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import SOVIET, Role, Status
from engine.rulesets.red_star_rising.supply.axis import capital_ends, depot_chain, emergency_lines, is_nation_cut_off
from engine.rulesets.red_star_rising.supply.lines import (
    Group,
    group_of,
    is_isolated,
    land_length,
    land_lines,
    live_status,
    needs_no_line,
    sea_lines,
)
from engine.rulesets.red_star_rising.supply.soviet import soviet_sources
from engine.rulesets.red_star_rising.supply.tracing import length_limit, parts_of, rail_lines

_CASES = {Group.DEPOTS: "10.2.2", Group.FINNISH: "10.3.1", Group.ROMANIAN: "10.3.2", Group.SOVIET: "10.4.3"}
_PARTS = {
    "rail": message("term.rsr.line-rail"),
    "hex": message("term.rsr.line-hexes"),
    "slow": message("term.rsr.line-slow"),
    "partisans": message("term.rsr.line-partisans"),
}


@rule("10.0.4", "10.1.1", "10.1.3")
def line_of(game: Game, state: State, unit: Unit) -> SupplyAnswer:
    """The supply of a unit as it stands now; lengths are in half hexes.

    The state marked in the last supply phase, which is what most rules go by, is noted where it is another.
    """
    found = _found(game, state, unit)
    marked = status_of(unit)
    if game.materials.is_on_map(unit) and marked != found.state and not needs_no_line(game.materials.kind(unit)):
        note = Term(message("term.rsr.marked", status=marked), 0, "10.0.4", Op.NOTE)
        found = replace(found, terms=(*found.terms, note))
    return found


def _found(game: Game, state: State, unit: Unit) -> SupplyAnswer:
    materials: Materials = game.materials
    kind = materials.kind(unit)
    group = group_of(kind)
    if needs_no_line(kind) or not materials.is_on_map(unit):
        return SupplyAnswer(unit.id, Status.SUPPLIED, None, (), None, _case_without_line(kind))
    status = live_status(game, state, unit)
    if status is Status.SUPPLIED and kind.role is Role.HEADQUARTERS:
        return _along(game, state, unit, _headquarters_lines(game, state, kind), case=_headquarters_case(kind))
    if status is Status.SUPPLIED:
        limit = length_limit(game, kind.side)
        if (land_length(game, state, group, unit.at) or 0) <= limit and unit.at in land_lines(game, state, group):
            return _along(game, state, unit, land_lines(game, state, group), case=_CASES[group], limit=limit)
        by_sea = sea_lines(game, state, kind)
        assert by_sea is not None
        case = "10.4.4" if kind.side == SOVIET else "10.2.3"
        return _along(game, state, unit, by_sea, case=case, limit=length_limit(game, "sea"))
    if status is Status.EMERGENCY:
        emergency = _along(
            game, state, unit, emergency_lines(game, state), case="10.2.4", limit=length_limit(game, kind.side)
        )
        return replace(emergency, state=status)
    return _without(game, state, unit, status)


def _case_without_line(kind: Kind) -> str:
    """The case that exempts a counter from lines; 10.0.4 for what is not on the map."""
    cases = {Role.PARTISAN: "10.0.6", Role.DEPOT: "10.2.1", Role.ASSET: "10.4.1", Role.AIR_FLEET: "12.2.1"}
    return cases.get(kind.role, "10.0.4")


def _headquarters_case(kind: Kind) -> str:
    return "10.4.2" if kind.side == SOVIET else _CASES[group_of(kind)]


def _headquarters_lines(game: Game, state: State, kind: Kind) -> Trace:
    ends = soviet_sources(game, state) if kind.side == SOVIET else capital_ends(game, kind.nation)
    return rail_lines(game, state, kind.side, ends)


def _along(game: Game, state: State, unit: Unit, lines: Trace, *, case: str, limit: int | None = None) -> SupplyAnswer:
    """A line that supplies, what its length is made of, and the chain of depots that goes on where it ends."""
    path = lines.path(unit.at)
    parts = parts_of(game, state, unit.side, path)
    terms = [Term(_PARTS[name], halves, "10.1.3") for name, halves in parts.items() if halves]
    if limit is not None:
        terms.append(Term(message("term.rsr.line-limit"), limit, case, Op.NOTE))
    if case == "10.2.2":
        chain = depot_chain(game, state)
        link = path[-1]
        while chain.get(link, link) != link:
            onward = message("term.rsr.depot-chain", at=game.board.label(link), to=game.board.label(chain[link]))
            terms.append(Term(onward, 0, "10.2.2", Op.NOTE))
            link = chain[link]
    return SupplyAnswer(unit.id, Status.SUPPLIED, path[-1], path, lines.length(unit.at), case, tuple(terms))


def _without(game: Game, state: State, unit: Unit, status: Status) -> SupplyAnswer:
    """No line that is short enough: what there is, and whether the unit is isolated."""
    kind = game.materials.kind(unit)
    group = group_of(kind)
    case = _headquarters_case(kind) if kind.role is Role.HEADQUARTERS else _CASES[group]
    terms = []
    length = None if kind.role is Role.HEADQUARTERS else land_length(game, state, group, unit.at)
    if is_nation_cut_off(game, state, kind.nation):
        terms.append(Term(message("term.rsr.capital-lost"), 0, case, Op.NOTE))
    elif length is not None:
        terms.append(Term(message("term.rsr.line-too-long"), length, case, Op.NOTE))
        terms.append(Term(message("term.rsr.line-limit"), length_limit(game, kind.side), case, Op.NOTE))
    if is_isolated(game, state, unit):
        terms.append(Term(message("term.rsr.isolated"), 0, "10.5", Op.NOTE))
    if status is Status.LACKING:
        case = "10.4.5" if kind.side == SOVIET else "10.2.5"
    return SupplyAnswer(unit.id, status, None, (), None, case, tuple(terms))

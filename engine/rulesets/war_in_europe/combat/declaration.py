"""Chapter 11 and 12.32, 12.46: putting an attack together: its hexes, its units, aircraft, a lower column, a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.attack_declaration import (
    AddAttacker,
    AddTarget,
    AttackOption,
    AttackRules,
    CallOff,
    DeclareAttack,
    DeclaredAttack,
    Resolve,
    asked_attack,
    attack_menu,
    attack_refusal,
    changed,
)
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import has_support
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.fights import AIR, COLUMN, TABLE, Fight
from engine.rulesets.war_in_europe.combat.strengths import printed
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ATTACKED,
    DROPPED,
    FLOWN,
    FLOWN_IN,
    FORTIFIED,
    FUSED,
    LANDED,
    REBUILT,
    SAILED,
    SHELTERED,
    STRUCK,
    Front,
    enemy_of,
)
from engine.rulesets.war_in_europe.standing import company, standing
from engine.rulesets.war_in_europe.supply import air_range
from engine.rulesets.war_in_europe.weather import is_frozen


@dataclass(frozen=True, slots=True)
class AddAir(Action):
    """Let an air point support the attack."""

    kind: ClassVar[str] = "add-air"


@dataclass(frozen=True, slots=True)
class LowerOdds(Action):
    """Fight the attack in a lower column."""

    kind: ClassVar[str] = "lower-odds"
    column: str


@dataclass(frozen=True, slots=True)
class UseTable(Action):
    """Use one of several combat tables that apply."""

    kind: ClassVar[str] = "use-table"
    table: str


@dataclass(frozen=True, slots=True)
class AttackFrame(Frame):
    """An attack being put together; it ends with the attack, or with None when it is called off."""

    kind: ClassVar[str] = "attack"
    targets: tuple[Location, ...]
    attackers: tuple[UnitId, ...] = ()
    air: bool = False
    column: str = ""
    table: str = ""

    @property
    def declared(self) -> DeclaredAttack:
        attack = DeclaredAttack(self.targets, self.attackers)
        for name, value in ((AIR, self.air), (COLUMN, self.column), (TABLE, self.table)):
            attack = attack.chosen(name, value) if value else attack
        return attack

    def holding(self, attack: DeclaredAttack) -> AttackFrame:
        return replace(
            self,
            targets=attack.targets,
            attackers=attack.attackers,
            air=bool(attack.choices.get(AIR, False)),
            column=str(attack.choices.get(COLUMN, "")),
            table=str(attack.choices.get(TABLE, "")),
        )


# Hexes


@rule("11.11", "15.1")
def beside(game: Game, state: State, at: Location) -> tuple[Location, ...]:
    """The hexes from which one can attack a hex, and the hex itself, where partisans or landings are fought.

    A side that is ice towards a hex of the severe zone is open to those who attack it, as to those who march into it.
    """
    reached = game.materials.ground.beside(frozen=is_frozen(game, state))
    return (at, *(Location(near) for near, _ in game.board.links[at] if at in reached[near]))


@rule("11.11", "11.13")
def contacts(game: Game, state: State) -> Iterator[Location]:
    """The hexes with enemies that could be attacked: beside friendly units, or shared with them."""
    mine = standing(game, state, state.side).present
    for at in sorted(standing(game, state, enemy_of(state.side)).present):
        if any(near in mine for near in beside(game, state, at)):
            yield at


def intruders(state: State, at: Location) -> tuple[Unit, ...]:
    """Units of the side that have landed or been dropped in a hex: they alone lead an attack on it."""
    return tuple(unit for unit in company(state, at, state.side) if unit.marks & {LANDED, DROPPED})


@rule("11.14", "11.12")
def target_refusal(game: Game, state: State, target: Location) -> Refusal | None:
    """What forbids an attack on a hex by anyone: nobody there, or attacked before, or nobody beside it."""
    label = game.board.label(target)
    enemies = company(state, target, enemy_of(state.side))
    if not enemies:
        return Refusal("11.11", message("refusal.wie.nobody-there", hex=label))
    if any(STRUCK in unit.marks and SHELTERED not in unit.marks for unit in enemies) or all(
        STRUCK in unit.marks for unit in enemies
    ):
        return Refusal("11.14", message("refusal.wie.struck", hex=label))
    if not any(True for _ in _possible(game, state, (target,))):
        return _kept_back(game, state, target) or Refusal("11.11", message("refusal.wie.nobody-beside", hex=label))
    return None


@rule("11.1")
def _kept_back(game: Game, state: State, target: Location) -> Refusal | None:
    """The case by which those around a hex do not attack it, where somebody is there and none of them can."""
    near = beside(game, state, target)
    far = (Location(at) for at, _ in game.board.links[target] if Location(at) not in near)
    for at in (*near, *far):
        for unit in company(state, at, state.side):
            refusal = attacker_refusal(game, state, unit.id, (target,))
            if refusal is not None and refusal.rule != "11.11":
                return refusal
    return None


# Units


@rule("11.1", "11.15", "7.13", "8.36", "6.35", "18.22", "16.21", "17.13")
def attacker_refusal(game: Game, state: State, id: UnitId, targets: tuple[Location, ...]) -> Refusal | None:
    """What keeps a unit out of any attack on some hexes."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("11.11", message("refusal.wie.not-your-attacker", unit=id))
    refused = {
        ATTACKED: ("11.14", "has-attacked"),
        ABOARD: ("6.35", "aboard"),
        FORTIFIED: ("18.22", "fortified-attacks"),
        FUSED: ("16.12", "fused"),
        REBUILT: ("17.13", "rebuilt"),
        FLOWN_IN: ("8.36", "flown-attacks"),
    }
    for mark, (case, said) in refused.items():
        if mark in unit.marks:
            return Refusal(case, message(f"refusal.wie.{said}", unit=id))
    if not materials.kind(unit).can_attack or not printed(materials, unit, attacking=True):
        return Refusal(materials.kind(unit).bars_attack, message("refusal.wie.never-attacks", unit=id))
    landed = bool(unit.marks & {LANDED, DROPPED})
    if landed and targets != (unit.at,):
        case = "7.33" if LANDED in unit.marks else "8.24"
        return Refusal(case, message("refusal.wie.landed-elsewhere", unit=id))
    if not landed and SAILED in unit.marks:
        return Refusal("7.13", message("refusal.wie.sailed-attacks", unit=id))
    if not landed and FLOWN in unit.marks:
        return Refusal("8.36", message("refusal.wie.flown-attacks", unit=id))
    return _place_refusal(game, state, unit, targets)


@rule("11.23", "11.11", "7.33", "8.24", "5.8")
def _place_refusal(game: Game, state: State, unit: Unit, targets: tuple[Location, ...]) -> Refusal | None:
    """Every attacker is beside every hex attacked; neighbours may join a drop.

    Nobody joins a landing but those who were dropped into the same hex, who have to attack it as well.
    """
    case = "11.23" if len(targets) > 1 else "11.11"
    for target in targets:
        if unit.at not in beside(game, state, target):
            if game.board.edge_between(unit.at, target) is not None:
                said = message("refusal.wie.attack-closed", unit=unit.id, hex=game.board.label(target))
                return Refusal("5.8", said)
            return Refusal(case, message("refusal.wie.not-beside", unit=unit.id, hex=game.board.label(target)))
        leading = intruders(state, target)
        if any(LANDED in each.marks for each in leading) and not unit.marks & {LANDED, DROPPED}:
            return Refusal("7.33", message("refusal.wie.landing-alone", unit=unit.id))
        if unit.at == target and not unit.marks & {LANDED, DROPPED}:
            enemies = company(state, target, enemy_of(unit.side))
            if any(game.materials.kind(each).closes_hex for each in enemies):
                return Refusal("11.11", message("refusal.wie.not-beside", unit=unit.id, hex=game.board.label(target)))
    return None


def _possible(game: Game, state: State, targets: tuple[Location, ...]) -> Iterator[UnitId]:
    places = set(beside(game, state, targets[0]))
    for at in sorted(places):
        for unit in company(state, at, state.side):
            if attacker_refusal(game, state, unit.id, targets) is None:
                yield unit.id


@rule("11.13", "11.22")
def possible_attackers(game: Game, state: State, targets: tuple[Location, ...]) -> tuple[UnitId, ...]:
    """All who could attack some hexes together; others of their stacks may do something else."""
    return tuple(_possible(game, state, targets))


@rule("11.12", "11.22")
def joining_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
    """What keeps one more unit out of an attack."""
    if unit in attack.attackers:
        return Refusal("11.14", message("refusal.wie.in-attack", unit=unit))
    return attacker_refusal(game, state, unit, attack.targets)


@rule("11.23")
def further_targets(game: Game, state: State, attack: DeclaredAttack) -> Iterator[Location]:
    """Enemy hexes beside the first one's attackers; nothing more is attacked with a landing or a drop."""
    reached = game.materials.ground.beside(frozen=is_frozen(game, state))
    origins = {state.unit(unit).at for unit in attack.attackers}
    near = origins.union(*(reached[at] for at in origins))
    return (at for at in contacts(game, state) if (not near or at in near) and at not in attack.targets)


@rule("11.23", "8.24")
def further_target_refusal(game: Game, state: State, attack: DeclaredAttack, target: Location) -> Refusal | None:
    """Everybody must be beside everything."""
    if target in attack.targets:
        return Refusal("11.23", message("refusal.wie.in-attack-hex", hex=game.board.label(target)))
    refusal = target_refusal(game, state, target)
    if refusal is not None:
        return refusal
    targets = (*attack.targets, target)
    for unit in attack.attackers:
        refusal = attacker_refusal(game, state, unit, targets)
        if refusal is not None:
            return refusal
    if not any(True for _ in _possible(game, state, targets)):
        return Refusal("11.23", message("refusal.wie.nobody-beside", hex=game.board.label(target)))
    return None


@rule("12.33", "7.33", "8.24")
def resolve_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """Somebody attacks, all who landed or were dropped in a hex among them, and not at less than 1-2.

    As these attack no other hex, a hex with some of them is attacked alone.
    """
    if not attack.attackers:
        return Refusal("11.11", message("refusal.wie.nobody-attacks"))
    for target in attack.targets:
        for unit in intruders(state, target):
            if unit.id not in attack.attackers and attacker_refusal(game, state, unit.id, (target,)) is None:
                case = "7.33" if LANDED in unit.marks else "8.24"
                return Refusal(case, message("refusal.wie.must-attack", unit=unit.id))
    if Fight(game, state, state.side, attack).index is None:
        return Refusal("12.33", message("refusal.wie.odds-low"))
    return None


# What else is decided


@rule("12.46", "13.41", "13.43", "13.44", "13.45", "13.82")
def air_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """One air point of the front of the hexes attacked, within range, and only beside an attack on land."""
    if attack.choices.get(AIR):
        return Refusal("13.41", message("refusal.wie.air-once"))
    fronts = {game.materials.ground.fronts[at] for at in attack.targets}
    for front in sorted(fronts):
        if not has_support(state, state.side, front):
            elsewhere = any(has_support(state, state.side, each) for each in Front)
            return Refusal("13.82" if elsewhere else "13.41", message("refusal.wie.no-air", front=front))
        if not any(at in air_range(game, state, state.side, front) for at in attack.targets):
            return Refusal("13.43", message("refusal.wie.out-of-range", hex=game.board.label(attack.target)))
    return None


@rule("12.32")
def odds_refusal(game: Game, state: State, attack: DeclaredAttack, column: str) -> Refusal | None:
    """Any column below that of the odds."""
    fight = Fight(game, state, state.side, attack)
    lower = fight.table.columns[: fight.index] if attack.attackers and fight.index is not None else ()
    if column not in lower or attack.choices.get(COLUMN):
        return Refusal("12.32", message("refusal.wie.not-lower"))
    return None


@rule("12.1")
def table_refusal(game: Game, state: State, attack: DeclaredAttack, table: str) -> Refusal | None:
    """One of the tables that apply to some attacker, where there are several (ruling 36)."""
    tables = Fight(game, state, state.side, attack).tables if attack.attackers else ()
    if table not in tables or len(tables) < 2 or attack.choices.get(TABLE):
        return Refusal("12.1", message("refusal.wie.no-table"))
    return None


def _columns(game: Game, state: State, attack: DeclaredAttack) -> Iterator[LowerOdds]:
    return (LowerOdds(column) for column in Fight(game, state, state.side, attack).table.columns)


OPTIONS: tuple[AttackOption[Any], ...] = (
    AttackOption(
        AddAir,
        candidates=lambda game, state, attack: (AddAir(),),
        refusal=lambda game, state, attack, action: air_refusal(game, state, attack),
        changed=lambda attack, action: attack.chosen(AIR),
        staged=lambda attack: (AddAir(),) if attack.choices.get(AIR) else (),
    ),
    AttackOption(
        UseTable,
        candidates=lambda game, state, attack: (UseTable(str(number)) for number in range(1, 5)),
        refusal=lambda game, state, attack, action: table_refusal(game, state, attack, action.table),
        changed=lambda attack, action: attack.chosen(TABLE, action.table),
        staged=lambda attack: (UseTable(str(attack.choices[TABLE])),) if attack.choices.get(TABLE) else (),
    ),
    AttackOption(
        LowerOdds,
        candidates=_columns,
        refusal=lambda game, state, attack, action: odds_refusal(game, state, attack, action.column),
        changed=lambda attack, action: attack.chosen(COLUMN, action.column),
        staged=lambda attack: (LowerOdds(str(attack.choices[COLUMN])),) if attack.choices.get(COLUMN) else (),
    ),
)

ATTACKS = AttackRules(
    targets=contacts,
    target_refusal=target_refusal,
    attackers=possible_attackers,
    attacker_refusal=joining_refusal,
    resolve_refusal=resolve_refusal,
    early=lambda unit: Refusal("11.11", message("refusal.wie.not-your-attacker", unit=unit)),
    further_targets=further_targets,
    further_target_refusal=further_target_refusal,
    options=OPTIONS,
)


class AttackPhase(Phase[AttackFrame]):
    """Name those who take part; throw, or call it off."""

    @rule("11.0", "11.12")
    def menu(self, game: Game, state: State, frame: AttackFrame) -> Menu:
        labels = ", ".join(game.board.label(at) for at in frame.targets)
        said = message("prompt.wie.attack", side=state.side, hex=labels)
        return attack_menu(ATTACKS, game, state, frame.declared, prompt=said, rule="11.0")

    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        attack = changed(ATTACKS, frame.declared, action)
        if attack is not None:
            draft.replace_frame(frame.holding(attack))
        else:
            draft.end(frame.declared if isinstance(action, Resolve) else None)


def about_attack(game: Game, state: State, about: Mapping[str, Any]) -> AttackAnswer:
    """The reckoning of the attack that a question describes."""
    attack = asked(game, state, about)
    side = state.unit(attack.attackers[0]).side if attack.attackers else state.side
    answer = Fight(game, state, side, attack).answer(about.get("die"))
    return replace(answer, refusal=attack_refusal(ATTACKS, game, state, attack))


def asked(game: Game, state: State, about: Mapping[str, Any]) -> DeclaredAttack:
    return asked_attack(game, state, about, choices=(AIR, COLUMN, TABLE))


CHAPTER = Chapter(
    actions=(DeclareAttack, AddTarget, AddAttacker, AddAir, LowerOdds, UseTable, Resolve, CallOff),
    phases={AttackFrame: AttackPhase()},
)

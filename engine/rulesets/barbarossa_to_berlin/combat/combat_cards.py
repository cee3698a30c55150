"""7.6.4 and the combat cards of both sides: when each may be played, what it does, and what becomes of it.

A card applies when at least one unit of the kind it names takes part on its side; units that defend out of supply have
no use of cards (13.4.3). All but two add to the die: Devil's Gardens changes the ground (see `ground`), and
Panzerfaust takes a step before the fire (see `resolution`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.messages import message
from engine.core.records import Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Op, Term
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, is_unsupplied, on_wheels
from engine.rulesets.barbarossa_to_berlin.combat.ground import DEVILS_GARDENS
from engine.rulesets.barbarossa_to_berlin.effects import for_round, for_turn, in_round, in_turn
from engine.rulesets.barbarossa_to_berlin.hands import held, lay
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AXIS,
    Nation,
    card,
    kept,
    removed_cards,
    table,
)
from engine.rulesets.barbarossa_to_berlin.nations import is_panzer

Applies = Callable[[Game, State, Battle], bool]
PANZERFAUST: Final = card(AXIS, 43)


@dataclass(frozen=True, slots=True)
class CombatCard:
    """When a card may be played in a battle, and what it adds to the die of its side."""

    rule: str
    applies: Applies
    die: int = 1
    once_a_turn: bool = False


@dataclass(frozen=True, slots=True)
class CombatCardPlayed(Event):
    """A side played a combat card, or used one that lay in front of it (`again`)."""

    kind: ClassVar[str] = "combat-card-played"
    side: Side
    card: CardId
    again: bool

    @property
    def played(self) -> tuple[CardId, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class CombatCardLaidDown(Event):
    """What became of a combat card after its battle: kept, discarded or removed."""

    kind: ClassVar[str] = "combat-card-laid-down"
    side: Side
    card: CardId
    fate: str


# Who takes part


@rule("7.6.4", "13.4.3")
def _has(game: Game, state: State, battle: Battle, side: Side, test: Callable[[Unit], bool] | None = None) -> bool:
    """Whether a unit that can use cards, and is of the kind that is asked for, takes part on a side."""
    return any(
        (test is None or test(unit)) and (side == battle.side or not is_unsupplied(game, state, unit, battle.side))
        for unit in battle.units(state, side)
    )


def _of(game: Game, nation: Nation) -> Callable[[Unit], bool]:
    materials: Materials = game.materials
    return lambda unit: materials.kind(unit).nation is nation


def _fights(game: Game, state: State, battle: Battle, nation: Nation) -> bool:
    """Whether a unit of a nation is on the other side of anybody's card, supplied or not."""
    side = AXIS if nation is Nation.GERMAN else ALLIED
    found = battle.units(state, side) if side == battle.side else battle.garrison(state)
    return any(map(_of(game, nation), found))


def _panzer(game: Game, state: State, battle: Battle) -> Callable[[Unit], bool]:
    """Panzers that are mechanised here and now (ruling 4, 13.4.1)."""
    return lambda unit: is_panzer(game.materials.kind(unit)) and on_wheels(game, state, unit, battle.side)


def _is_desert(game: Game, battle: Battle) -> bool:
    return game.board.terrains[battle.target] == "desert"


def soviet_wheels(game: Game, state: State, battle: Battle) -> tuple[Unit, ...]:
    """The Soviet units of the battle that are mechanised."""
    soviet = _of(game, Nation.SOVIET)
    return tuple(
        unit for unit in battle.units(state, ALLIED) if soviet(unit) and on_wheels(game, state, unit, battle.side)
    )


# The cards of the Allies


@rule("card.allied.8")
def fortified_boxes(game: Game, state: State, battle: Battle) -> bool:
    """Allied units defend a desert space."""
    return battle.defender == ALLIED and _is_desert(game, battle) and _has(game, state, battle, ALLIED)


@rule("card.allied.10")
def nkvd(game: Game, state: State, battle: Battle) -> bool:
    """Soviet units defend."""
    return battle.defender == ALLIED and _has(game, state, battle, ALLIED, _of(game, Nation.SOVIET))


@rule("card.allied.17")
def zhukov(game: Game, state: State, battle: Battle) -> bool:
    """Soviet units attack or defend."""
    return _has(game, state, battle, ALLIED, _of(game, Nation.SOVIET))


@rule("card.allied.18")
def t_34(game: Game, state: State, battle: Battle) -> bool:
    """Soviet mechanised units attack or defend."""
    wheels = soviet_wheels(game, state, battle)
    return _has(game, state, battle, ALLIED, lambda unit: unit in wheels)


@rule("card.allied.20")
def paradrop(game: Game, state: State, battle: Battle) -> bool:
    """Any Allied attack, once a turn."""
    return battle.side == ALLIED


# The cards of the Axis


@rule("card.axis.10")
def desert_fox(game: Game, state: State, battle: Battle) -> bool:
    """Panzers attack into a desert space, or defend one."""
    return _is_desert(game, battle) and _has(game, state, battle, AXIS, _panzer(game, state, battle))


@rule("card.axis.18")
def devils_gardens(game: Game, state: State, battle: Battle) -> bool:
    """The Axis defends a desert space."""
    return battle.defender == AXIS and _is_desert(game, battle) and _has(game, state, battle, AXIS)


@rule("card.axis.30")
def kesselring(game: Game, state: State, battle: Battle) -> bool:
    """Germans defend in Italy or Sicily."""
    materials: Materials = game.materials
    in_italy = materials.countries[battle.target] == "italy" or materials.in_area(battle.target, "sicily")
    return battle.defender == AXIS and in_italy and _has(game, state, battle, AXIS, _of(game, Nation.GERMAN))


@rule("card.axis.41")
def panther(game: Game, state: State, battle: Battle) -> bool:
    """Panzers attack or defend."""
    return _has(game, state, battle, AXIS, _panzer(game, state, battle))


@rule("card.axis.42")
def tiger(game: Game, state: State, battle: Battle) -> bool:
    """Panzers defend."""
    return battle.defender == AXIS and _has(game, state, battle, AXIS, _panzer(game, state, battle))


@rule("card.axis.43")
def panzerfaust(game: Game, state: State, battle: Battle) -> bool:
    """A Soviet mechanised unit attacks."""
    return battle.defender == AXIS and bool(soviet_wheels(game, state, battle)) and _has(game, state, battle, AXIS)


@rule("card.axis.44")
def volkssturm(game: Game, state: State, battle: Battle) -> bool:
    """The Axis defends a space in Germany."""
    in_germany = game.materials.countries[battle.target] == "germany"
    return battle.defender == AXIS and in_germany and _has(game, state, battle, AXIS)


@rule("card.axis.47")
def model(game: Game, state: State, battle: Battle) -> bool:
    """Germans defend."""
    return battle.defender == AXIS and _has(game, state, battle, AXIS, _of(game, Nation.GERMAN))


@rule("card.axis.48")
def heinrici(game: Game, state: State, battle: Battle) -> bool:
    """Germans defend against Soviets."""
    return model(game, state, battle) and _fights(game, state, battle, Nation.SOVIET)


@rule("card.axis.49")
def weichs(game: Game, state: State, battle: Battle) -> bool:
    """Germans attack Soviets."""
    attacks = battle.side == AXIS and _has(game, state, battle, AXIS, _of(game, Nation.GERMAN))
    return attacks and _fights(game, state, battle, Nation.SOVIET)


COMBAT_CARDS: Final[dict[CardId, CombatCard]] = {
    card(ALLIED, 8): CombatCard("card.allied.8", fortified_boxes),
    card(ALLIED, 10): CombatCard("card.allied.10", nkvd),
    card(ALLIED, 17): CombatCard("card.allied.17", zhukov),
    card(ALLIED, 18): CombatCard("card.allied.18", t_34),
    card(ALLIED, 20): CombatCard("card.allied.20", paradrop, once_a_turn=True),
    card(AXIS, 10): CombatCard("card.axis.10", desert_fox),
    DEVILS_GARDENS: CombatCard("card.axis.18", devils_gardens, die=0),
    card(AXIS, 30): CombatCard("card.axis.30", kesselring),
    card(AXIS, 41): CombatCard("card.axis.41", panther),
    card(AXIS, 42): CombatCard("card.axis.42", tiger),
    PANZERFAUST: CombatCard("card.axis.43", panzerfaust, die=0),
    card(AXIS, 44): CombatCard("card.axis.44", volkssturm),
    card(AXIS, 47): CombatCard("card.axis.47", model),
    card(AXIS, 48): CombatCard("card.axis.48", heinrici),
    card(AXIS, 49): CombatCard("card.axis.49", weichs),
}
"""Every combat card of the game."""


# Playing them


def _used(played: CardId) -> str:
    return f"used-{played}"


def at_hand(state: State, side: Side) -> tuple[CardId, ...]:
    """The combat cards a side could think of: in its hand, and face up in front of it."""
    return tuple(each for each in (*held(state, side), *state.pool(kept(side))) if each in COMBAT_CARDS)


@rule("7.6.4", "11.2", "card.allied.20")
def card_refusal(game: Game, state: State, battle: Battle, side: Side, played: CardId) -> Refusal | None:
    """What forbids a card in a battle: each serves once a round, Paradrop once a turn, where its terms are met."""
    if played not in held(state, side) and played not in state.pool(kept(side)):
        return Refusal("7.6.4", message("refusal.btb.not-in-hand", card=played))
    found = COMBAT_CARDS.get(played)
    if found is None:
        return Refusal("7.6.4", message("refusal.btb.no-combat-card", card=played))
    if played in battle.cards or in_round(state, _used(played)):
        return Refusal("7.6.4", message("refusal.btb.combat-card-used", card=played))
    if found.once_a_turn and in_turn(state, _used(played)):
        return Refusal(found.rule, message("refusal.btb.combat-card-this-turn", card=played))
    if not found.applies(game, state, battle):
        return Refusal(found.rule, message("refusal.btb.combat-card-idle", card=played))
    return None


@rule("7.6.4")
def lay_open(draft: Draft, side: Side, played: CardId) -> None:
    """A card is played: it lies face up in front of its side, and serves no more in this round."""
    again = played in draft.state.pool(kept(side))
    if not again:
        lay(draft, side, played, kept(side))
    for_round(draft, _used(played))
    if COMBAT_CARDS[played].once_a_turn:
        for_turn(draft, _used(played))
    draft.emit(CombatCardPlayed(side, played, again))


@rule("7.6.4", "11.2")
def lay_down(game: Game, draft: Draft, battle: Battle, winner: Side | None) -> None:
    """After the battle the winner keeps his cards and a loser discards them; those with an asterisk are gone."""
    materials: Materials = game.materials
    for played in battle.cards:
        side = materials.cards[played].side
        if materials.cards[played].asterisk:
            draft.move_card(played, kept(side), removed_cards(side))
            fate = "removed"
        elif side == winner:
            fate = "kept"
        else:
            draft.move_card(played, kept(side), table(side))
            fate = "discarded"
        draft.emit(CombatCardLaidDown(side, played, fate))


def card_terms(game: Game, battle: Battle, side: Side) -> tuple[Term, ...]:
    """What the cards a side has played in the battle add to its die."""
    materials: Materials = game.materials
    found = ((played, COMBAT_CARDS[played]) for played in battle.cards if materials.cards[played].side == side)
    return tuple(
        Term(message("term.btb.combat-card", card=played), each.die, each.rule, Op.DIE)
        for played, each in found
        if each.die
    )


EVENTS = (CombatCardPlayed, CombatCardLaidDown)

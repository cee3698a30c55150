"""7.8.2: what the results of the combat table mean, and what they come to in steps."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from engine.core.answers import Losses
from engine.core.game import Game
from engine.core.refusals import GameFault
from engine.core.state import Unit
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.muster import Encounter
from engine.rulesets.red_star_rising.factors import steps_left
from engine.rulesets.red_star_rising.materials import Materials

NO_EFFECT = "NE"
FACES = 6
_NUMBERED = re.compile(r"(?P<side>[AD])(?P<number>\d+)")
_MANDATORY = re.compile(r"(?P<attacker>\d+)/(?P<defender>\d+)")


@dataclass(frozen=True, slots=True)
class Toll:
    """What a result asks of one side: everything, or a number of steps and hexes or, if mandatory, of steps alone."""

    number: int = 0
    everything: bool = False
    mandatory: bool = False

    @property
    def is_adverse(self) -> bool:
        return self.everything or self.number > 0

    def in_steps(self, steps: int) -> Losses:
        """The steps it costs a force that has so many; hexes of retreat may stand for those that are not mandatory."""
        if self.everything:
            return Losses(steps, steps)
        most = min(self.number, steps)
        return Losses(most if self.mandatory else 0, most)


NOTHING = Toll()


@rule("7.8.2")
def tolls(result: str) -> tuple[Toll, Toll]:
    """What a result asks of the attacker and of the defender."""
    if result == NO_EFFECT:
        return NOTHING, NOTHING
    if result in ("AE", "DE"):
        return (Toll(everything=True), NOTHING) if result == "AE" else (NOTHING, Toll(everything=True))
    if found := _NUMBERED.fullmatch(result):
        toll = Toll(int(found["number"]))
        return (toll, NOTHING) if found["side"] == "A" else (NOTHING, toll)
    if found := _MANDATORY.fullmatch(result):
        return Toll(int(found["attacker"]), mandatory=True), Toll(int(found["defender"]), mandatory=True)
    raise GameFault(f"the combat table says {result}, and no rule says what that is")


@rule("7.4.4", "7.8.2", "7.14.3")
def losses_of(game: Game, encounter: Encounter, result: str, *, city: bool) -> tuple[Losses, Losses]:
    """The steps a result costs both sides; latecomers go with any bad result, and the streets take their own toll."""
    materials: Materials = game.materials
    attacker, defender = tolls(result)
    lost = attacker.in_steps(_steps(materials, encounter.attackers))
    if city and not attacker.everything:
        lost += _street_losses(materials, encounter, worn=attacker.is_adverse)
    late = _steps(materials, encounter.late) if defender.is_adverse else 0
    return lost, defender.in_steps(_steps(materials, encounter.defenders)) + Losses(late, late)


def _street_losses(materials: Materials, encounter: Encounter, *, worn: bool) -> Losses:
    """What motorised attackers of a city lose on average; more of those that retreated or lost a step before."""
    riders = sum(1 for unit in encounter.attackers if materials.kind(unit).motorised)
    unharmed, harmed = (Fraction(materials.by_name("city_losses", name), FACES) for name in ("unharmed", "worn"))
    return Losses(riders * unharmed, riders * (harmed if worn else unharmed))


def _steps(materials: Materials, units: Iterable[Unit]) -> int:
    return sum(steps_left(materials, unit) for unit in units)

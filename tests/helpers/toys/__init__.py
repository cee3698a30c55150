"""Two small complete games that exercise every idea of the engine, registered by the same call as real ones.

`skirmish` is played on hexes: zones, odds, losses, retreats, supply, weather, secret air allocation, decoys and a cup
of unknown strengths. `cabinet` is played on spaces with cards in hidden hands.
"""

from __future__ import annotations

from importlib.resources import files

from engine.rulesets.registry import register
from tests.helpers.toys.cabinet import RULESET as CABINET
from tests.helpers.toys.skirmish import RULESET as SKIRMISH

_here = files("tests.helpers.toys")
register(SKIRMISH, resources=_here / "skirmish" / "resources", scenarios=_here / "skirmish" / "scenarios")
register(CABINET, resources=_here / "cabinet" / "resources", scenarios=_here / "cabinet" / "scenarios")

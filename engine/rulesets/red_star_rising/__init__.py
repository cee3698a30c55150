"""Red Star Rising: the war in the east, 1941 to 1944."""

from engine.rulesets.red_star_rising.ruleset import RedStarRising

RULESET = RedStarRising()

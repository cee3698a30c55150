"""White October 1919: the last attack on Red Petrograd."""

from engine.rulesets.white_october.ruleset import WhiteOctober

RULESET = WhiteOctober()

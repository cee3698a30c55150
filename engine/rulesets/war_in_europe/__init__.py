"""War in Europe: the standard rules, division by division and week by week."""

from engine.rulesets.war_in_europe.ruleset import WarInEurope

RULESET = WarInEurope()

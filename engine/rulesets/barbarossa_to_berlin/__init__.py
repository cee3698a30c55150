"""Barbarossa to Berlin: the war in Europe, 1941 to 1945, by cards and on spaces."""

from engine.rulesets.barbarossa_to_berlin.ruleset import BarbarossaToBerlin

RULESET = BarbarossaToBerlin()

"""Ukraine '43: the summer and autumn in which the front went from the Donets to the Dnieper."""

from engine.rulesets.ukraine_43.ruleset import Ukraine43

RULESET = Ukraine43()

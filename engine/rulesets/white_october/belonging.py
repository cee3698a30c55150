"""Which case and which phases each decision belongs to, so that one at the wrong time is refused by its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.belonging import Belonging

_MOVEMENT = ("movement", "later-movement")
_COMBAT = ("combat", "later-combat")

BELONGS: Mapping[str, Belonging] = {
    "deploy": Belonging("7.8"),
    "declare-offensive": Belonging("4.5", ("offensive",)),
    "declare-rest": Belonging("9.3", ("offensive",)),
    "enrol-prisoners": Belonging("3.2", ("recruits",)),
    "replace": Belonging("3.3", ("replacements",)),
    "rally-division": Belonging("11.2.1", ("politics",)),
    "fight-desertion": Belonging("11.2.1", ("politics",)),
    "hunt-plotters": Belonging("11.2.1", ("politics",)),
    "secure-district": Belonging("11.2.1"),
    "desert": Belonging("10.2", ("desertion",)),
    "desert-recruits": Belonging("10.2", ("desertion",)),
    "raise-communists": Belonging("11.2.2", ("levies",)),
    "build-barricade": Belonging("11.2.2", ("levies",)),
    "raise-detachments": Belonging("11.2.2", ("levies",)),
    "add-point": Belonging("11.2.2"),
    "raise-units": Belonging("11.2.2", ("levies",)),
    "place-levy": Belonging("11.2.2", _MOVEMENT),
    "name-formation": Belonging("6.1"),
    "name-victim": Belonging("6.1"),
    "use-event": Belonging("6.2"),
    "lay-plot": Belonging("6.2"),
    "rise-up": Belonging("6.2", _MOVEMENT),
    "begin-with": Belonging("2", ("choice",)),
    "pick-unit": Belonging("7", _MOVEMENT),
    "step-to": Belonging("7", _MOVEMENT),
    "drop-unit": Belonging("7", _MOVEMENT),
    "arrive": Belonging("7.8", _MOVEMENT),
    "put-off": Belonging("7.5.2", _MOVEMENT),
    "leave-by-rail": Belonging("7.5.2", _MOVEMENT),
    "move-by-rail": Belonging("7.5", _MOVEMENT),
    "run-train": Belonging("14.2", _MOVEMENT),
    "send-train-off": Belonging("14.2", _MOVEMENT),
    "sail": Belonging("15.1", _MOVEMENT),
    "return": Belonging("5.4", ("recruits",)),
    "force-march": Belonging("7.4", _MOVEMENT),
    "declare-attack": Belonging("8.2.1", _COMBAT),
    "add-attacker": Belonging("8.2.1"),
    "command-attack": Belonging("5.2"),
    "attack-by-night": Belonging("8.2.5"),
    "resolve": Belonging("8.2.2"),
    "call-off": Belonging("8.2.1"),
    "bombard": Belonging("8.1.1", _COMBAT),
    "open-fire": Belonging("8.1.3"),
    "follow-retreat": Belonging("8.1.3"),
    "fight": Belonging("8.2.2"),
    "retire": Belonging("8.2.3"),
    "add-support": Belonging("8.2.4"),
    "command-defence": Belonging("5.3"),
    "take-loss": Belonging("8.2.6.A"),
    "disorder": Belonging("8.2.6.B"),
    "retreat": Belonging("8.2.6.C"),
    "advance": Belonging("8.2.7"),
    "move-offensively": Belonging("8.3", _COMBAT),
    "blow-bridge": Belonging("8.4", _COMBAT),
}
"""By kind. Done is not among them: it is the question that stands which does not let itself be passed over."""

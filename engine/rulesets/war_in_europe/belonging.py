"""Which case and which phases each decision belongs to, so that one at the wrong time is refused by its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.belonging import Belonging

_MOVEMENT = ("initial-movement", "mechanised-movement")
_FIRST = ("initial-movement",)
_COMING = ("reinforcements",)
_COMBAT = ("combat",)

BELONGS: Mapping[str, Belonging] = {
    "assign-air": Belonging("13.12", ("air-deployment",)),
    "attack-air": Belonging("13.2", ("air-combat",)),
    "down-air": Belonging("13.23", ("air-combat",)),
    "bomb-port": Belonging("13.31", ("air-combat",)),
    "arrive": Belonging("4.2", _COMING),
    "choose-front": Belonging("8.52", _COMING),
    "place-lift": Belonging("8.51", _COMING),
    "rebuild": Belonging("17.0", _COMING),
    "fuse": Belonging("16.0", _COMING),
    "move-points": Belonging("17.16", _COMING),
    "split-division": Belonging("8.0", _COMING),
    "disband": Belonging("14.42", _COMING),
    "pick-unit": Belonging("5.11", _MOVEMENT),
    "step-to": Belonging("5.11", _MOVEMENT),
    "drop-unit": Belonging("5.11", _MOVEMENT),
    "force-march": Belonging("5.6", _FIRST),
    "end-march": Belonging("5.6", _FIRST),
    "overrun": Belonging("5.7", _MOVEMENT),
    "lift-off": Belonging("8.52", _FIRST),
    "give-up": Belonging("10.21"),
    "ride-train": Belonging("6.0", ("rail-movement",)),
    "sail-to": Belonging("7.0", ("naval-movement",)),
    "evacuate": Belonging("7.2", ("naval-movement",)),
    "land": Belonging("7.3", ("naval-movement",)),
    "lift-beach": Belonging("7.35", ("naval-movement",)),
    "leave-map": Belonging("7.16", ("naval-movement",)),
    "come-back": Belonging("7.16", ("naval-movement",)),
    "strike-convoy": Belonging("13.32"),
    "sail-on": Belonging("13.35"),
    "air-drop": Belonging("8.21", ("air-movement",)),
    "fly-to": Belonging("8.3", ("air-movement",)),
    "declare-attack": Belonging("11.0", _COMBAT, banned=dict.fromkeys(_MOVEMENT, "5.15")),
    "add-attacker": Belonging("11.12"),
    "add-target": Belonging("11.23"),
    "add-air": Belonging("12.46"),
    "lower-odds": Belonging("12.32"),
    "use-table": Belonging("12.1"),
    "resolve": Belonging("11.0"),
    "call-off": Belonging("11.12"),
    "give-ground": Belonging("12.7"),
    "stand-fast": Belonging("12.7"),
    "take-loss": Belonging("12.2"),
    "retreat": Belonging("12.6"),
    "advance": Belonging("12.51"),
    "fortify": Belonging("18.0", _COMBAT),
    "unfortify": Belonging("18.14", _COMBAT),
    "interdict": Belonging("13.5", ("interdiction",)),
    "recombine": Belonging("8.0", ("interdiction",)),
}
"""By kind. Done is not among them: it is the question that stands which does not let itself be passed over."""

"""Which case and which phases each decision belongs to, so that one at the wrong time is refused by its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.belonging import Belonging

_MOVEMENT = ("movement", "air-bases", "leaders", "motorised")
_STRATEGIC = ("strategic", "motorised-strategic")
_MARCHING_COMES_AFTER = dict.fromkeys(("movement", "air-bases", "leaders"), "3.5.2")
_NO_PURSUIT = dict.fromkeys(("movement", "motorised"), "8.0.4")
"""After an overrun there is no advance as after a battle."""

BELONGS: Mapping[str, Belonging] = {
    "deploy": Belonging("18.0.1"),
    "pick-unit": Belonging("3.2", _MOVEMENT),
    "step-to": Belonging("3.2", _MOVEMENT),
    "drop-unit": Belonging("3.2", _MOVEMENT),
    "overrun": Belonging("8.0", ("movement", "motorised")),
    "move-strategically": Belonging("3.5", _STRATEGIC, _MARCHING_COMES_AFTER),
    "name-way": Belonging("3.5", _STRATEGIC, _MARCHING_COMES_AFTER),
    "move-by-sea": Belonging("3.6", ("sea",)),
    "remove-unit": Belonging("4.0.7"),
    "declare-attack": Belonging("7.2.1", ("combat",), says_when=True),
    "add-attacker": Belonging("7.3.1"),
    "add-target": Belonging("7.3.1"),
    "use-siege": Belonging("7.6.2"),
    "resolve": Belonging("7.3.1"),
    "call-off": Belonging("7.3.1"),
    "take-loss": Belonging("7.8.2"),
    "fall-back": Belonging("7.8.2"),
    "retreat": Belonging("7.10.2"),
    "advance": Belonging("7.15.2", banned=_NO_PURSUIT),
    "convert-depot": Belonging("10.2", ("supply",)),
    "remove-depot": Belonging("10.2", ("supply",)),
    "place-partisan": Belonging("11.1.2", ("partisans",)),
    "shift-partisan": Belonging("11.1.8"),
    "place-fleet": Belonging("12.1.2", ("fleets",)),
    "withdraw-base": Belonging("12.1.5"),
    "evacuate": Belonging("14.2.1", ("evacuation",)),
    "place-leader": Belonging("14.4.4", ("production",)),
    "arrive": Belonging("15.2.1", ("reinforcements",)),
    "drop": Belonging("15.4.2", ("paratroops",)),
    "promote": Belonging("15.5.2", ("promotion",)),
    "take-corps": Belonging("15.7.5"),
    "break-down": Belonging("17.2.1", ("breakdown",)),
    "build-up": Belonging("17.2.1", ("breakdown",)),
    "split-army": Belonging("17.3", ("recomposition",)),
    "form-army": Belonging("17.4", ("recomposition",)),
    "absorb": Belonging("17.5", ("recomposition",)),
}
"""By kind. Done is not among them: it is the question that stands which does not let itself be passed over."""

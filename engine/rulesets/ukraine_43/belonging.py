"""Which case and which phases each decision belongs to, so that one at the wrong time is refused by its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.belonging import Belonging

_MOVES = ("movement", "exploitation", "reaction")
_COMBAT = ("combat", "second-combat")

BELONGS: Mapping[str, Belonging] = {
    "deploy": Belonging("5.4"),
    "refit-artillery": Belonging("22.4", ("supply",)),
    "recall-breakthrough": Belonging("22.5.D", ("supply",)),
    "pick-unit": Belonging("4.1", _MOVES),
    "step-to": Belonging("4.1", _MOVES),
    "drop-unit": Belonging("4.1", _MOVES),
    "extend-move": Belonging("4.7", ("movement", "exploitation", "reaction")),
    "prepare-crossing": Belonging("18.1.B", ("movement",)),
    "move-by-rail": Belonging("4.6", ("movement",)),
    "begin-bridge": Belonging("18.4", ("movement",)),
    "build-fort": Belonging("19.1", ("movement",)),
    "drop": Belonging("20.2", ("movement", "exploitation")),
    "rally-unit": Belonging("26.2", ("movement", "exploitation")),
    "place-assault": Belonging("4.9", ("exploitation",)),
    "overrun": Belonging("13.1.A", ("exploitation", "movement", "reaction")),
    "place-leader": Belonging("27.1"),
    "give-up": Belonging("5.4"),
    "declare-attack": Belonging("8.1", _COMBAT),
    "add-target": Belonging("8.2"),
    "add-attacker": Belonging("8.1"),
    "take-back": Belonging("8.1"),
    "add-artillery": Belonging("22.1"),
    "add-air": Belonging("15.5"),
    "use-zhukov": Belonging("26.1.A"),
    "resolve": Belonging("8.3"),
    "call-off": Belonging("8.1"),
    "attack-again": Belonging("26.1.D"),
    "take-loss": Belonging("8.6"),
    "stand-fast": Belonging("9.7"),
    "retreat": Belonging("10.1"),
    "advance": Belonging("12.1"),
    "repair-rail": Belonging("17.3", ("final",)),
    "take-up-bridge": Belonging("18.5.E", ("final",)),
    "arrive": Belonging("16.1", ("movement",)),
    "arrive-by-rail": Belonging("16.1", ("movement",)),
    "join-central-front": Belonging("27.3", ("movement",)),
    "replenish": Belonging("16.2", ("movement",)),
    "rebuild": Belonging("16.2", ("movement",)),
    "fetch-artillery": Belonging("16.3.C", ("movement",)),
    "rebase": Belonging("15.3", ("movement",)),
    "fly-cover": Belonging("15.6", ("cover",)),
    "return-to-base": Belonging("15.3", ("supply",)),
    "leave-north": Belonging("27.3", ("movement", "exploitation")),
    "exit-west": Belonging("30.2.C", ("movement", "exploitation")),
    "withdraw-step": Belonging("30.2.C", ("movement",)),
    "blow-dam": Belonging("28.1", ("final",)),
}
"""By kind. Done is not among them: it is the question that stands which does not let itself be passed over."""

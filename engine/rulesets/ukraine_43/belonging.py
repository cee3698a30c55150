"""Which case and which phases each decision belongs to, so that one at the wrong time is refused by its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.belonging import Belonging

_MOVES = ("movement", "exploitation", "reaction")
_COMBAT = ("combat", "second-combat")

BELONGS: Mapping[str, Belonging] = {
    "deploy": Belonging("5.4"),
    "refit-artillery": Belonging("22.4", ("supply",), says_when=True),
    "recall-breakthrough": Belonging("22.5.D", ("supply",), says_when=True),
    "pick-unit": Belonging("4.1", _MOVES),
    "step-to": Belonging("4.1", _MOVES),
    "drop-unit": Belonging("4.1", _MOVES),
    "extend-move": Belonging("4.7", ("movement", "exploitation", "reaction"), says_when=True),
    "prepare-crossing": Belonging("18.1.B", ("movement",), says_when=True),
    "move-by-rail": Belonging("4.6", ("movement",), says_when=True),
    "begin-bridge": Belonging("18.4", ("movement",), says_when=True),
    "build-fort": Belonging("19.1", ("movement",), says_when=True),
    "drop": Belonging("20.2", ("movement", "exploitation"), says_when=True),
    "rally-unit": Belonging("26.2", ("movement", "exploitation"), says_when=True),
    "place-assault": Belonging("4.9", ("exploitation",), says_when=True),
    "overrun": Belonging("13.1.A", ("exploitation", "movement", "reaction")),
    "place-leader": Belonging("27.1"),
    "give-up": Belonging("5.4"),
    "declare-attack": Belonging("8.1", _COMBAT, banned={"reaction": "4.10"}, says_when=True),
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
    "repair-rail": Belonging("17.3", ("final",), says_when=True),
    "take-up-bridge": Belonging("18.5.E", ("final",), says_when=True),
    "arrive": Belonging("16.1", ("movement",), says_when=True),
    "arrive-by-rail": Belonging("16.1", ("movement",), says_when=True),
    "join-central-front": Belonging("27.3", ("movement",)),
    "replenish": Belonging("16.2", ("movement",), says_when=True),
    "rebuild": Belonging("16.2", ("movement",), says_when=True),
    "fetch-artillery": Belonging("16.3.C", ("movement",)),
    "rebase": Belonging("15.3", ("movement",), says_when=True),
    "fly-cover": Belonging("15.6", ("cover",)),
    "return-to-base": Belonging("15.3", ("supply",)),
    "leave-north": Belonging("27.3", ("movement", "exploitation")),
    "exit-west": Belonging("30.2.C", ("movement", "exploitation")),
    "withdraw-step": Belonging("30.2.C", ("movement", "exploitation")),
    "blow-dam": Belonging("28.1", ("final",)),
}
"""By kind. Done is not among them: it is the question that stands which does not let itself be passed over."""

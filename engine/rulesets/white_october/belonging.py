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
    "begin-with": Belonging("2", ("choice",)),
    "pick-unit": Belonging("7", _MOVEMENT),
    "step-to": Belonging("7", _MOVEMENT),
    "drop-unit": Belonging("7", _MOVEMENT),
    "force-march": Belonging("7.4", _MOVEMENT),
}
"""By kind. Done is not among them: it is the question that stands which does not let itself be passed over."""

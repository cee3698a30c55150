"""Which case and which phases each decision belongs to, so that one at the wrong time is refused by its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.belonging import Belonging

_ROUNDS = tuple(f"round-{number}" for number in range(1, 7))

BELONGS: Mapping[str, Belonging] = {
    "deploy": Belonging("20.2"),
    "choose-opening": Belonging("4.3"),
    "place-at-start": Belonging("20.2"),
    "place-stand-fast": Belonging("8.1"),
    "play-card": Belonging("7.2", _ROUNDS),
    "automatic": Belonging("7.2", _ROUNDS),
    "declare-war": Belonging("17.1", _ROUNDS),
    "call-partisans": Belonging("16.2", _ROUNDS),
    "activate": Belonging("7.3"),
    "step-to": Belonging("10.1", ("movement",)),
    "dig": Belonging("10.2", ("movement",)),
    "declare-attack": Belonging("11.1", ("combat",)),
    "add-attacker": Belonging("11.1"),
    "resolve": Belonging("11.1"),
    "call-off": Belonging("11.1"),
    "play-combat-card": Belonging("7.6.4"),
    "take-loss": Belonging("11.3"),
    "send-corps": Belonging("11.3.1"),
    "retreat": Belonging("11.4"),
    "stand-and-lose": Belonging("11.4.2"),
    "advance": Belonging("11.5"),
    "pick-unit": Belonging("12.1"),
    "redeploy": Belonging("12.1"),
    "arrive": Belonging("7.6.2"),
    "replace-front": Belonging("7.6.2"),
    "place-beachhead": Belonging("7.6.3"),
    "land-unit": Belonging("7.6.3"),
    "renounce-invasions": Belonging("7.6.3"),
    "restore": Belonging("14.1", ("replacements",)),
    "rebuild": Belonging("14.1", ("replacements",)),
    "place-partisans": Belonging("16.2"),
    "place-neutral": Belonging("20.5"),
    "discard-card": Belonging("7.9", ("discard",)),
    "take-totaler-krieg": Belonging("7.8"),
    "set-aside": Belonging("6.6", ("give-up",)),
    "take-off": Belonging("6.6", ("give-up",)),
    "recall-corps": Belonging("7.6"),
    "refit": Belonging("7.6"),
    "withdraw-corps": Belonging("7.6"),
    "entrench": Belonging("10.2"),
    "sweep-partisans": Belonging("7.6"),
    "airlift": Belonging("7.6"),
}
"""By kind. Done is not among them: it is the question that stands which does not let itself be passed over."""

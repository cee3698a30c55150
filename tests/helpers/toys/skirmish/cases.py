"""The numbered cases of Skirmish, as its functions claim them."""

from __future__ import annotations

from engine.core.cases import Casebook

rule = Casebook("toy-skirmish").rule

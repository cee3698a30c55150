"""The numbered cases of Cabinet, as its functions claim them."""

from __future__ import annotations

from engine.core.cases import Casebook

rule = Casebook("toy-cabinet").rule

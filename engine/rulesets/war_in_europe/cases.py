"""The numbered cases of War in Europe, as its functions claim them."""

from __future__ import annotations

from engine.core.cases import Casebook

rule = Casebook("war-in-europe").rule

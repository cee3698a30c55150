"""The numbered cases of White October 1919, as its functions claim them."""

from __future__ import annotations

from engine.core.cases import Casebook

rule = Casebook("white-october").rule

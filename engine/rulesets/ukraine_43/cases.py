"""The numbered cases of Ukraine '43, as its functions claim them."""

from __future__ import annotations

from engine.core.cases import Casebook

rule = Casebook("ukraine-43").rule

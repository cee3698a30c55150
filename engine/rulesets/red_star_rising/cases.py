"""The numbered cases of Red Star Rising, as its functions claim them."""

from __future__ import annotations

from engine.core.cases import Casebook

rule = Casebook("red-star-rising").rule

"""The numbered cases of Barbarossa to Berlin, as its functions claim them."""

from __future__ import annotations

from engine.core.cases import Casebook

rule = Casebook("barbarossa-to-berlin").rule

"""Cabinet, the toy game on spaces, with cards in hidden hands."""

from __future__ import annotations

from tests.helpers.toys.cabinet.ruleset import Cabinet

RULESET = Cabinet()

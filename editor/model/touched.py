"""What a change touched: what the canvas repaints, the indexes look at again and the checks go over."""

from __future__ import annotations

from dataclasses import dataclass, field

from editor.geometry.cells import Cells
from editor.model.edits import Part
from engine.definitions.plan import SideKey, SwatchKey


@dataclass(frozen=True, slots=True)
class Touched:
    """Names of everything that may be another than before; the plan says what it is now."""

    cells: Cells = field(default_factory=Cells)
    sides: frozenset[SideKey] = frozenset()
    features: frozenset[str] = frozenset()
    paths: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    spaces: frozenset[str] = frozenset()
    boxes: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    shapes: frozenset[str] = frozenset()
    scans: frozenset[str] = frozenset()
    regions: frozenset[str] = frozenset()
    """Regions whose title, kind or colour changed, and those of which anyone joined or left."""
    members: frozenset[str] = frozenset()
    """Places that joined or left a region."""
    sheets: frozenset[str] = frozenset()
    """Sheets that came, went or have another head: another size, other labels."""
    swatches: frozenset[SwatchKey] = frozenset()
    terrains: frozenset[int] = frozenset()
    whole: frozenset[Part] = frozenset()
    """Those of the map's head, its joins and the order of its sheets that changed."""

    @property
    def ground(self) -> bool:
        """Whether hexes may lie elsewhere now, so that whoever keeps geometry begins anew."""
        return bool(self.sheets) or bool(self.whole & {Part.JOINS, Part.SHEET_ORDER})

    @property
    def nothing(self) -> bool:
        """Whether all is as it was."""
        return self == Touched()

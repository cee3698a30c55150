"""A map being edited: the plan, and the index that follows it."""

from __future__ import annotations

from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.touched import Touched
from engine.definitions.plan import MapPlan


class MapDraft:
    """Does and undoes changes; whoever shows or stores the map is told what they touched."""

    def __init__(self, plan: MapPlan) -> None:
        self.plan = plan
        self.contents = MapContents(plan)

    def do(self, change: Change) -> Touched:
        """Carry a change out."""
        change.apply(self.plan)
        return self._told(change)

    def undo(self, change: Change) -> Touched:
        """Take a change back."""
        change.revert(self.plan)
        return self._told(change)

    def _told(self, change: Change) -> Touched:
        touched = change.touched()
        self.contents.follow(touched)
        return touched

"""The identities that actions, events and states carry.

They are distinct types so that mypy keeps them apart, so that the codec knows which integers are
locations (and writes their stable keys instead), and so that a menu can find the actions that touch a
unit, a location or a card by looking at the types of their fields.
"""

from __future__ import annotations

from typing import NewType

Location = NewType("Location", int)
"""The dense index of a place on a board; `Board.key` gives the name that outlives renumbering."""

UnitId = NewType("UnitId", str)
CardId = NewType("CardId", str)
Side = NewType("Side", str)

NOWHERE = Location(-1)
"""What lies across an outer hexside: no location at all."""

NO_SIDE = Side("")
"""The side of what belongs to nobody."""

EdgeIndex = NewType("EdgeIndex", int)
"""The dense index of a hexside or a connection of a board."""

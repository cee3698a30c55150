"""What ends a matter: the one answer of all players to a menu in which they find nothing worth doing."""

from __future__ import annotations

from dataclasses import fields

from engine.core.actions import Done
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.refusals import GameFault
from engine.core.state import State


def way_out(state: State, menu: Menu) -> Action:
    """Stopping where one may; else what touches nothing, the obvious, or the first thing there is."""
    if Done() in menu:
        return Done()
    for offer in menu.offers:
        if not fields(offer.action) and offer.any():
            return offer.actions()[0]
    chosen = menu.default or next(iter(menu), None)
    if chosen is None:
        raise GameFault(f"dead end: the menu of the {state.frames[-1].kind} frame is empty")
    return chosen

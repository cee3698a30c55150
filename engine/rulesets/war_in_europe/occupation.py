"""3.26, 6.53 and 13.62: what follows at once when a unit has come into a hex, by whatever way."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.rulesets.war_in_europe.air_tables import withdraw_unsupplied
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.names import SIDES
from engine.rulesets.war_in_europe.neutrality import violated
from engine.rulesets.war_in_europe.railways import entered


@rule("13.62")
def came_into(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """The hex and its railway change hands, a neutral country is violated, and fronts without supply are left now."""
    entered(game, draft, at, side)
    violated(game, draft, at, side)
    for each in SIDES:
        withdraw_unsupplied(game, draft, each)

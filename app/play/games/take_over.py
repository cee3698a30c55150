"""Going on with a position in the scenario as it is now: a new game that begins where the old one stands.

The old game stays as it is, with the scenario it carries. No Qt is imported here.
"""

from __future__ import annotations

from app.play.games.game_document import GameMaterial, Keeper
from app.play.games.game_setup import checked
from app.play.table import GameTable
from engine.core.messages import message
from engine.definitions.game_record import BranchPoint
from engine.definitions.project import Project
from engine.rulesets.assembly import with_options
from engine.rulesets.inspection import Assembled
from engine.session.played_with import packed_state, played_with
from engine.session.replay import ReplayError
from engine.session.takeover import taken_over


def take_over(table: GameTable, keeper: Keeper, project: Project, id: str) -> Keeper:
    """The position that is shown as the beginning of a game of this id; raises DefinitionError or ReplayError."""
    scenario, step = table.brief.scenario.id, table.step
    found = checked(project, scenario)
    old = Assembled(table.authored, table.game)
    new = Assembled(found.brief, with_options(found.game, table.game.options))
    session = taken_over(table.session.state_after(step), old, new, table.session.policy)
    begins = packed_state(new.game, session.start.state)
    if begins is None:
        raise ReplayError(0, message("replay.position-strange"))
    material = GameMaterial(played_with(project, scenario), begins)
    point = BranchPoint(game=keeper.id, actions=step)
    return Keeper(GameTable(found.brief, session, table.players), id, keeper.title, point, with_=material)

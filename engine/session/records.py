"""Saving a game and taking it up again: the record is the scenario, the seed, the options and the log."""

from __future__ import annotations

from engine.core.messages import message
from engine.core.writing.codec import SCHEMA
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError, error
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.rulesets.assembly import assemble, pick_scenario
from engine.rulesets.brief import scalars
from engine.session.played_with import beginning_of, project_of
from engine.session.replay import ReplayError, digest, replayed
from engine.session.session import Session, UndoPolicy


def record_of(session: Session, id: str, scenario: str, title: str | None = None) -> GameRecord:
    """The record of a game as it stands, with the fingerprint of its state.

    Only a game begun from its scenario has a record: one begun from a position could not be replayed from its seed.
    """
    game = session.game
    if digest(game, game.new(session.start.state.seed).state) != digest(game, session.start.state):
        raise ReplayError(0, message("replay.no-beginning"))
    return GameRecord(
        id=id,
        title=title,
        scenario=scenario,
        ruleset=game.ruleset.id,
        seed=session.start.state.seed,
        options=dict(game.options),
        schema_version=SCHEMA,
        digest=digest(game, session.state),
        actions=tuple(game.codec.action_to_json(played.action) for played in session.log),
    )


def check_record(record: GameRecord, *, needs_digest: bool = True) -> None:
    """That a saved game is of a form we know, and says where its log leads; raises ReplayError."""
    if record.schema_version > SCHEMA:
        raise ReplayError(0, message("replay.newer", version=record.schema_version, known=SCHEMA))
    if needs_digest and record.actions and not record.digest:
        raise ReplayError(0, message("replay.no-digest"))


def check_ruleset(record: GameRecord, scenario: Scenario) -> None:
    """That a saved game is of the rules its scenario is played by; raises DefinitionError."""
    if scenario.ruleset != record.ruleset:
        said = message("issue.scenario-of-other-game", id=record.scenario, game=scenario.ruleset)
        raise DefinitionError([error(said)])


def session_of(
    record: GameRecord,
    project: Project,
    policy: UndoPolicy = UndoPolicy.TO_BARRIER,
    *,
    needs_digest: bool = True,
) -> Session:
    """Take up a saved game. Its scenario is the one it carries, the project's of that name, or a bundled one.

    A log that does not say where it leads is not taken, except by whoever looks for what is wrong with it.
    """
    check_record(record, needs_digest=needs_digest)
    source = project_of(record, project)
    picked = pick_scenario(source, record.scenario if record.scenario in source.scenarios else None)
    check_ruleset(record, picked.document)
    game = assemble(source, picked.document.id, scalars(record.options))
    begun = Session(game, beginning_of(record, project, game), policy)
    return replayed(begun, record.actions, record.digest)

"""From what is on the screen to a game: which scenario, who plays, which seed, and whether anything stands in the way.

The project is put together from the documents as they are in the editor, and nothing is written to them. No Qt is
imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import SystemRandom
from types import MappingProxyType

from app.play.table import PERSON, GameTable
from engine.core.game import Game, Transition
from engine.core.messages import Message
from engine.core.state import Scalar
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.plan import MapPlan
from engine.definitions.played import PlayedDocument
from engine.definitions.project import Project
from engine.rulesets.assembly import brief_for, game_entry, game_of, palette_of, pick_scenario, with_options
from engine.rulesets.brief import Brief, scalars
from engine.rulesets.inspection import Assembled, made_ready
from engine.rulesets.registry import find_game
from engine.rulesets.stock import board_for, stocked
from engine.session.checkpoints import Checkpoint, fits, read_checkpoint, session_of_log
from engine.session.played_with import beginning_of, carried_by, is_played_with, played_with
from engine.session.records import check_record, check_ruleset
from engine.session.replay import ReplayError, check_end, replay_steps
from engine.session.session import Session, UndoPolicy

MOST_SEED = 999_999
_BREATH = 25
"""After so many actions of a game that is taken up whoever waits is told."""


def fresh_seed() -> int:
    """A seed that nobody chose."""
    return SystemRandom().randint(1, MOST_SEED)


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is asked before a game begins. A side that is not named is played by a person."""

    scenario: str
    seed: int = field(default_factory=fresh_seed)
    players: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, Scalar] = field(default_factory=lambda: MappingProxyType({}))
    policy: UndoPolicy = UndoPolicy.TO_BARRIER


def sides_of(ruleset: str) -> tuple[str, ...]:
    """The sides of a game by its id; none for a game that is not installed."""
    entry = find_game(ruleset)
    return tuple(str(side) for side in entry.ruleset.sides) if entry is not None else ()


def options_of(project: Project, scenario: str) -> dict[str, Scalar]:
    """The optional rules of a scenario's game, each as the scenario sets it or as it usually is."""
    document = project.scenarios[scenario]
    entry = find_game(document.ruleset)
    if entry is None:
        return {}
    known = dict(entry.ruleset.options)
    return known | {name: value for name, value in scalars(document.options).items() if name in known}


def side_colours(project: Project, scenario: str) -> dict[str, str]:
    """The colour of each side: that of the nation most of its units belong to."""
    document = project.scenarios[scenario]
    entry = find_game(document.ruleset)
    if entry is None:
        return {}
    nations = {nation.id: nation.colour for nation in palette_of(entry).nations}
    for palette in project.palettes.values():
        nations |= {nation.id: nation.colour for nation in palette.nations}
    counters = stocked(project).counters
    types = {kind.id: kind for name in document.counters if name in counters for kind in counters[name].types}
    units = [unit for name in document.oob if name in project.oobs for unit in project.oobs[name].units]
    kinds = [types[unit.type] for unit in units if unit.type in types] or list(types.values())
    found: dict[str, str] = {}
    for side in sides_of(document.ruleset):
        own = [kind.nation for kind in kinds if kind.side == side and kind.nation in nations]
        if own:
            found[side] = nations[max(own, key=own.count)]
    return found


def checked(project: Project, scenario: str) -> Assembled:
    """A scenario put together; raises DefinitionError with all errors that keep it from being played."""
    return _made_ready(project, scenario, seed=1)[0]


def _made_ready(project: Project, scenario: str, seed: int) -> tuple[Assembled, Transition]:
    """A scenario put together, and how it begins with a seed; raises DefinitionError as `checked` does."""
    picked = pick_scenario(project, scenario)
    game_entry(picked.document.ruleset, picked)
    alone = Project(
        entry
        for entry in project.entries()
        if entry.document.KIND not in ("scenario", "game", "map")
        or entry.document.id in (scenario, picked.document.map)
    )
    found = made_ready(alone, seed)
    errors = [issue for issue in found.issues if issue.is_error]
    if errors:
        raise DefinitionError(errors)
    return found.scenarios[scenario], found.starts[scenario]


def begin(project: Project, asked: NewGame) -> GameTable:
    """A new game, set up and ready for the first decision; raises DefinitionError."""
    found, start = _made_ready(project, asked.scenario, asked.seed)
    game = with_options(found.game, asked.options)
    if game is not found.game:
        start = game.new(asked.seed)
    return GameTable(found.brief, Session(game, start, asked.policy), players_of(found.brief, asked.players))


class LoadingGivenUpError(Exception):
    """Whoever waited for a long game to be taken up does not want it any longer."""


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A saved game on the table, and the documents it is played with."""

    table: GameTable
    project: Project
    present: tuple[PlayedDocument, ...] = ()
    """What a game of its scenario that began now would carry."""
    problem: Message | None = None
    """Why its log does not fit to the end; then the game can be looked at as far as it does."""


def take_up(
    project: Project,
    record: GameRecord,
    goes_on: Callable[[int], bool] = lambda _: True,
    checkpoint: object = None,
    plans: Mapping[str, MapPlan] = MappingProxyType({}),
) -> TakenUp:
    """A saved game as it was left, played with what it carries, else with the project.

    Raises DefinitionError, or ReplayError where its log is none that we know. A log that does not fit to its end is
    taken up as far as it does, and only to be looked at. `goes_on` is told after how many actions it is, and may say
    no: then it raises LoadingGivenUpError. With a `checkpoint` that is of this log and whole, only what follows it is
    played again. `plans` are those of the maps of the project: where the game is played with the project as it is,
    they need not be read from its text again.
    """
    check_record(record)
    present = played_with(project, record.scenario)
    is_of_today = bool(record.played_with) and is_played_with(record, present)
    carried = None if is_of_today else carried_by(record, project)
    source = carried or project
    check_ruleset(record, pick_scenario(source, record.scenario).document)
    is_known = (is_of_today or carried is not None) and fits(checkpoint, record)
    drawn = plans if is_of_today else {}
    found = put_together(source, record.scenario, drawn) if is_known else checked(source, record.scenario)
    brief, game = found.brief, with_options(found.game, scalars(record.options))

    def begin() -> Transition:
        return beginning_of(record, project, game)

    begun = read_checkpoint(checkpoint, record, game) if is_known else None
    session, problem = _played_on(begun, record, game, begin, goes_on)
    if problem is not None and begun is not None:
        session, problem = _played_on(None, record, game, begin, goes_on)
    table = GameTable(brief, session, players_of(brief, record.players))
    table.is_only_shown = problem is not None
    return TakenUp(table, source, present, problem)


def put_together(project: Project, scenario: str, plans: Mapping[str, MapPlan]) -> Assembled:
    """A scenario that a game has been played with, and so was looked over when that began; raises DefinitionError."""
    picked = pick_scenario(project, scenario)
    plan = plans.get(picked.document.map)
    board = board_for(game_entry(picked.document.ruleset, picked), plan) if plan is not None else None
    brief = brief_for(project, picked, board)
    return Assembled(brief, game_of(brief))


def _played_on(
    checkpoint: Checkpoint | None,
    record: GameRecord,
    game: Game,
    begin: Callable[[], Transition],
    goes_on: Callable[[int], bool],
) -> tuple[Session, Message | None]:
    """The session of a saved game, and why its log does not fit to the end, if it does not.

    Nobody is told how far it is where there is a checkpoint, since not much follows it.
    """
    session, left = session_of_log(checkpoint, record, game, begin)
    try:
        for number, _ in enumerate(replay_steps(session, left), start=session.length + 1):
            if checkpoint is None and number % _BREATH == 0 and not goes_on(number):
                raise LoadingGivenUpError
        check_end(session, record.digest)
    except ReplayError as bad:
        return session, bad.reason
    return session, None


def players_of(brief: Brief, chosen: Mapping[str, str]) -> dict[str, str]:
    """Who plays each side."""
    return {side: chosen.get(side, PERSON) for side in sides_of(brief.scenario.ruleset)}

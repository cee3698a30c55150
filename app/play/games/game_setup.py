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
from engine.core.state import Scalar
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.rulesets.assembly import game_entry, palette_of, pick_scenario, with_options
from engine.rulesets.brief import Brief, scalars
from engine.rulesets.inspection import Assembled, look_over
from engine.rulesets.registry import find_game
from engine.rulesets.stock import stocked
from engine.session.records import check_record, check_ruleset
from engine.session.replay import check_end, replay_steps
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
    """The colour of each side: that of the nation most of its counters belong to."""
    document = project.scenarios[scenario]
    entry = find_game(document.ruleset)
    if entry is None:
        return {}
    nations = {nation.id: nation.colour for nation in palette_of(entry).nations}
    for palette in project.palettes.values():
        nations |= {nation.id: nation.colour for nation in palette.nations}
    counters = stocked(project).counters
    kinds = [kind for name in document.counters if name in counters for kind in counters[name].types]
    found: dict[str, str] = {}
    for side in sides_of(document.ruleset):
        own = [kind.nation for kind in kinds if kind.side == side and kind.nation in nations]
        if own:
            found[side] = nations[max(own, key=own.count)]
    return found


def checked(project: Project, scenario: str) -> Assembled:
    """A scenario put together; raises DefinitionError with all errors that keep it from being played."""
    picked = pick_scenario(project, scenario)
    game_entry(picked.document.ruleset, picked)
    alone = Project(
        entry
        for entry in project.entries()
        if entry.document.KIND not in ("scenario", "game", "map")
        or entry.document.id in (scenario, picked.document.map)
    )
    found = look_over(alone)
    errors = [issue for issue in found.issues if issue.is_error]
    if errors:
        raise DefinitionError(errors)
    return found.scenarios[scenario]


def begin(project: Project, asked: NewGame) -> GameTable:
    """A new game, set up and ready for the first decision; raises DefinitionError."""
    found = checked(project, asked.scenario)
    game = with_options(found.game, asked.options)
    return GameTable(found.brief, Session.new(game, asked.seed, asked.policy), players_of(found.brief, asked.players))


class LoadingGivenUpError(Exception):
    """Whoever waited for a long game to be taken up does not want it any longer."""


def take_up(project: Project, record: GameRecord, goes_on: Callable[[int], bool] = lambda _: True) -> GameTable:
    """A saved game as it was left; raises DefinitionError, or ReplayError where the log does not fit any longer.

    `goes_on` is told after how many actions it is, and may say no: then it raises GivenUpError.
    """
    check_record(record)
    check_ruleset(record, pick_scenario(project, record.scenario).document)
    found = checked(project, record.scenario)
    brief, game = found.brief, with_options(found.game, scalars(record.options))
    session = Session.new(game, record.seed, UndoPolicy(record.undo))
    for number, _ in enumerate(replay_steps(session, record.actions), start=1):
        if number % _BREATH == 0 and not goes_on(number):
            raise LoadingGivenUpError
    check_end(session, record.digest)
    return GameTable(brief, session, players_of(brief, record.players))


def players_of(brief: Brief, chosen: Mapping[str, str]) -> dict[str, str]:
    """Who plays each side."""
    return {side: chosen.get(side, PERSON) for side in sides_of(brief.scenario.ruleset)}

"""`redoubt games`, `rules`, `playout` and `replay`."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from app.cli.bots import check_bot
from app.cli.exits import CommandFailed, Exit, say, tell
from app.cli.targets import read_project
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, error
from engine.narration.language import catalogue, fixed
from engine.players.playouts import Summary, playouts
from engine.rulesets.assembly import assemble, game_entry
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.registry import GameEntry, registered
from engine.rulesets.rules_index import counts, untested
from engine.session.records import session_of
from engine.session.replay import ReplayError, digest


def list_games(options: argparse.Namespace) -> Exit:
    """Every game with its scenarios."""
    scenarios = bundled_scenarios()
    listed = [
        {
            "id": entry.id,
            "title": entry.ruleset.title,
            "sides": list(entry.ruleset.sides),
            "scenarios": [name for name, found in scenarios.items() if found.scenario.ruleset == entry.id],
        }
        for entry in registered().values()
    ]
    if options.json:
        say(json.dumps({"games": listed}, indent=2))
        return Exit.FINE
    if not listed:
        tell(message("cli.no-games"))
    for game in listed:
        say(f"{game['id']}  {game['title']}")
        for name in game["scenarios"]:
            say(f"  {name}  {scenarios[name].scenario.title or ''}".rstrip())
    return Exit.FINE


def count_rules(options: argparse.Namespace) -> Exit:
    """How much of a rulebook is in the program."""
    entry = _game_named(options.game)
    found = counts(entry)
    if options.json:
        say(json.dumps({"game": entry.id, **asdict(found)}, indent=2))
        return Exit.FINE
    tell(
        message(
            "cli.rules",
            title=entry.ruleset.title,
            implemented=found.implemented,
            explained=found.explained,
            total=found.total,
        )
    )
    missing = untested(entry)
    if missing is None:
        tell(message("cli.untested-unknown"))
    else:
        tell(message("cli.untested", cases=tuple(missing) or message("word.nobody-listed")))
    return Exit.FINE


def _game_named(name: str) -> GameEntry:
    """The game of an id; whoever names a scenario instead is told whose it is."""
    found = None if name in registered() else bundled_scenarios().get(name)
    if found is not None:
        hint = message("issue.scenario-of-other-game", id=name, game=found.scenario.ruleset)
        raise DefinitionError([error(message("issue.unknown-game", id=name), hint=hint)])
    return game_entry(name)


def play_out(options: argparse.Namespace) -> Exit:
    """Games between bots; any fault of the rules makes the command fail."""
    names = tuple(options.bots.split(","))
    game = assemble(read_project(options.file), options.scenario)
    for name in names:
        check_bot(name)
    if len(names) not in (1, len(game.ruleset.sides)):
        raise CommandFailed(Exit.USAGE, message("cli.one-bot", count=len(game.ruleset.sides)))
    summary = Summary()
    for playout in playouts(game, names, options.games, options.seed, options.most_actions):
        summary.add(playout)
    found = summary.as_json()
    if options.json:
        say(json.dumps(found, indent=2))
    else:
        counts_of = {name: found[name] for name in ("finished", "games", "actions")}
        tell(message("cli.finished", **counts_of, speed=fixed(found["actions_per_second"], 1)))
        for outcome, number in found["outcomes"].items():
            say(f"  {number:5d}  {outcome}")
        for kind, number in found["kinds"].items():
            say(f"  {number:7d}  {kind}")
        for fault in found["faults"]:
            line = message("cli.fault", seed=fault["seed"], step=fault["step"], error=fault["error"])
            say(f"  {catalogue().text(line)}")
    return Exit.FOUND if summary.faults else Exit.FINE


def replay_game(options: argparse.Namespace) -> Exit:
    """A saved game again from its log; the end must be the saved one."""
    project = read_project(options.file)
    records = project.games
    if not records:
        raise CommandFailed(Exit.BAD_INPUT, message("cli.no-saved-game", file=str(options.file)))
    if options.game is None and len(records) != 1:
        raise CommandFailed(
            Exit.BAD_INPUT, message("cli.game-needed", file=str(options.file), known=tuple(sorted(records)))
        )
    record = records.get(options.game) if options.game else next(iter(records.values()))
    if record is None:
        raise CommandFailed(Exit.BAD_INPUT, message("cli.no-such-game", file=str(options.file), name=options.game))
    words = catalogue(record.ruleset)
    try:
        session = session_of(record, project, needs_digest=not options.any_end)
    except ReplayError as bad:
        raise CommandFailed(Exit.FOUND, f"{options.file}: {words.text(bad.reason)}") from None
    state = session.state
    found = {
        "game": record.ruleset,
        "scenario": record.scenario,
        "actions": len(session.log),
        "turn": state.turn,
        "digest": digest(session.game, state),
        "outcome": None
        if state.outcome is None
        else {"winner": state.outcome.winner, "level": state.outcome.level, "rule": state.outcome.rule},
    }
    if options.json:
        say(json.dumps(found, indent=2))
    else:
        short = digest(session.game, state)[:16]
        counted = {"count": len(session.log), "turn": state.turn}
        tell(message("cli.actions-to-turn", scenario=record.scenario, **counted, digest=short))
    return Exit.FINE

"""`redoubt playtest`: many games of a scenario, and what they tell."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing, nullcontext
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import Any

from app.cli.exits import CommandFailed, Exit, complain, say
from app.cli.targets import read_project
from editor.export.files import written_whole
from engine.core.messages import message
from engine.definitions.drafts import state_folder
from engine.lab.arms import Arm, LabError, arm_of
from engine.lab.cluster import Cluster
from engine.lab.compare_sections import comparison_sections, sweep_section
from engine.lab.comparison import check_comparable, compare
from engine.lab.crews import Crew, OwnProcesses
from engine.lab.experiments import Experiment, Progress, run
from engine.lab.intervals import Estimate
from engine.lab.options import read_options
from engine.lab.playing import ready
from engine.lab.report_page import report_page
from engine.lab.report_sections import ArmReport, about_lines, sections, title_of
from engine.lab.shelves import MemoryShelf, ResultShelf
from engine.lab.sweep import sweep_arms
from engine.lab.tables import as_csv
from engine.narration.language import catalogue, spoken
from engine.storage.errors import FileError, speaking_of
from engine.storage.playtests import SUFFIX, PlaytestFile, playtest_beside

EXPERIMENT = ".experiment"
_TELL = 2.0
"""Seconds between two lines about how far it is, for whoever sits before a screen."""


def playtest(options: argparse.Namespace) -> Exit:
    """Play, and tell; any fault of the rules makes the command fail."""
    try:
        experiment = _experiment(options)
        check_comparable(experiment.arms)
        if options.save is not None:
            _write(options.save, experiment.to_text())
        with _shelf(options) as shelf:
            _play(experiment, shelf, _crew(options))
            reports = [ArmReport(ready(arm), shelf.results(arm.id, experiment.seeds)) for arm in experiment.arms]
        page = page_of(experiment, reports, options.sweep) if options.html is not None else ""
    except LabError as bad:
        named = f"{options.file}: " if _is_experiment(options.file) else ""
        raise CommandFailed(Exit.BAD_INPUT, f"{named}{catalogue().text(bad.message)}") from None
    if options.html is not None:
        _write(options.html, page)
    if options.json:
        told = [told_of(each, experiment) for each in reports]
        say(json.dumps(told[0] if len(told) == 1 else _together(told, reports), indent=2))
    elif options.csv:
        say(as_csv((_name(each), game) for each in reports for game in each.results).rstrip("\n"))
    else:
        for each in reports:
            _tell(each, len(reports) > 1)
        if len(reports) == 2 and options.sweep is None:
            _tell_change(reports)
    return Exit.FOUND if any(each.numbers.faults for each in reports) else Exit.FINE


def _write(path: Path, text: str) -> None:
    """Whole or not at all; a name that has no letters is written with escapes, as on the screen."""
    try:
        with written_whole(path) as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None


def _experiment(options: argparse.Namespace) -> Experiment:
    if _is_experiment(options.file):
        return Experiment.from_text(Path(options.file).read_bytes())
    project, players = read_project(options.file), tuple(options.players.split(","))
    chosen = read_options(project, options.scenario, options.option or ())
    common: dict[str, Any] = {"most_actions": options.most_actions, "options": chosen}
    if options.sweep is not None:
        name, values = options.sweep
        return Experiment(
            sweep_arms(project, options.scenario, players, name, values, **common), options.games, options.seed
        )
    arms = [arm_of(project, options.scenario, players, **common, name=str(options.file))]
    if options.against is not None:
        other = read_project(options.against)
        same = options.scenario if options.scenario in other.scenarios else None
        arms.append(arm_of(other, same, players, **common, name=str(options.against)))
    if options.against_players is not None:
        rivals = tuple(options.against_players.split(","))
        arms.append(arm_of(project, options.scenario, rivals, **common, name=options.against_players))
    return Experiment(tuple(arms), options.games, options.seed)


def _is_experiment(target: str) -> bool:
    """Whether all that is to be played stands in a file, as somebody saved it."""
    path = Path(target)
    return path.suffix.lower() == EXPERIMENT and path.is_file()


def _shelf(options: argparse.Namespace) -> Any:
    """Where the games are kept: in the file that is named, beside the scenario, or nowhere."""
    if options.keep_nothing:
        return nullcontext(MemoryShelf())
    path = options.results
    if path is None:
        target = Path(options.file)
        if target.exists():
            path = playtest_beside(target.resolve())
        else:
            path = state_folder() / "playtests" / f"{options.file}{SUFFIX}"
            with speaking_of(path.parent):
                path.parent.mkdir(parents=True, exist_ok=True)
    return closing(PlaytestFile(path))


def _crew(options: argparse.Namespace) -> Crew:
    return Cluster(options.cluster) if options.cluster is not None else OwnProcesses(options.workers)


def _play(experiment: Experiment, shelf: ResultShelf, crew: Crew) -> None:
    told = monotonic()
    is_watched = sys.stderr is not None and sys.stderr.isatty()
    for progress in run(experiment, shelf, crew):
        if is_watched and monotonic() - told > _TELL:
            told = monotonic()
            complain(progress_line(progress))


def progress_line(progress: Progress) -> str:
    """How far it is, in a line."""
    left = progress.seconds_left
    rest = "" if left is None else f", about {left / 60:.0f} min left" if left >= 90 else f", about {left:.0f} s left"
    return f"{progress.done} of {progress.wanted} games, {progress.an_hour:.0f} an hour{rest}"


def page_of(experiment: Experiment, reports: list[ArmReport], sweep: tuple[str, list[int]] | None = None) -> str:
    """The report of an experiment as one page."""
    first = reports[0]
    seatings = list(dict.fromkeys(each.seating for each in reports))
    title = title_of(first) if len(seatings) == 1 else first.say(message("report.title", scenario=first.title))
    about = [*(seatings if len(seatings) > 1 else ()), *about_lines(first, experiment.seeds)]
    parts = []
    if sweep is not None:
        parts.append(sweep_section(sweep[1], reports, sweep[0]))
    elif len(reports) == 2:
        parts += comparison_sections(*reports)
    for each in reports[:1] if sweep is not None else reports:
        parts += sections(each)
    return report_page(title, about, parts, spoken())


def told_of(found: ArmReport, experiment: Experiment) -> dict[str, Any]:
    """The JSON of one arm; the keys are documented and stay."""
    balance = found.numbers.balance
    shares = {side: balance.share(side) for side in found.sides}
    return {
        "scenario": found.made.arm.scenario,
        "players": list(found.made.arm.players),
        "seed": experiment.seed,
        "games": len(found.results),
        "finished": balance.games,
        "wins": {side: balance.wins[side] for side in found.sides},
        "draws": balance.draws,
        "low": {side: round(each.low, 4) for side, each in shares.items()},
        "high": {side: round(each.high, 4) for side, each in shares.items()},
        "levels": {f"{winner or 'draw'}: {level}": count for (winner, level), count in balance.levels.items()},
        "to_settle": balance.to_settle,
        "scores": list(found.numbers.scores),
        "seconds": round(found.numbers.seconds, 3),
        "faults": [{"seed": game.seed, "error": game.fault} for game in found.numbers.faults],
    }


def _together(told: list[dict[str, Any]], reports: list[ArmReport]) -> dict[str, Any]:
    """Several arms: each under its name, and what the second does otherwise than the first."""
    found = compare(reports[0].results, reports[1].results, reports[0].sides)
    return {
        "arms": [{"name": _name(report), **each} for report, each in zip(reports, told, strict=True)],
        "change": {
            "side": found.side,
            "pairs": found.pairs,
            "wins": _spanned(found.wins),
            "score": _spanned(found.score),
            "sure": found.is_sure,
        },
    }


def _spanned(found: Estimate) -> dict[str, float | None]:
    """A number and its bounds; null for a bound that nobody knows, which JSON has no number for."""
    bounds = {"value": found.value, "low": found.low, "high": found.high}
    return {name: round(bound, 4) if isfinite(bound) else None for name, bound in bounds.items()}


def _name(found: ArmReport) -> str:
    arm: Arm = found.made.arm
    return arm.name or arm.scenario


def _tell(found: ArmReport, is_one_of_several: bool) -> None:
    if is_one_of_several:
        say(f"{_name(found)}:")
    first = next(iter(sections(found)))
    for line in first.lines:
        say(line)
    for table in first.tables:
        for row in (table.head, *table.rows):
            say("  " + "  ".join(cell.ljust(24) for cell in row).rstrip())


def _tell_change(reports: list[ArmReport]) -> None:
    part = next(iter(comparison_sections(*reports)))
    for line in part.lines:
        say(line)
    for row in part.tables[0].rows:
        say(f"  {row[0]}: {row[-1]}")

"""`redoubt check`, `import` and `export`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from app.cli.exits import CommandFailed, Exit, failure_line, issue_line, say, tell
from app.cli.modules import GLOBES, MODULES, TABLES, TILED, export_module, export_table, import_module
from app.cli.targets import bundled_target, findings
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, Issue, Severity
from engine.narration.language import catalogue
from engine.rulesets.library import bundled_scenarios
from engine.storage.errors import FileError
from engine.storage.exchange import export_folder, import_folder
from engine.storage.parcels import SUFFIX as PARCEL
from engine.storage.parcels import pack, unpack


def check(options: argparse.Namespace) -> Exit:
    """Every finding, errors first; only errors make the command fail."""
    issues = findings(options.file, options.scenario)
    words = catalogue()
    errors = sum(issue.is_error for issue in issues)
    if options.json:
        say(
            json.dumps(
                {"file": options.file, "errors": errors, "issues": [_as_json(issue) for issue in issues]}, indent=2
            )
        )
    else:
        for issue in issues:
            say(issue_line(issue, words))
        warnings = sum(issue.severity is Severity.WARNING for issue in issues)
        totals = message("issue.totals", file=str(options.file), errors=errors, warnings=warnings)
        say(words.text(totals))
    return Exit.FOUND if errors else Exit.FINE


def _as_json(issue: Issue) -> dict[str, object]:
    words = catalogue()
    return {
        "severity": issue.severity.value,
        "code": issue.code,
        "message": words.text(issue.message),
        "file": issue.where.file or None,
        "line": issue.where.line,
        "path": issue.where.field or None,
        "hint": words.text(issue.hint) if issue.hint is not None else None,
    }


def import_documents(options: argparse.Namespace) -> Exit:
    """A folder, a zip, or a bundled scenario, into a new .redoubt file; an existing file is never overwritten."""
    if options.file.exists():
        raise CommandFailed(Exit.CANNOT_WRITE, message("cli.import-exists", file=str(options.file)))
    folder = Path(options.folder)
    if folder.suffix.lower() in (*MODULES, *TILED) and folder.is_file():
        return import_module(options)
    is_parcel = folder.suffix.lower() == PARCEL and folder.is_file()
    if folder.is_file() and not is_parcel:
        raise CommandFailed(Exit.BAD_INPUT, catalogue().text(message("issue.not-imported", file=str(folder))))
    if not folder.exists():
        folder = Path(str(bundled_target(options.folder).folder))
    try:
        contents = unpack(folder, options.file) if is_parcel else import_folder(folder, options.file, name=folder.name)
    except FileError as bad:
        code = Exit.CANNOT_WRITE if bad.path == options.file else Exit.BAD_INPUT
        raise CommandFailed(code, catalogue().text(bad.message)) from None
    count = len(contents.maps) + len(contents.documents)
    tell(message("cli.documents", file=str(options.file), count=count))
    return Exit.FINE


def export_documents(options: argparse.Namespace) -> Exit:
    """A .redoubt file as text; files of the folder that are not the project's are left alone. A zip is one file.

    By the ending of its name the target may also be a VASSAL module, a map of Tiled, GeoJSON or a table of hexes.
    """
    if options.folder.suffix.lower() in (*MODULES[:1], *TILED):
        return export_module(options)
    if options.folder.suffix.lower() in (*TABLES, *GLOBES):
        return export_table(options)
    if not options.file.is_file() and (options.file.is_dir() or str(options.file) in bundled_scenarios()):
        raise CommandFailed(Exit.BAD_INPUT, catalogue().text(message("issue.text-already", name=str(options.file))))
    try:
        is_parcel = options.folder.suffix.lower() == PARCEL
        written: Sequence[object] = (
            pack(options.file, options.folder, games=options.games)
            if is_parcel
            else export_folder(options.file, options.folder)
        )
    except FileError as bad:
        code = Exit.BAD_INPUT if bad.path == options.file else Exit.CANNOT_WRITE
        raise CommandFailed(code, catalogue().text(bad.message)) from None
    except DefinitionError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, failure_line(bad.issues)) from None
    tell(message("cli.files-written", folder=str(options.folder), count=len(written)))
    return Exit.FINE

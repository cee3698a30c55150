"""`redoubt import-geo`: a map from files of land, lakes, rivers and cities."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from app.cli.exits import CommandFailed, Exit, issue_line, say, tell
from app.cli.geo_options import check_kinds, geo_options
from app.cli.pictures import off_screen
from app.geography.geo_request import GeoFiles, GeoPicture, GeoRequest, Onto, kinds_of, kinds_of_new
from editor.digitise.geography.geo_change import change_of
from editor.digitise.geography.geo_frame import GeoBox
from editor.digitise.geography.geo_import import GeoImport
from editor.digitise.geography.geo_report import summary_of
from editor.model.words import unused
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.messages import message
from engine.definitions.folders import save_folder
from engine.definitions.palette import Palette
from engine.definitions.plan import Cell, MapPlan, SheetPlan
from engine.narration.language import catalogue
from engine.rulesets.assembly import game_entry
from engine.storage.contents import Contents
from engine.storage.errors import FileError
from engine.storage.store import Store

SUFFIX = ".redoubt"


def import_geo(options: argparse.Namespace) -> Exit:
    """Make the map, say what is on it, and write it."""
    output: Path = options.output
    if options.add or options.onto:
        return _into_file(options, output)
    is_file = output.suffix.lower() == SUFFIX
    if is_file and output.exists():
        raise CommandFailed(Exit.CANNOT_WRITE, message("cli.import-geo-exists", file=str(output)))
    found = _request(options).work_out()
    _tell(found)
    plan = found.result()
    _preview(options, plan)
    if options.dry_run:
        return Exit.FINE
    contents = Contents({plan.id: plan})
    if is_file:
        Store.create(output, contents, name="Imported").close()
    else:
        try:
            save_folder(contents.to_project(), output)
        except OSError as bad:
            raise CommandFailed(Exit.CANNOT_WRITE, f"{output}: {bad.strerror or bad}") from None
    _say_size(output, plan, next(iter(plan.sheets)))
    return Exit.FINE


def _into_file(options: argparse.Namespace, output: Path) -> Exit:
    """Add a map to a file that is there, or lay geography onto one of its maps: one entry of its history."""
    store = Store(output)
    try:
        contents = store.contents
        onto = _onto(options, contents) if options.onto else None
        found = _request(options, onto).work_out()
        _tell(found)
        if onto is None:
            taken = {*contents.maps, *(name for kind, name in contents.documents if kind == "scenario")}
            plan = found.result()
            plan = replace(plan, id=unused(plan.id, taken.__contains__, "-"))
            label = message("file.map-added", title=plan.title or plan.id)
        else:
            plan = onto.plan.copy()
            label = message("window.do.import-geography")
            change_of(plan, found.changes, label).apply(plan)
        _preview(options, plan)
        if options.dry_run:
            return Exit.FINE
        try:
            store.write(contents.copy().add(plan), catalogue().text(label))
        except FileError as bad:
            raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None
    finally:
        store.close()
    _say_size(output, plan, found.changes.sheet)
    return Exit.FINE


def _onto(options: argparse.Namespace, contents: Contents) -> Onto:
    plan = contents.maps.get(options.onto)
    if plan is None:
        raise CommandFailed(Exit.USAGE, message("cli.no-map", name=options.onto, known=tuple(contents.maps)))
    name = options.sheet or next(iter(plan.sheets), "")
    sheet = plan.sheets.get(name)
    if sheet is None:
        raise CommandFailed(
            Exit.USAGE, message("cli.no-sheet", name=name, known=tuple(plan.sheets) or message("word.nobody-listed"))
        )
    return Onto(plan, name, _anchor(sheet, options.hex) if options.hex else None, options.anchor)


def _anchor(sheet: SheetPlan, label: str) -> Cell:
    try:
        found = sheet.labels.parse(sheet.grid, label, sheet.extent)
    except ValueError:
        found = None
    if found is None or found not in sheet.extent:
        raise CommandFailed(Exit.USAGE, message("cli.no-hex", sheet=sheet.id, label=label))
    return Cell(sheet.id, *found)


def _request(options: argparse.Namespace, onto: Onto | None = None) -> GeoRequest:
    """What is asked for; raises CommandFailed where something is missing."""
    if onto is None and options.box is None and (options.anchor is None or options.size is None):
        raise CommandFailed(Exit.USAGE, message("cli.part-needed"))
    if options.hex_km is None and (onto is None or onto.plan.georeference is None):
        raise CommandFailed(Exit.USAGE, message("cli.hex-km-needed"))
    files = GeoFiles(tuple(options.land), tuple(options.lakes), tuple(options.rivers), tuple(options.cities))
    chosen = geo_options(options)
    if options.palette:
        game_entry(options.palette)  # refuses a game that there is not
    palette = kinds_of_new(options.palette) if onto is None else kinds_of(onto.plan)
    check_kinds(chosen, palette)
    return GeoRequest(
        files,
        options.title or options.output.stem,
        options.hex_km if options.hex_km is not None else 1.0,
        HexGrid(Orientation(options.orientation), Parity(options.parity)),
        box=options.box,
        anchor_at=options.anchor,
        size=options.size,
        projection=options.projection or None,
        parallels=options.parallels,
        palette=options.palette,
        options=chosen,
        onto=onto,
        picture=_picture(options, palette),
    )


def _picture(options: argparse.Namespace, palette: Palette) -> GeoPicture | None:
    """The picture that terrain is read from, where one is given; raises CommandFailed where something is missing."""
    if options.picture is None:
        return None
    if options.picture_box is None or len({sample.terrain for sample in options.sample}) < 2:
        raise CommandFailed(Exit.USAGE, message("cli.samples-needed"))
    known = {swatch.id for swatch in palette.terrain}
    for sample in options.sample:
        if sample.terrain not in known:
            raise CommandFailed(Exit.USAGE, message("cli.no-terrain", name=sample.terrain, known=tuple(sorted(known))))
    return GeoPicture(options.picture, GeoBox(*options.picture_box), tuple(options.sample))


def _preview(options: argparse.Namespace, plan: MapPlan) -> None:
    """Draw the map as it would be, where that is asked for."""
    if options.preview is None:
        return
    off_screen()
    from app.application import application  # noqa: PLC0415 - Qt only when a picture is wanted
    from app.files.map_opening import opened_contents  # noqa: PLC0415
    from app.files.render import render  # noqa: PLC0415

    application()
    try:
        size = render(opened_contents(Contents({plan.id: plan}), str(options.output)), options.preview)
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None
    except OSError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, f"{options.preview}: {bad.strerror or bad}") from None
    tell(message("cli.picture-size", file=str(options.preview), width=size[0], height=size[1]))


def _tell(found: GeoImport) -> None:
    words, summary = catalogue(), summary_of(found)
    for line in summary.lines:
        say(words.text(line))
    for issue in summary.issues:
        say(issue_line(issue, words))


def _say_size(output: Path, plan: MapPlan, sheet: str) -> None:
    across, down = plan.sheets[sheet].size
    tell(message("cli.size", file=str(output), across=across, down=down))

"""`redoubt import-geo`: a map from files of land, lakes, rivers and cities."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.exits import CommandFailed, Exit, issue_line, say
from app.geography import GeoFiles, GeoRequest
from editor.digitise.geo_report import summary_of
from editor.digitise.projections import ProjectionKind
from engine.core.hexes import HexGrid, Orientation, Parity
from engine.definitions.folders import save_folder
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store

SUFFIX = ".redoubt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    for name, about in (
        ("land", "GeoJSON with the land, and lakes that say what they are"),
        ("lakes", "GeoJSON whose polygons are lakes"),
        ("rivers", "GeoJSON with river lines"),
        ("cities", "GeoJSON points, or a CSV table with name, lat and lon"),
    ):
        parser.add_argument(f"--{name}", action="append", type=Path, default=[], metavar="FILE", help=about)
    parser.add_argument("--title", default="", help="what the map is called; the name of the output unless told")
    parser.add_argument("--hex-km", type=float, required=True, metavar="KM", help="from one hex centre to the next")
    parser.add_argument(
        "--box", type=_numbers(4), metavar="S,W,N,E", help="the part of the globe to cover, in degrees (--box=...)"
    )
    parser.add_argument("--anchor", type=_numbers(2), metavar="LAT,LON", help="where the centre of the first hex lies")
    parser.add_argument("--size", type=_size, metavar="COLSxROWS", help="columns and rows, with --anchor")
    kinds = [kind.value for kind in ProjectionKind]
    parser.add_argument("--projection", choices=kinds, help="a fitting one is chosen unless told")
    parser.add_argument("--parallels", type=_numbers(0), default=(), metavar="LAT[,LAT]")
    parser.add_argument("--orientation", choices=[each.value for each in Orientation], default="flat")
    parser.add_argument("--parity", choices=[each.value for each in Parity], default="odd")
    parser.add_argument("--palette", default="", metavar="GAME", help="whose kinds it is painted with")
    parser.add_argument("--coast", default="", metavar="KIND", help="draw coasts with this kind of hexside")
    parser.add_argument("--land-share", type=_share, default=0.5, metavar="SHARE", help="of a hex to be land; 0.5")
    parser.add_argument("--lake-share", type=_share, default=0.5, metavar="SHARE", help="of a hex to be lake; 0.5")
    parser.add_argument("--least-river", type=float, default=60.0, metavar="KM", help="shorter ones are left out; 60")
    parser.add_argument("--least-population", type=int, default=0, metavar="N")
    parser.add_argument("--most-cities", type=int, default=0, metavar="N", help="the largest; all unless told")
    parser.add_argument("--dry-run", action="store_true", help="say what would come of it and write nothing")
    parser.add_argument("output", type=Path, help="a new .redoubt file, or a folder for text")


def import_geo(options: argparse.Namespace) -> Exit:
    """Make the map, say what is on it, and write it."""
    output: Path = options.output
    is_file = output.suffix == SUFFIX
    if is_file and output.exists():
        raise CommandFailed(Exit.CANNOT_WRITE, f"{output} exists; import-geo writes a new file")
    if options.box is None and (options.anchor is None or options.size is None):
        raise CommandFailed(Exit.USAGE, "say which part of the globe: --box, or --anchor and --size")
    found = _request(options).work_out()
    words = catalogue()
    summary = summary_of(found)
    for line in summary.lines:
        say(words.text(line))
    for issue in summary.issues:
        say(issue_line(issue, words))
    plan = found.result()
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
    across, down = next(iter(plan.sheets.values())).size
    say(f"{output}: {across} x {down} hexes")
    return Exit.FINE


def _request(options: argparse.Namespace) -> GeoRequest:
    files = GeoFiles(tuple(options.land), tuple(options.lakes), tuple(options.rivers), tuple(options.cities))
    return GeoRequest(
        files,
        options.title or options.output.stem,
        options.hex_km,
        HexGrid(Orientation(options.orientation), Parity(options.parity)),
        box=options.box,
        anchor_at=options.anchor,
        size=options.size,
        projection=ProjectionKind(options.projection) if options.projection else None,
        parallels=options.parallels,
        palette=options.palette,
        coast=options.coast,
        land_share=options.land_share,
        lake_share=options.lake_share,
        least_river_km=options.least_river,
        least_population=options.least_population,
        most_cities=options.most_cities,
    )


class _numbers:  # noqa: N801 - it stands for a function
    """Reads so many numbers between commas; 0 is any count."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __call__(self, text: str) -> tuple[float, ...]:
        try:
            found = tuple(float(part) for part in text.split(","))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not numbers between commas") from None
        if self._count and len(found) != self._count:
            raise argparse.ArgumentTypeError(f"{text!r} is not {self._count} numbers")
        return found


def _size(text: str) -> tuple[int, int]:
    across, by, down = text.partition("x")
    if not (by and across.isdigit() and down.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 40x30")
    return int(across), int(down)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share between 0 and 1")
    return share

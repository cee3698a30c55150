"""What `redoubt import-geo` can be told: the same choices as the pages of the geography dialog, under names to type."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from app.cli.exits import CommandFailed, Exit
from editor.digitise.geography.geo_cities import CityRules
from editor.digitise.geography.geo_ground import Thresholds
from editor.digitise.geography.geo_import import GeoOptions
from editor.digitise.geography.geo_picture import TerrainSample
from editor.digitise.geography.geo_rivers import RiverRules
from editor.digitise.geography.projections import ProjectionKind
from engine.core.boards.hexes import Orientation, Parity
from engine.core.messages import message
from engine.definitions.palette import Palette, Swatch

_LAND, _RIVERS, _USUAL = Thresholds(), RiverRules(), GeoOptions()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    _add_place(parser)
    _add_ground(parser.add_argument_group("land and water"))
    _add_rivers(parser.add_argument_group("rivers"))
    _add_cities(parser.add_argument_group("cities"))
    _add_picture(parser.add_argument_group("terrain from a picture of the globe"))
    parser.add_argument("--dry-run", action="store_true", help="say what would come of it and write nothing")
    parser.add_argument("--preview", type=Path, metavar="PNG", help="draw what comes of it as a picture")
    parser.add_argument(
        "output",
        metavar="OUTPUT",
        type=Path,
        help="a new .redoubt file, a folder for text, or with --add and --onto a file that is there",
    )


def _add_place(parser: argparse.ArgumentParser) -> None:
    for name, about in (
        ("land", "GeoJSON with the land, and lakes that say what they are"),
        ("lakes", "GeoJSON whose polygons are lakes"),
        ("rivers", "GeoJSON with river lines"),
        ("cities", "GeoJSON points, or a CSV table with name, lat and lon"),
    ):
        parser.add_argument(f"--{name}", action="append", type=Path, default=[], metavar="FILE", help=about)
    target = parser.add_mutually_exclusive_group()
    target.add_argument("--add", action="store_true", help="put the new map into the file OUTPUT, beside its others")
    target.add_argument("--onto", metavar="MAP", help="lay it onto this map of the file OUTPUT")
    parser.add_argument("--sheet", default="", metavar="SHEET", help="with --onto: the sheet; its first unless told")
    parser.add_argument(
        "--hex", default="", metavar="NUMBER", help="with --onto: the printed number of the hex at --anchor"
    )
    parser.add_argument("--title", default="", help="what the map is called; the name of the output unless told")
    parser.add_argument("--hex-km", type=float, metavar="KM", help="from one hex centre to the next")
    parser.add_argument(
        "--box", type=numbers(4), metavar="S,W,N,E", help="the part of the globe to cover, in degrees (--box=...)"
    )
    parser.add_argument(
        "--anchor", type=numbers(2), metavar="LAT,LON", help="where the centre of the first hex lies, or of --hex"
    )
    parser.add_argument("--size", type=_size, metavar="COLSxROWS", help="columns and rows, with --anchor")
    kinds = ", ".join(kind.value for kind in ProjectionKind)
    parser.add_argument(
        "--projection",
        metavar="KIND",
        help=f"{kinds}, or a flat system of the EPSG register such as EPSG:3035; a fitting one is chosen unless told",
    )
    parser.add_argument(
        "--parallels", type=numbers(0), default=(), metavar="LAT[,LAT]", help="those that a cone touches"
    )
    parser.add_argument(
        "--orientation", choices=[each.value for each in Orientation], default="flat", help="how the hexes stand"
    )
    parser.add_argument(
        "--parity", choices=[each.value for each in Parity], default="odd", help="which columns or rows stand lower"
    )
    parser.add_argument("--palette", default="", metavar="GAME", help="whose kinds it is painted with")


def _add_picture(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--picture", type=Path, metavar="FILE", help="relief or ground, plain in longitude and latitude")
    group.add_argument("--picture-box", type=numbers(4), metavar="S,W,N,E", help="the part of the globe that it shows")
    group.add_argument(
        "--sample",
        action="append",
        type=_sample,
        default=[],
        metavar="KIND=LAT,LON",
        help="a place of this terrain; two or three of each",
    )


def _sample(text: str) -> TerrainSample:
    kind, sign, place = text.partition("=")
    if not sign or not kind:
        raise argparse.ArgumentTypeError(f"{text!r} is not a terrain and a place such as forest=54.5,28")
    latitude, longitude = numbers(2)(place)
    return TerrainSample(kind, latitude, longitude)


def _add_ground(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--land-kind", default=_USUAL.land, metavar="KIND", help=f"what land becomes; {_USUAL.land}")
    group.add_argument("--lake-kind", default=_USUAL.lake, metavar="KIND", help=f"what lakes become; {_USUAL.lake}")
    group.add_argument("--sea-kind", default=_USUAL.sea, metavar="KIND", help=f"what the sea becomes; {_USUAL.sea}")
    group.add_argument("--coast", default="", metavar="KIND", help="draw coasts with this kind of hexside")
    for name, value, about in (
        ("land-share", _LAND.land, "of a hex to be land"),
        ("lake-share", _LAND.lake, "of a hex to be lake"),
        ("island-share", _LAND.keeps_a_hex, "of a hex from which an island or a lake gets one anyway"),
        ("strait-share", _LAND.strait, "of sea from which a hex is opened where two seas meet"),
    ):
        group.add_argument(f"--{name}", type=_share, default=value, metavar="SHARE", help=f"{about}; {value}")
    group.add_argument(
        "--smallest-lake", type=_least(0.0), default=0.0, metavar="KM2", help="smaller ones are left out"
    )
    group.add_argument(
        "--drowned",
        action="append",
        type=numbers(2),
        default=[],
        metavar="LAT,LON",
        help="a place in a reservoir that the map's time knew only as a river; any number of them",
    )


def _add_rivers(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--river-kind", default="river", metavar="KIND", help="the kind of hexside they are; river")
    group.add_argument("--great-rank", type=_count, default=0, metavar="RANK", help="up to this rank they are great")
    group.add_argument("--great-kind", default="", metavar="KIND", help="the kind of hexside of great rivers")
    group.add_argument(
        "--least-river",
        type=_least(0.0),
        default=_RIVERS.least_km,
        metavar="KM",
        help=f"shorter ones without a name are left out; {_RIVERS.least_km:g}",
    )
    group.add_argument(
        "--least-sides",
        type=_count,
        default=_RIVERS.least_sides,
        metavar="N",
        help=f"those along fewer hexsides are left out; {_RIVERS.least_sides}",
    )
    group.add_argument("--most-rank", type=_count, default=0, metavar="RANK", help="higher ranks are left out")
    group.add_argument("--only-named", action="store_true", help="leave out every river without a name")


def _add_cities(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--city-kind", default="city", metavar="KIND", help="the kind of feature they are; city")
    group.add_argument("--large-from", type=_count, default=0, metavar="N", help="with so many inhabitants it is large")
    group.add_argument("--large-kind", default="", metavar="KIND", help="the kind of feature of large cities")
    group.add_argument("--least-population", type=_count, default=0, metavar="N", help="smaller ones are left out")
    group.add_argument("--most-cities", type=_count, default=0, metavar="N", help="the largest; all unless told")
    group.add_argument("--cities-a-hex", type=_count, default=1, metavar="N", help="how many may share a hex; 1")
    group.add_argument(
        "--only-city", action="append", default=[], metavar="NAME", help="take these; any number of them"
    )
    group.add_argument("--leave-in-water", action="store_true", help="do not move a port off the water")
    group.add_argument("--keep-population", action="store_true", help="write the number of inhabitants with each")


def geo_options(options: argparse.Namespace) -> GeoOptions:
    """What was chosen; raises CommandFailed where two choices need each other."""
    rank, large = options.great_rank, options.large_from
    if bool(rank) != bool(options.great_kind):
        raise CommandFailed(Exit.USAGE, message("cli.arguments-together", first="--great-rank", second="--great-kind"))
    if bool(large) != bool(options.large_kind):
        raise CommandFailed(Exit.USAGE, message("cli.arguments-together", first="--large-from", second="--large-kind"))
    cities = ((large, options.large_kind), (0, options.city_kind)) if large else ((0, options.city_kind),)
    return GeoOptions(
        land=options.land_kind,
        lake=options.lake_kind,
        sea=options.sea_kind,
        coast=options.coast,
        river_kinds=((rank, options.great_kind), (0, options.river_kind)) if rank else ((0, options.river_kind),),
        thresholds=Thresholds(
            land=options.land_share,
            lake=options.lake_share,
            keeps_a_hex=options.island_share,
            drowned=tuple(options.drowned),
            strait=options.strait_share,
            smallest_lake_km2=options.smallest_lake,
        ),
        rivers=RiverRules(
            least_km=options.least_river,
            least_sides=max(1, options.least_sides),
            most_rank=options.most_rank,
            only_named=options.only_named,
        ),
        cities=CityRules(
            least_population=options.least_population,
            most=options.most_cities,
            names=frozenset(options.only_city),
            leave_water=not options.leave_in_water,
            a_hex=max(1, options.cities_a_hex),
            kinds=cities,
            keep_population=options.keep_population,
        ),
    )


def check_kinds(chosen: GeoOptions, palette: Palette) -> None:
    """Every kind that was named is one of the map's; raises CommandFailed."""
    asked: tuple[tuple[str, tuple[str, ...], tuple[Swatch, ...]], ...] = (
        ("terrain", (chosen.land, chosen.lake, chosen.sea), palette.terrain),
        ("hexside", (chosen.coast, *(kind for _, kind in chosen.river_kinds)), palette.sides),
        ("feature", tuple(kind for _, kind in chosen.cities.kinds), palette.features),
    )
    for what, kinds, swatches in asked:
        known = [swatch.id for swatch in swatches]
        for kind in kinds:
            if kind and kind not in known:
                raise CommandFailed(Exit.USAGE, message("cli.no-kind", what=what, kind=kind, known=tuple(known)))


class numbers:  # noqa: N801 - it stands for a function
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


def _count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _least(least: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = float("nan")
        if not least <= found < float("inf"):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least {least:g}")
        return found

    return read

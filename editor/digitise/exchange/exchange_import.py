"""Files of other programs by the endings of their names, each as maps and documents of ours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tiled_import import import_tiled
from editor.digitise.exchange.vassal_import import Imported, import_vassal
from engine.core.messages import message
from engine.definitions.plan import MapPlan
from engine.storage.contents import Contents

TILED_ENDINGS: Final = (".tmx", ".tmj", ".json")
VASSAL_ENDINGS: Final = (".vmod", ".vmdx", ".vext", ".mod")
"""Modules and extensions; the last is how modules were called at first."""
_GLOBE_ENDINGS: Final = (".geojson", ".gpkg", ".shp")
"""Geography, which comes in by a way of its own."""
_STRANGE: Final = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
"""What comes of a file that says things which no program writes: a number of a thousand digits, a word for a list."""


def import_exchange(
    path: Path,
    *,
    prepare: Callable[[MapPlan], object] = lambda plan: None,
    as_png: Callable[[bytes], bytes | None] = lambda data: None,
    colour: Callable[[Path, tuple[int, int, int, int]], str | None] = lambda image, box: None,
    game: str = "",
) -> Imported:
    """What a file brings, what was left out of it and why; raises ExchangeError."""
    if path.suffix.lower() in _GLOBE_ENDINGS:
        raise ExchangeError(message("exchange.geography", file=path.name))
    try:
        if path.suffix.lower() not in TILED_ENDINGS:
            return import_vassal(path, prepare=prepare, as_png=as_png, game=game)
        found = import_tiled(path, prepare=prepare, colour=colour)
    except _STRANGE as bad:
        said = message("exchange.strange-file", file=path.name, problem=str(bad)[:200])
        raise ExchangeError(said) from bad
    contents = Contents()
    contents.add(found.plan)
    return Imported(contents, [], [found.summary], found.left_out)

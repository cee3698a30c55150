"""Which rules and players a game is played by, as one fingerprint of their sources.

Numbers of games that were played by different rules, charts or players must not be added up, and a machine of a cluster
that has another version of the program would play other games under the same seeds. Both are noticed by this.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from engine.rulesets.assembly import game_entry

_ROOMS = ("core", "mechanics", "definitions", "session", "players")
_NOTES = (
    "lab/playing.py", "lab/observer.py", "lab/results.py", "lab/fields.py", "lab/packing.py", "narration/statistics.py",
)  # fmt: skip
"""What decides which numbers are kept of a game; how they are reported may change and leave them as they are."""
_KINDS = (".py", ".yaml")


@cache
def workings_of(ruleset: str) -> str:
    """The fingerprint of everything that decides how a game of a ruleset goes, and of what the lab notes of it."""
    entry = game_entry(ruleset)
    package = sys.modules[type(entry.ruleset).__module__].__package__ or type(entry.ruleset).__module__
    shared = files("engine")
    found = sha256()
    for root in (*(shared / room for room in _ROOMS), files(package), entry.resources):
        for name, source in _sources(root, root.name):
            found.update(name.encode())
            found.update(source.read_bytes())
    for name, source in (*_plain(shared / "rulesets"), *((name, shared / name) for name in _NOTES)):
        found.update(name.encode())
        found.update(source.read_bytes())
    return found.hexdigest()[:32]


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        if each.is_dir():
            if each.name not in ("__pycache__", "translations", "names"):
                yield from _sources(each, f"{path}/{each.name}")
        elif each.name.endswith(_KINDS):
            yield f"{path}/{each.name}", each


def _plain(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    """The modules of a folder without those of the games in it."""
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        if each.name.endswith(_KINDS) and each.is_file():
            yield each.name, each

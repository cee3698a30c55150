"""The words of the program and of its games, by language.

Shared templates lie in `resources/translations/<language>.yaml`; a game brings its own beside its charts, in
`translations/<language>.yaml` or, if there are many, in files of a folder `translations/<language>`. What a language
lacks is said in English.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from engine.core.messages import Catalogue, flatten
from engine.core.words.plurals import ENGLISH
from engine.definitions import strict_yaml
from engine.definitions.documents import read_bytes
from engine.rulesets.registry import GameEntry, find_game


def catalogue(game: str | None = None, language: str = ENGLISH) -> Catalogue:
    """The templates of the program and, if a game is named, of that game."""
    entry = find_game(game) if game is not None else None
    return _catalogue(entry, language)


@cache
def _catalogue(entry: GameEntry | None, language: str) -> Catalogue:
    folders = [files("resources") / "translations"]
    if entry is not None:
        folders.append(entry.resources / "translations")
    templates: dict[str, str] = {}
    for folder in folders:
        for path in _files(folder, language):
            templates.update(_templates(path))
    fallback = None if language == ENGLISH else _catalogue(entry, ENGLISH)
    return Catalogue(templates, fallback, language)


def _files(folder: Traversable, language: str) -> list[Traversable]:
    further = folder / language
    inside = [path for path in further.iterdir() if path.name.endswith(".yaml")] if further.is_dir() else []
    return [folder / f"{language}.yaml", *sorted(inside, key=lambda path: path.name)]


def _templates(path: Traversable) -> dict[str, str]:
    if not path.is_file():
        return {}
    found = strict_yaml.load(read_bytes(path, str(path)), str(path)).data
    return flatten(found) if isinstance(found, dict) else {}

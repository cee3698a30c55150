"""Ids that never collide: of documents in a file, and of units, formations and counter types in a scenario.

An id follows from a name, as a person would choose it, and is numbered from the second time on. Ids of documents keep
clear of the maps too, because a scenario and a map are chosen by their ids from one list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container

from editor.model.documents_change import Documents
from editor.model.words import slug, unused
from engine.definitions.bounds import LONGEST_ID


def free_document_id(documents: Documents, wanted: str, taken: Collection[str] = ()) -> str:
    """An id that no document of the file has, of whatever kind, and none of the `taken` ones, such as maps."""
    used = {name for _, name in documents} | set(taken)
    return free_id(wanted, used)


def free_id(wanted: str, taken: Container[str]) -> str:
    """The wanted id, numbered where it is taken."""
    base = wanted[: LONGEST_ID - 8].strip("-")
    return unused(base, lambda each: each in taken, "-")


def follows(id: str, name: str, otherwise: str) -> bool:
    """Whether an id is the one that a name makes, numbered or not: nobody has set it, and it goes with the name."""
    return re.fullmatch(rf"{re.escape(slug(name, otherwise)[: LONGEST_ID - 8].strip('-'))}(-[0-9]+)?", id) is not None


def id_from(name: str, otherwise: str, taken: Container[str]) -> str:
    """An id made from a name that nobody has yet; `otherwise` is for names without letters."""
    return free_id(slug(name, otherwise), taken)

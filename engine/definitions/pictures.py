"""Pictures that a document refers to by the hash of their bytes: `blob:<sha256>`.

Words show them in Markdown, `![A map](blob:<sha256>)`; terrain and counters of one's own have them as their look. The
bytes lie beside the documents, in the file or in the folder's `scans`; here is only how they are named.
"""

from __future__ import annotations

import re
from typing import Final

from engine.definitions.counters import Counters
from engine.definitions.model import Document
from engine.definitions.palette import Palette, TerrainSwatch
from engine.definitions.plan import MapPlan
from engine.definitions.scenario import Scenario

SCHEME: Final = "blob"
_REFERENCE: Final = re.compile(rf"\b{SCHEME}:([0-9a-f]{{64}})\b")


def reference(sha256: str) -> str:
    """How a document names a picture."""
    return f"{SCHEME}:{sha256}"


def hash_of(picture: str) -> str:
    """The hash in the name of a picture."""
    return picture.removeprefix(f"{SCHEME}:")


def pictures_in(text: str) -> tuple[str, ...]:
    """The hashes of the pictures that a text names, each once, in their order."""
    return tuple(dict.fromkeys(_REFERENCE.findall(text)))


def pictures_of(scenario: Scenario) -> tuple[str, ...]:
    """The pictures that a scenario shows: in its description and in its designer's notes."""
    return tuple(dict.fromkeys((*pictures_in(scenario.description), *pictures_in(scenario.notes))))


def pictures_of_document(document: Document) -> tuple[str, ...]:
    """The pictures that any document but a map refers to."""
    match document:
        case Scenario():
            return pictures_of(document)
        case Counters():
            return tuple(hash_of(kind.picture) for kind in document.types if kind.picture is not None)
        case Palette():
            return tuple(hash_of(each.picture) for each in document.terrain if each.picture is not None)
    return ()


def pictures_of_map(plan: MapPlan) -> tuple[str, ...]:
    """The pictures that a map has as terrain of its own."""
    own = (each for each in plan.swatches.values() if isinstance(each, TerrainSwatch))
    return tuple(hash_of(each.picture) for each in own if each.picture is not None)

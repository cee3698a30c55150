"""Pictures that words refer to: `![A map](blob:<sha256>)` in Markdown names a picture by the hash of its bytes.

The bytes lie beside the documents, in the file or in the folder's `scans`; here is only how they are named.
"""

from __future__ import annotations

import re
from typing import Final

from engine.definitions.scenario import Scenario

SCHEME: Final = "blob"
_REFERENCE: Final = re.compile(rf"\b{SCHEME}:([0-9a-f]{{64}})\b")


def reference(sha256: str) -> str:
    """How words name a picture."""
    return f"{SCHEME}:{sha256}"


def pictures_in(text: str) -> tuple[str, ...]:
    """The hashes of the pictures that a text names, each once, in their order."""
    return tuple(dict.fromkeys(_REFERENCE.findall(text)))


def pictures_of(scenario: Scenario) -> tuple[str, ...]:
    """The pictures that a scenario shows: in its description and in its designer's notes."""
    return tuple(dict.fromkeys((*pictures_in(scenario.description), *pictures_in(scenario.notes))))

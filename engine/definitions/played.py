"""What a game was played with: documents as they were then, each kept once under the hash of what it says.

A saved game names them, so that an edit of the scenario never breaks it. Nobody edits such a copy, and it is opened
only when its game is taken up; it is therefore kept packed, and costs little more than its bytes.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from engine.core.messages import message
from engine.definitions.issues import DefinitionError, error
from engine.definitions.model import Document

MOST_PACKED: Final = 3 * 1024 * 1024
"""Characters; the text of the largest map that has been drawn takes a tenth of it."""
_MOST_PLAIN: Final = 64 * 1024 * 1024


class PlayedDocument(Document):
    """One document as it was when a game began. Its id is the hash of what it says."""

    KIND: ClassVar[str] = "played"

    packed: Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]+={0,2}$", max_length=MOST_PACKED)]
    """The data of the document with its first line: JSON, compressed, in base64."""


def packed_data(data: Mapping[str, Any]) -> PlayedDocument | None:
    """Data packed under its hash; None where it is too large to be carried along."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")
    packed = base64.b64encode(zlib.compress(text, 9)).decode("ascii")
    if len(text) > _MOST_PLAIN or len(packed) > MOST_PACKED:
        return None
    return PlayedDocument(id=sha256(text).hexdigest(), packed=packed)


def unpacked_data(played: PlayedDocument) -> dict[str, Any]:
    """What was packed; raises DefinitionError where it is not what its id says."""
    inflate = zlib.decompressobj()
    try:
        text = inflate.decompress(base64.b64decode(played.packed, validate=True), _MOST_PLAIN)
        is_whole = inflate.eof and not inflate.unconsumed_tail and sha256(text).hexdigest() == played.id
        data = json.loads(text) if is_whole else None
    except (zlib.error, binascii.Error, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise DefinitionError([error(message("issue.played-damaged", id=played.id[:12]))])
    return data


def packed_documents(documents: Iterable[Document]) -> tuple[PlayedDocument, ...]:
    """Documents packed, each under its hash; none at all where one of them is too large."""
    found = list(_each_packed(documents))
    return tuple(each for each in found if each is not None) if None not in found else ()


def _each_packed(documents: Iterable[Document]) -> Iterator[PlayedDocument | None]:
    for document in documents:
        yield packed_data(document.to_document())

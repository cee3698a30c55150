"""What the rows of a file that games are played with still need of the rest of it."""

from __future__ import annotations

import sqlalchemy as sa

from engine.definitions.issues import DefinitionError
from engine.definitions.pictures import pictures_in
from engine.definitions.played import PlayedDocument, unpacked_data
from engine.storage.coding.columns import ColumnError, object_from_json, to_json
from engine.storage.schema import PLAYED


def pictures_played_with(connection: sa.Connection) -> set[str]:
    """The pictures that words of such documents show; a damaged one shows none."""
    found: set[str] = set()
    for name, head in connection.execute(sa.select(PLAYED.c.id, PLAYED.c.head)):
        try:
            played = PlayedDocument.from_data({**object_from_json(head), "id": name})
            found.update(pictures_in(to_json(unpacked_data(played))))
        except (ColumnError, DefinitionError, ValueError):
            continue
    return found

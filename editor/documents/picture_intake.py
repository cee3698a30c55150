"""Pictures of one's own on their way in: from a file on the disk into the open file, under the hash of their bytes.

Nothing is stored that could not be drawn first. Storing is no entry of the history: what refers to the picture is, and
the picture stays for as long as that could bring it back.
"""

from __future__ import annotations

from pathlib import Path

from editor.canvas.art.own_pictures import PICTURES, decoded
from editor.model.picture_safety import MOST_BYTES, MOST_SIDE, SVG, is_harmless_drawing, media_of_picture
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.pictures import reference
from engine.storage.blobs import Blob
from engine.storage.errors import FileError
from engine.storage.store import Store


def take_picture(store: Store, path: Path) -> str:
    """Store a picture and give its name; raises CannotEdit with the reason where it is not one we draw."""
    try:
        data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else None
    except OSError as bad:
        problem = bad.strerror or type(bad).__name__
        raise CannotEdit(message("picture.unreadable", file=path.name, problem=problem)) from None
    if data is None:
        raise CannotEdit(message("picture.too-big", file=path.name, limit=MOST_BYTES >> 20))
    media = media_of_picture(data)
    if media is None:
        raise CannotEdit(message("picture.no-picture", file=path.name))
    if media == SVG and not is_harmless_drawing(data):
        raise CannotEdit(message("picture.not-harmless", file=path.name))
    image = decoded(data)
    if image is None:
        raise CannotEdit(message("picture.cannot-be-drawn", file=path.name, side=MOST_SIDE))
    try:
        stored = store.put_scan(Blob(media, data))
    except FileError as bad:
        raise CannotEdit(bad.message) from None
    picture = reference(stored)
    PICTURES.keep(picture, image)
    return picture

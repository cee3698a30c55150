"""How far, how large, how long and how many: the bounds of everything a file may hold, in one table.

A board game needs no number beyond these, and a picture, an index or a window that met one would crash or stand still.
Text, the rows of a file, what is pasted and what is typed are all held to the same table, so that whatever one of them
lets in the others can write and read again.
"""

from __future__ import annotations

from typing import Final

FARTHEST: Final = 1_000_000
"""No storage coordinate is further from zero; hostile keys end here instead of in a huge number."""
FARTHEST_POINT: Final = 100_000.0
"""Hex sizes from the origin of the map plane to anything that lies on it, either way."""
FARTHEST_NAME: Final = 12.0
"""Hex sizes that a name may stand off where it usually would, to either side."""
LARGEST_ANGLE: Final = 3_600.0
"""Degrees that lettering may be turned by, either way."""

SMALLEST_SCALE: Final = 0.01
LARGEST_SCALE: Final = 100.0
"""Of a sheet, in circumradii of an ordinary hex."""
SMALLEST_LETTERING: Final = 0.01
LARGEST_LETTERING: Final = 100.0
"""The height of lettering, in hex sizes."""
LETTERING_WEIGHTS: Final = ("", "regular", "bold")
LEAST_SPACING: Final = -0.2
MOST_SPACING: Final = 4.0
MOST_CURVE: Final = 300.0
MOST_LINE_POINTS: Final = 200
"""Of the line that lettering stands on."""
LONGEST_LETTERING: Final = 20_000.0
"""Height times letters of the longest line: no sheet of paper is wider."""

LONGEST_SIDE: Final = 10_000
"""Columns or rows of a sheet."""
MOST_CELLS: Final = 1_000_000
"""Cells of one sheet; the largest map of the five games has 60,000."""
MOST_CELLS_IN_ALL: Final = 4_000_000
"""Cells of all sheets of all maps of a file."""
MOST_SHEETS: Final = 100
"""Of one map."""
MOST_TERRAINS: Final = 65_535
"""What two bytes can tell apart beside the absent cell."""
MOST_LEVELS: Final = 1_000
"""Of shapes that lie on one another, below the first as well as above it."""

LONGEST_LINE: Final = 200
"""Characters of a name or a title."""
LONGEST_TEXT: Final = 20_000
"""Characters of prose."""
LONGEST_FILE_NAME: Final = 230
"""Bytes of the name of a file; most systems hold 255, and a draft, a log and a backup are named after the file."""
LONGEST_ID: Final = 64
LONGEST_KEY: Final = 400
"""Characters of a key that is made of others: a link is named by its two ends and its kind."""
LONGEST_VALUE: Final = 2_000
"""Characters of an attribute."""
LARGEST: Final = 1_000_000
"""A number that a rule may read, either way."""
LARGEST_QUANTITY: Final = 1_000_000_000
"""A number that only a drawing reads, either way."""

EPSG_PATTERN = r"^EPSG:[0-9]{4,6}$"
"""How a map names a projection of the EPSG register."""

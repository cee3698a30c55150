"""Writes the golden playthroughs of a game anew: `python -m tests.golden.renew GAME [SCENARIO]`."""

from __future__ import annotations

import os
import sys

os.environ.setdefault("REDOUBT_GAMES", "tests.helpers.toys")

from tests.contract.subjects import subject, subject_names
from tests.golden.playthrough import path_of, random_actions, written


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    chosen = subject_names(*arguments)
    for names in chosen:
        found = subject(*names)
        path_of(*names).write_text(written(found, random_actions(found)), encoding="utf-8")
        print(path_of(*names))
    return 0 if chosen else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

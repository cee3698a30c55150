"""`redoubt` and `python -m app`: the way in."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from app.cli.main import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    return run(sys.argv[1:] if arguments is None else list(arguments))


if __name__ == "__main__":
    sys.exit(main())

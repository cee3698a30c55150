"""`redoubt` and `python -m app`: the way in."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

INTERRUPTED = 130

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Our matrices are small: shared among threads they take ten times as long. It is read when numpy is loaded."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    try:
        from app.cli.main import run  # noqa: PLC0415 - so that Ctrl+C is answered in a word while all is still loading

        return run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:
        sys.stderr.write("redoubt: stopped\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())

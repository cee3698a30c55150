"""Plays a log told on standard input and prints the fingerprint of every step, for another process to compare."""

from __future__ import annotations

import json
import sys
from importlib import import_module

from tests.contract.game_checks import fingerprints
from tests.contract.subjects import subject, under


def main() -> None:
    told = json.load(sys.stdin)
    module, name = told["ruleset"]
    found = under(subject(told["game"], told["scenario"]), getattr(import_module(module), name)())
    for fingerprint in fingerprints(found, told["seed"], told["actions"]):
        print(fingerprint)


if __name__ == "__main__":
    main()

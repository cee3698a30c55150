"""Every word of the scans has a template, and every template is used."""

from __future__ import annotations

import ast
from pathlib import Path

import yaml

from engine.core.messages import flatten, placeholders

ROOT = Path(__file__).parents[3]
TEMPLATES = flatten(yaml.safe_load((ROOT / "resources/translations/en.yaml").read_text(encoding="utf-8")))


def spoken() -> dict[str, set[frozenset[str]]]:
    found: dict[str, set[frozenset[str]]] = {}
    for path in (ROOT / "editor").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "message" or not node.args:
                continue
            key = getattr(node.args[0], "value", None)
            if isinstance(key, str) and key.startswith("scan."):
                names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
                found.setdefault(key, set()).add(names)
    return found


def test_every_message_has_a_template_that_asks_for_what_it_is_given() -> None:
    for key, calls in spoken().items():
        assert key in TEMPLATES, key
        for names in calls:
            assert placeholders(TEMPLATES[key]) <= names, key


def test_no_template_is_left_over() -> None:
    assert {key for key in TEMPLATES if key.startswith("scan.")} <= spoken().keys()


PICTURES = (
    *("add", "picture-replace", "delete", "raise", "lower", "calibrate", "go-to", "loupe", "clear", "rename"),
    *("renumber", "three-hexes", "zoom-in", "zoom-out", "fit", "scan", "all-well", "warning", "info", "help"),
    *("shift", "visible", "hidden", "locked", "unlocked"),
)


def test_every_button_of_the_scans_has_a_picture() -> None:
    folder = ROOT / "resources" / "icons"
    assert [name for name in PICTURES if not (folder / f"{name}.svg").is_file()] == []

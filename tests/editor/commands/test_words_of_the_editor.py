"""Everything the editor says has a template, with exactly the arguments it is given."""

from __future__ import annotations

import ast
from pathlib import Path

import yaml

from engine.core.messages import flatten, placeholders

ROOT = Path(__file__).parents[3]
WORDS = ROOT / "resources/translations"
FILES = (WORDS / "en.yaml", *sorted((WORDS / "en").glob("*.yaml")))
TEMPLATES = {
    key: text for path in FILES for key, text in flatten(yaml.safe_load(path.read_text(encoding="utf-8"))).items()
}


def spoken() -> dict[str, set[frozenset[str]]]:
    """Every message of the editor about an edit of a map or a scenario, with the names of the arguments it is given."""
    found: dict[str, set[frozenset[str]]] = {}
    for room in ("editor", "app"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "message" or not node.args:
                    continue
                key = getattr(node.args[0], "value", None)
                if isinstance(key, str) and key.startswith(("edit.", "design.")):
                    names = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
                    found.setdefault(key, set()).add(names)
    return found


def test_every_message_has_a_template_that_asks_for_what_it_is_given() -> None:
    for key, calls in spoken().items():
        assert key in TEMPLATES, key
        for names in calls:
            assert placeholders(TEMPLATES[key]) <= names, key


def test_no_template_of_an_edit_is_left_over() -> None:
    assert {
        key for key in TEMPLATES if key.startswith(("edit.do.", "edit.cannot.", "design.do.", "design.cannot."))
    } <= spoken().keys()

"""Every text that the widgets of the program say: the literals given to `tr`, and the tables they are taken from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("app", "editor")
_SAYERS = ("tr", "_tr")
_QT_SAYS = "translate"


def literals() -> dict[str, str]:
    """The English texts of the interface, each with a place where it is said."""
    return _said()[0]


def mute_calls() -> list[str]:
    """Where `tr` is given something that nobody can read off the code, and so nobody can translate."""
    return _said()[1]


@cache
def _said() -> tuple[dict[str, str], list[str]]:
    """The code is read once for both."""
    found: dict[str, str] = {}
    mute: list[str] = []
    for path, tree in _modules():
        for call, said in _calls(tree):
            where, texts = f"{path.relative_to(ROOT)}:{call.lineno}", list(_texts(said, tree))
            for text in texts:
                found.setdefault(text, where)
            if not texts:
                mute.append(f"{where} {ast.unparse(call)}")
    return found, mute


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Every call that translates, and what it translates; what a `tr` of our own hands on was said elsewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _SAYERS:
                yield node, node.args[0]
            elif name == _QT_SAYS and _is_text(node.args[0]) and not isinstance(node.args[1], ast.Name):
                yield node, node.args[1]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _texts(said: ast.expr, tree: ast.Module) -> Iterator[str]:
    """A literal, either of two, or every sentence of the constant that a text is taken from."""
    if isinstance(said, ast.Constant) and isinstance(said.value, str):
        yield said.value
    elif isinstance(said, ast.IfExp):
        yield from _texts(said.body, tree)
        yield from _texts(said.orelse, tree)
    elif isinstance(said, (ast.Subscript, ast.Attribute)):
        yield from _sentences(_constant(said), tree)


def _constant(said: ast.expr) -> str:
    while isinstance(said, (ast.Subscript, ast.Attribute)):
        said = said.value
    return said.id if isinstance(said, ast.Name) else ""


def _sentences(name: str, tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        target = (
            node.target
            if isinstance(node, ast.AnnAssign)
            else node.targets[0]
            if isinstance(node, ast.Assign)
            else None
        )
        if (
            isinstance(target, ast.Name)
            and target.id == name
            and isinstance(node, (ast.Assign, ast.AnnAssign))
            and node.value
        ):
            for each in ast.walk(node.value):
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and " " in each.value:
                    yield each.value

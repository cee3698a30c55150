"""The house rules: how large a file may be, what stands at the top, and that the engine needs no Qt."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("app", "editor", "engine", "resources", "scenarios", "tests")
LONGEST = 500
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_a_file_holds_one_concept() -> None:
    assert [str(path.relative_to(ROOT)) for path in SOURCES if lines(path) > LONGEST] == [], "split it by concept"


def test_most_files_fit_on_a_few_screens() -> None:
    lengths = [length for path in SOURCES if (length := lines(path)) > 0]
    assert statistics.median(lengths) <= 200
    assert sum(length > 350 for length in lengths) / len(lengths) < 0.1


def test_a_module_opens_with_its_purpose() -> None:
    bare = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if (text := path.read_text(encoding="utf-8").strip()) and not text.startswith('"""')
    ]
    assert bare == []


def test_the_top_holds_what_it_should_and_nothing_else() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.fail("the tests run in a checkout, so that what belongs to the project is known")
    top = {name.split("/")[0] for name in listed.stdout.splitlines()}
    allowed = {*ROOMS, "pyproject.toml", "README.md", "Makefile", "CHANGELOG.md", "LICENSE"}
    assert {name for name in top if not name.startswith(".")} <= allowed


_KINDS = (".py", ".yaml", ".md")


def test_a_minus_sign_has_one_shape() -> None:
    """The one of the keyboard: it is what charts and files are written with, so it can be searched for and copied."""
    other = ("\N{MINUS SIGN}", "u2212", "&minus;")
    files = (path for room in ROOMS[:-1] for path in (ROOT / room).rglob("*"))
    texts = ((path, path.read_text(encoding="utf-8")) for path in files if path.suffix in _KINDS)
    assert [path for path, text in texts if any(each in text for each in other)] == []


@pytest.mark.parametrize("room", ["app", "editor", "engine"])
def test_each_room_says_who_lives_there(room: str) -> None:
    text = (ROOT / room / "README.md").read_text(encoding="utf-8")
    for folder in (ROOT / room).iterdir():
        if (folder / "__init__.py").is_file():
            assert f"{folder.name}/" in text, f"{room}/README.md does not mention {folder.name}/"


def test_what_the_readme_shows_and_links_to_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r"\b(?:engine|app|editor)/[a-z_/]+\.py\b", text)
    assert linked
    assert [path for path in linked if not (ROOT / path).exists()] == []


@cache
def told_by(path: Path) -> tuple[list[ast.Import | ast.ImportFrom], list[str]]:
    """What a module imports, and the classes it has; read once for all who ask."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return imports, [node.name for node in nodes if isinstance(node, ast.ClassDef)]


def imported(path: Path) -> Iterator[str]:
    """The modules that a module names in its imports, with what it takes from them, in full."""
    package = path.relative_to(ROOT).parent.parts
    for node in told_by(path)[0]:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        else:
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, node.module) if node.module else above)
            yield from (f"{module}.{name.name}" for name in node.names)


def test_a_game_is_imported_by_nobody_but_itself() -> None:
    """Games are found by their folders, here as in the program, so that a new one is named nowhere else."""
    rooms = ROOT / "engine" / "rulesets"
    games = {found.name for found in rooms.iterdir() if (found / "__init__.py").is_file()}
    assert len(games) >= 2
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in SOURCES
        if path.relative_to(ROOT).parts[0] in ("app", "editor", "engine")
        for name in imported(path)
        for game in games
        if f"{name}.".startswith(f"engine.rulesets.{game}.") and not path.is_relative_to(rooms / game)
    ]
    assert found == []


def test_a_public_class_has_a_name_of_its_own() -> None:
    """Games may call theirs as another game does: no reader has two of them open. Within a game a name is one."""
    homes: dict[tuple[str, str], list[str]] = {}
    for path in SOURCES:
        room, *within = path.relative_to(ROOT).parts
        if room not in ("app", "editor", "engine"):
            continue
        game = within[1] if within[0] == "rulesets" and len(within) > 2 else ""
        for name in told_by(path)[1]:
            if not name.startswith("_"):
                homes.setdefault((game, name), []).append(str(path.relative_to(ROOT)))
    assert {name: found for (_, name), found in homes.items() if len(found) > 1} == {}


WITHOUT_QT = """
import importlib, pkgutil, sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"{name} is not installed")
        return None

sys.meta_path.insert(0, NoQt())
import engine
count = 0
for found in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(found.name)
    count += 1
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.assembly import assemble
for scenario in bundled_scenarios().values():
    assemble(scenario.load()).new(1)
assert not any(name.partition(".")[0] == "PySide6" for name in sys.modules)
print(count)
"""


def test_the_engine_imports_and_plays_where_qt_is_not_installed() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_QT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40

"""A page of the manual as a lesson: numbered steps, and in each what is done and what is to be seen then.

The lines for the machine stand in the page as remarks, `<!-- do: click 4328 -->` and `<!-- see: stands XIII 4329 -->`;
they are English in every language. No Qt is imported here.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from importlib import resources

from engine.narration.language import spoken

_STEP = re.compile(r"^(\d+)\. ", re.MULTILINE)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_REMARK = re.compile(r"<!--\s*(do|see):\s*(.*?)\s*-->")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Mark:
    """One line for the machine: something to do, or something to see."""

    is_done: bool
    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step as a person reads it, and as the machine does."""

    number: int
    chapter: str
    words: str
    """In Markdown."""
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A walk from its first step to its last words."""

    title: str
    steps: tuple[LessonStep, ...]
    ending: str


def lesson(page: str, language: str | None = None) -> Lesson:
    """A page of the manual, in the language that is spoken or in another."""
    folder = resources.files("resources") / "manual"
    other = folder / (language or spoken()) / f"{page}.md"
    text = (other if other.is_file() else folder / f"{page}.md").read_text(encoding="utf-8")
    return lesson_of(text)


def lesson_of(text: str) -> Lesson:
    """The steps that a text tells."""
    starts = list(_STEP.finditer(text))
    ends = [*(each.start() for each in starts[1:]), len(text)]
    chapters = [(each.start(), each[1].strip()) for each in _HEADING.finditer(text)]
    steps, rest = [], ""
    for start, end in zip(starts, ends, strict=True):
        told, _, after = text[start.end() : end].rpartition("-->")
        told += "-->" if told else after
        rest = after if "-->" in text[start.end() : end] else ""
        chapter = next((name for at, name in reversed(chapters) if at < start.start()), "")
        marks = tuple(
            Mark(verb == "do", name, tuple(words))
            for verb, said in _REMARK.findall(told)
            for name, *words in (shlex.split(said),)
        )
        steps.append(LessonStep(int(start[1]), chapter, _SPACE.sub(" ", _REMARK.sub("", told)).strip(), marks))
    title = next((line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")), "")
    return Lesson(title, tuple(steps), _SPACE.sub(" ", rest).strip())

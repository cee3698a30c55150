"""The pages of the manual as text: in the order of its index, in the language that is spoken, and searched in full.

A page is known by its file's name and a part of it by its English heading; the parts of a page stand in the same order
in every language. No Qt is imported here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources

from engine.narration.language import spoken

INDEX = "index"
_REMARKS = re.compile(r"[ \t]*<!--.*?-->\n?", re.DOTALL)
"""What only machines read in the pages."""
_LINKED = re.compile(r"\]\(([a-z0-9-]+)\.md\)")
_HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
_MARKUP = re.compile(r"[*`|]|\[(?=[^\]]*\]\()|\]\([^)]*\)|^#+ |^-{3,}.*$", re.MULTILINE)
_AROUND = 44
"""Letters shown on each side of what was found."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is read, and what the program knows it by."""

    name: str
    known_as: str
    """Its English title."""
    title: str
    text: str
    english: tuple[str, ...] = ()
    """The English headings, in order."""

    @property
    def headings(self) -> tuple[str, ...]:
        """Its headings as they are read."""
        return tuple(_plain(each).strip() for each in _HEADING.findall(self.text))

    def heading(self, english: str) -> str:
        """What the part with an English heading is called here; the page's own title where there is none."""
        found = self.english.index(english) if english in self.english else 0
        return self.headings[found] if found < len(self.headings) else self.title


@dataclass(frozen=True, slots=True)
class Found:
    """A line of a page in which all words that were looked for stand."""

    page: Page
    heading: str
    line: str
    """What stands around the first of the words."""


def pages(language: str | None = None) -> tuple[Page, ...]:
    """Every page, the index first and the others as it lists them; one that a language lacks is the English one."""
    folder = resources.files("resources") / "manual"
    if not folder.is_dir():
        return ()
    files = {file.name.removesuffix(".md"): file for file in folder.iterdir() if file.name.endswith(".md")}
    first = files[INDEX].read_text(encoding="utf-8") if INDEX in files else ""
    order = [name for name in dict.fromkeys((INDEX, *_LINKED.findall(first), *sorted(files))) if name in files]
    found = []
    for name in order:
        other = folder / (language or spoken()) / f"{name}.md"
        english = files[name].read_text(encoding="utf-8")
        text = other.read_text(encoding="utf-8") if other.is_file() else english
        headings = tuple(_plain(each).strip() for each in _HEADING.findall(english))
        found.append(Page(name, _title(english) or name, _title(text) or name, _REMARKS.sub("", text), headings))
    return tuple(found)


def search(words: str, among: tuple[Page, ...]) -> list[Found]:
    """Every paragraph with all the words in it, those in headings first; nothing for no words."""
    wanted = [each.casefold() for each in words.split()]
    if not wanted:
        return []
    hits: list[tuple[int, Found]] = []
    for page in among:
        heading = page.title
        for block in re.split(r"\n(?=\|)|\n\n+|\n(?=\d+\. |- )", page.text):
            is_heading = _HEADING.match(block)
            plain = " ".join(_plain(block).split())
            if is_heading is not None:
                heading = _plain(is_heading[1]).strip()
            folded = plain.casefold()
            if plain and all(each in folded for each in wanted):
                hits.append((0 if is_heading is not None else 1, Found(page, heading, _around(plain, wanted[0]))))
    return [found for _, found in sorted(hits, key=lambda hit: hit[0])]


def _around(plain: str, word: str) -> str:
    """The neighbourhood of a word, cut at spaces."""
    at = plain.casefold().find(word)
    start, end = max(0, at - _AROUND), min(len(plain), at + len(word) + _AROUND)
    start = plain.find(" ", start, at) + 1 if start else 0
    cut = plain.rfind(" ", at, end) if end < len(plain) else end
    end = cut if cut > at + len(word) else end
    return f"{'... ' if start else ''}{plain[start:end]}{' ...' if end < len(plain) else ''}"


def _plain(text: str) -> str:
    """Words without their marks."""
    return _MARKUP.sub("", text)


def _title(text: str) -> str:
    """The first heading."""
    return next((line.removeprefix("# ").strip() for line in text.splitlines() if line.startswith("# ")), "")

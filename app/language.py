"""The language of the interface: which one is spoken, and the words of the widgets in it.

`resources/interface/<language>/*.yaml` holds a translation for every literal that goes through `tr`, by the English
text itself. They are text, so that what is missing can be told by a test and what changed shows in a diff. Qt brings
the words of its own buttons and dialogs.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, QTranslator

from engine.core.words.plurals import ENGLISH
from engine.definitions import strict_yaml
from engine.definitions.documents import read_bytes
from engine.narration.language import LANGUAGES, speak

SYSTEM: Final = ""
"""The setting of who wants the language of the machine."""
_SETTING: Final = "language"


class Interface(QTranslator):
    """The words of the widgets in one language, whichever class says them."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._words = interface_words(language)

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        return self._words.get(source)


@cache
def interface_words(language: str) -> dict[str, str]:
    """Every text of the interface in a language, by its English text."""
    folder = resources.files("resources") / "interface" / language
    found: dict[str, str] = {}
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".yaml"):
                read = strict_yaml.load(read_bytes(file, file.name), file.name).data
                found |= {str(text): str(words) for text, words in (read or {}).items()}  # type: ignore[union-attr]
    return found


_installed: list[QTranslator] = []


def speak_in(language: str) -> None:
    """Let the program speak a language: its widgets, Qt's own, and the engine's messages."""
    app = QCoreApplication.instance()
    assert app is not None, "there is nobody to speak before the application is made"
    while _installed:
        app.removeTranslator(_installed.pop())
    speak(language)
    QLocale.setDefault(QLocale(language))
    if language != ENGLISH and language in LANGUAGES:
        own, qt = Interface(language), QTranslator()
        if qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            _installed.append(qt)
        _installed.append(own)
    for translator in _installed:
        app.installTranslator(translator)


def wanted_language(settings: QSettings) -> str:
    """The language to start in: the one that was chosen, or the machine's."""
    return kept_language(settings) or _machine_language()


def kept_language(settings: QSettings) -> str:
    """What was chosen in the menu, `SYSTEM` if nothing was."""
    kept = settings.value(_SETTING, SYSTEM)
    return kept if isinstance(kept, str) and kept in LANGUAGES else SYSTEM


def keep_language(settings: QSettings, language: str) -> None:
    """Remember a choice."""
    settings.setValue(_SETTING, language)


def resolved(language: str) -> str:
    """A choice as a language: that of the machine where none is named."""
    return language or _machine_language()


def _machine_language() -> str:
    code = QLocale.languageToCode(QLocale.system().language())
    return code if code in LANGUAGES else ENGLISH

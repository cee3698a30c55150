"""The arguments of a question: checked before the rules see them, and watched for those that nobody wanted.

Arguments have the same names in every game, so that what can be checked for all games is checked here: units that are
there, places that are on the map, dice and lists that are such. An argument that no rule ever looked at is a slip of
the pen, and says so rather than being passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.boards.board_parts import PlaceKind, UnknownLocation
from engine.core.game import Game
from engine.core.messages import Message, message
from engine.core.state import State
from engine.definitions.model import shown
from engine.definitions.suggest import did_you_mean

SUBJECT = {"unit": "unit", "reach": "unit", "supply": "unit", "stack": "at", "zone": "at", "try": "actions"}
"""What a question written without names is about: `unit: red-1` asks the same as `unit: {unit: red-1}`."""

PLACES = ("at", "target", "from", "to")
LISTS = ("actions", "then")
MOST_FACES = 1000


class Misput(Exception):  # noqa: N818 - it is what the question is
    """A question that makes no sense: what is wrong, and where in it."""

    def __init__(self, said: Message, *path: str | int, hint: Message | None = None) -> None:
        super().__init__(said)
        self.said = said
        self.path = path
        self.hint = hint

    def at(self, path: tuple[str | int, ...]) -> Misput:
        """The same at another place."""
        return Misput(self.said, *path, hint=self.hint)


class Lacking(KeyError):  # noqa: N818 - it is what the question is
    """An argument that the rules wanted and the question does not have."""


class Asked(Mapping[str, Any]):
    """The arguments of one question. It notes which were looked at."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = dict(given)
        self._read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self._read.add(name)
        if name not in self._given:
            raise Lacking(name)
        return self._given[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def check_wanted(self, verb: str) -> None:
        """Raises Misput for an argument that nobody looked at."""
        for name in self._given:
            if name not in self._read:
                missed = sorted(self._read - set(self._given))
                said = message("issue.unwanted-argument", name=name, verb=verb)
                raise Misput(said, name, hint=did_you_mean(name, missed))


def arguments(verb: str, about: object) -> Mapping[str, Any]:
    """The arguments of a question as it is written: a mapping, nothing, or the one thing it is about."""
    if isinstance(about, Mapping):
        return about
    if verb in SUBJECT:
        return {SUBJECT[verb]: about}
    if about is None:
        return {}
    raise Misput(_wrong("mapping", about))


def check(game: Game, state: State, given: Mapping[str, Any]) -> None:
    """Whether the arguments that every game knows hold what they should; raises Misput."""
    for name, value in given.items():
        if name == "unit":
            _check_unit(value, state, name)
        elif name == "units":
            _check_units(value, state)
        elif name in PLACES:
            _check_place(value, game, name)
            if name == "target" and game.board.kinds[game.board.at(value)] == PlaceKind.BOX:
                raise Misput(message("issue.box-attacked", name=value), name)
        elif name == "die":
            if type(value) is not int or not 1 <= value <= MOST_FACES:
                raise Misput(_wrong("die", value), name)
        elif name in ("result", "kind", "card"):
            if not isinstance(value, str):
                raise Misput(_wrong("text", value), name)
        elif name in LISTS and (not isinstance(value, (list, tuple)) or not value):
            raise Misput(_wrong("actions", value), name)


def _check_unit(value: object, state: State, *path: str | int) -> None:
    if not isinstance(value, str):
        raise Misput(_wrong("text", value), *path)
    if value not in state.units:
        raise Misput(message("issue.unit-not-there", id=value), *path, hint=did_you_mean(value, state.roster))


def _check_units(value: object, state: State) -> None:
    if not isinstance(value, (list, tuple)) or not value:
        raise Misput(_wrong("units", value), "units")
    for number, unit in enumerate(value):
        _check_unit(unit, state, "units", number)
        if unit in value[:number]:
            raise Misput(message("issue.unit-twice", id=unit), "units", number)


def _check_place(value: object, game: Game, name: str) -> None:
    if not isinstance(value, str):
        raise Misput(_wrong("text", value), name)
    try:
        game.board.at(value)
    except UnknownLocation as bad:
        raise Misput(bad.message, name) from None


def _wrong(expected: str, found: object) -> Message:
    words = {
        "text": message("issue.expected.text"),
        "mapping": message("issue.expected.mapping"),
        "units": message("issue.expected.units"),
        "actions": message("issue.expected.actions"),
        "die": message("issue.expected.die", most=MOST_FACES),
    }
    return message("issue.wrong-type", expected=words[expected], found=shown(found))

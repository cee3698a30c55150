"""What is played in an experiment: a scenario with all it needs, who plays it, under which options, and from where.

An arm is data: it can be saved, sent to another machine and played again to the same results. It carries the documents
of its scenario as they were, so that an edit never mixes two scenarios under one name, and it says which rules and
players it was meant for (`workings`): games that another version of the program would play differently are not counted
with these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from engine.core.game import Game
from engine.core.messages import Argument, Message, message
from engine.core.refusals import MalformedData
from engine.core.state import Scalar, State
from engine.definitions.bounds import LONGEST_ID
from engine.definitions.documents import read_document
from engine.definitions.played import PlayedDocument, unpacked_data
from engine.definitions.project import Project
from engine.definitions.strict_yaml import unlocated
from engine.lab.workings import workings_of
from engine.players.playouts import MOST_ACTIONS
from engine.players.registry import PLAYERS
from engine.rulesets.assembly import brief_for, game_of, pick_scenario
from engine.rulesets.brief import Brief
from engine.session.played_with import packed_state, played_with

FORMAT = "redoubt/arm/1"


class LabError(Exception):
    """An experiment that cannot be run, in a sentence for whoever asked for it."""

    def __init__(self, said: Message) -> None:
        super().__init__(said)
        self.message = said

    def __reduce__(self) -> tuple[Any, ...]:
        """As it goes from one process to another."""
        return _lab_error, (self.message.key, dict(self.message.args))


def _lab_error(key: str, args: dict[str, Argument]) -> LabError:
    return LabError(Message(key, args))


def failed(bad: BaseException) -> LabError:
    """Whatever went wrong where games are played, in a sentence."""
    return LabError(message("lab.failed", problem=f"{type(bad).__name__}: {bad}"))


@dataclass(frozen=True, slots=True)
class Arm:
    """One thing that is played many times. Its `name` is for people; two arms that differ in nothing else are one."""

    scenario: str
    ruleset: str
    players: tuple[str, ...]
    """A name for each side, in the order of the sides."""
    documents: Mapping[str, str]
    """The packed documents of the scenario, by the hash of what they say."""
    options: Mapping[str, Scalar] = field(default_factory=lambda: MappingProxyType({}))
    begins: tuple[str, str] | None = None
    """The hash and the packed state of the position that is continued, where it is not the scenario's beginning."""
    most_actions: int = MOST_ACTIONS
    workings: str = ""
    name: str = ""

    @property
    def id(self) -> str:
        """The same for all that would be played the same."""
        told = self.to_json()
        del told["name"]
        told["documents"] = sorted(self.documents)
        told["begins"] = self.begins[0] if self.begins is not None else None
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "name": self.name,
            "scenario": self.scenario,
            "ruleset": self.ruleset,
            "players": list(self.players),
            "documents": dict(sorted(self.documents.items())),
            "options": dict(sorted(self.options.items())),
            "begins": list(self.begins) if self.begins is not None else None,
            "most_actions": self.most_actions,
            "workings": self.workings,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Arm:
        """An arm as it was written; raises LabError where it is none."""
        try:
            if data["format"] != FORMAT or data["most_actions"] < 1:
                raise LabError(message("lab.no-arm"))
            begins = data["begins"]
            return cls(
                _name(data["scenario"]),
                _name(data["ruleset"]),
                tuple(map(_name, data["players"])),
                {str(name): str(packed) for name, packed in data["documents"].items()},
                dict(data["options"]),
                (str(begins[0]), str(begins[1])) if begins is not None else None,
                int(data["most_actions"]),
                str(data["workings"]),
                str(data["name"]),
            )
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
            raise LabError(message("lab.no-arm")) from None

    def project(self) -> Project:
        """The documents that it carries; raises LabError or DefinitionError where they are none."""
        return Project(read_document(unlocated(_unpacked(name, packed))) for name, packed in self.documents.items())

    def brief(self) -> Brief:
        """Everything its scenario names."""
        project = self.project()
        return brief_for(project, pick_scenario(project, self.scenario))

    def game(self, brief: Brief | None = None) -> Game:
        """The game, ready to be played."""
        return game_of(brief or self.brief(), self.options)

    def beginning(self, game: Game) -> State | None:
        """The position that is continued; None where it is the scenario's own beginning."""
        if self.begins is None:
            return None
        try:
            return game.codec.state_from_json(_unpacked(*self.begins)["state"])
        except (KeyError, MalformedData):
            raise LabError(message("lab.no-arm")) from None


def _name(told: object) -> str:
    """What a scenario, a game or a player is called, which a sentence may have to repeat; raises ValueError."""
    if not isinstance(told, str) or len(told) > LONGEST_ID:
        raise ValueError("a name that is none")
    return told


def _unpacked(name: str, packed: str) -> dict[str, Any]:
    try:
        played = PlayedDocument(id=name, packed=packed)
    except ValueError:
        raise LabError(message("lab.no-arm")) from None
    return unpacked_data(played)


def seated(players: tuple[str, ...], sides: Sequence[str]) -> tuple[str, ...]:
    """A player for each side, where one may be named for all; raises LabError where one is unknown or too many."""
    unknown = [each for each in players if each not in PLAYERS]
    if unknown:
        raise LabError(message("lab.unknown-player", name=unknown[0], known=tuple(PLAYERS)))
    if len(players) not in (1, len(sides)):
        raise LabError(message("lab.how-many-players", count=len(players), sides=len(sides)))
    return players * len(sides) if len(players) == 1 else players


def arm_of(
    project: Project,
    scenario: str | None,
    players: tuple[str, ...],
    *,
    options: Mapping[str, Scalar] | None = None,
    begins: State | None = None,
    most_actions: int = MOST_ACTIONS,
    name: str = "",
) -> Arm:
    """An arm of a project's scenario. Raises LabError or DefinitionError where it could not be played."""
    picked = pick_scenario(project, scenario).document
    brief = brief_for(project, pick_scenario(project, picked.id))
    game = game_of(brief, options)
    playing = seated(players, game.ruleset.sides)
    documents = {each.id: each.packed for each in played_with(project, picked.id)}
    state = packed_state(game, begins) if begins is not None else None
    if not documents or (begins is not None and state is None):
        raise LabError(message("lab.too-large"))
    return Arm(
        picked.id,
        picked.ruleset,
        playing,
        documents,
        dict(options or {}),
        (state.id, state.packed) if state is not None else None,
        most_actions,
        workings_of(picked.ruleset),
        name,
    )

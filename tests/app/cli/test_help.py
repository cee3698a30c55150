"""The help of each command tells what every one of its arguments is."""

from __future__ import annotations

import argparse

import pytest

from app.cli.parser import COMMANDS, WINDOW, build_parser


def arguments_of(command: str) -> list[argparse.Action]:
    (commands,) = (each for each in build_parser()._actions if isinstance(each, argparse._SubParsersAction))
    found: list[argparse.Action] = commands.choices[command]._actions
    return found


@pytest.mark.parametrize("command", [WINDOW, *COMMANDS])
def test_every_argument_says_what_it_is(command: str) -> None:
    assert not [each.dest for each in arguments_of(command) if not each.help]


@pytest.mark.parametrize("command", [WINDOW, *COMMANDS])
def test_a_name_to_fill_in_is_in_capitals_as_in_the_manual(command: str) -> None:
    named = [each for each in arguments_of(command) if each.nargs != 0 and not each.choices]
    assert not [each.dest for each in named if each.metavar is None and not each.option_strings]

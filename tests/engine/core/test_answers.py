"""Answers: one form for every game, whose keys only ever grow."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction

from engine.core.answers import ANSWERS, Answer, Reckoning
from engine.core.messages import message
from engine.core.terms import Op, Term

PROMISED = {
    "unit": "unit at factors marks",
    "stack": "at units factors size limit allowed rule",
    "reach": "unit allowance locations",
    "zone": "at sides rule",
    "supply": "unit state source path length rule terms",
    "attack": "attackers target attack defence odds shifts column modifiers die modified_die result table rule chances"
    " refusal",
    "losses": "side choices rule made refusal",
    "retreat": "side choices rule made refusal",
    "advance": "side choices rule made refusal",
    "score": "score winner level",
    "menu": "side prompt rule actions default",
    "try": "accepted steps units",
}


def test_no_promised_key_is_ever_lost() -> None:
    for question, keys in PROMISED.items():
        assert set(keys.split()) <= {each.name for each in fields(ANSWERS[question])}, question


def test_every_question_has_an_answer_of_its_name() -> None:
    assert set(ANSWERS) == set(PROMISED)
    for question, answer in ANSWERS.items():
        assert issubclass(answer, Answer)
        assert answer.question in (question, "choices")


def test_a_reckoning_sums_its_terms() -> None:
    label = message("term.test")
    terms = (Term(label, 3, "1"), Term(label, 4, "2"), Term(label, -1, "3", Op.SHIFT), Term(label, 2, "4", Op.DIE))
    assert Reckoning.of(*terms).value == 7
    assert Reckoning.modifiers(terms, Op.SHIFT) == Reckoning((terms[2],), -1)
    assert Reckoning.modifiers(terms, Op.DIE).value == 2
    assert Reckoning.modifiers((), Op.DIE) == Reckoning((), 0)


def test_half_shifts_that_add_up_to_a_whole_one_are_whole() -> None:
    halves = tuple(Term(message("term.test"), Fraction(1, 2), "1", Op.SHIFT) for _ in range(2))
    assert type(Reckoning.modifiers(halves, Op.SHIFT).value) is int

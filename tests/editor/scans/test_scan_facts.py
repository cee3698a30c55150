"""What a scan remembers: it comes back as it was, and a file that says nonsense is taken to say nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from editor.documents.scan_facts import USUAL_OPACITY, ScanFacts, ScanMark, in_order
from editor.model.words import checked_attributes
from engine.definitions.bounds import LONGEST_VALUE
from engine.definitions.plan import Attributes, MapPlan, ScanPlan


def scan(attributes: Attributes, name: str = "scan") -> ScanPlan:
    return ScanPlan(name, "North", "ab" * 32, attributes=attributes)


MARKS = st.builds(
    ScanMark,
    st.tuples(st.integers(-500, 500), st.integers(-500, 500)),
    st.tuples(*[st.floats(0, 100_000).map(lambda value: round(value, 2))] * 2),
)
FACTS = st.builds(
    ScanFacts,
    width=st.integers(0, 100_000),
    height=st.integers(0, 100_000),
    page=st.integers(0, 400),
    opacity=st.integers(0, 100).map(lambda value: value / 100),
    visible=st.booleans(),
    locked=st.booleans(),
    order=st.integers(0, 50),
    sheet=st.sampled_from(["", "main", "b"]),
    marks=st.lists(MARKS, max_size=20).map(tuple),
    rms=st.none() | st.integers(0, 1000).map(lambda value: value / 100),
    checked=st.booleans(),
)


@given(FACTS)
def test_facts_come_back_as_they_were(facts: ScanFacts) -> None:
    attributes = checked_attributes(facts.written())
    assert ScanFacts.of(scan(attributes)) == facts


@given(
    st.dictionaries(
        st.sampled_from([*ScanFacts.__dataclass_fields__, "other"]),
        st.text(max_size=60) | st.integers() | st.floats() | st.booleans(),
    )
)
def test_nonsense_counts_as_not_said(attributes: Attributes) -> None:
    facts = ScanFacts.of(scan(attributes))
    assert 0 <= facts.opacity <= 1
    assert facts.width >= 0
    checked_attributes(facts.written())


def test_numbers_beyond_all_bounds_count_as_not_said() -> None:
    far = "9" * 400
    assert ScanFacts.of(scan({"marks": f"[[1,1,{far},1],[1,{far},1,1],[2,2,5,5]]"})).marks == (
        ScanMark((2, 2), (5, 5)),
    )
    assert ScanFacts.of(scan({"rms": int(far), "opacity": int(far)})) == ScanFacts()


def test_what_others_wrote_stays() -> None:
    facts = ScanFacts(10, 20, locked=True)
    assert facts.written(scan({"source": "flea market", "checked": True})) == {
        "source": "flea market",
        "width": 10,
        "height": 20,
        "locked": True,
    }
    assert ScanFacts.of(scan({})).opacity == USUAL_OPACITY


def test_of_very_many_clicks_as_many_are_kept_as_there_is_room_for() -> None:
    marks = tuple(ScanMark((number, number), (round(number * 10.37, 2), 5.0)) for number in range(300))
    attributes = ScanFacts(marks=marks).written()
    assert len(str(attributes["marks"])) <= LONGEST_VALUE
    kept = ScanFacts.of(scan(attributes)).marks
    assert 50 < len(kept) < 300
    assert kept == marks[: len(kept)]


def test_scans_lie_in_their_order() -> None:
    plan = MapPlan("ford", "", "")
    for name, order in (("a", 2), ("b", 0), ("c", 1), ("d", 1)):
        plan.scans[name] = scan({"order": order}, name)
    assert [one.id for one in in_order(plan)] == ["b", "c", "d", "a"]

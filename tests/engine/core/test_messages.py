"""Words: messages are values, and a catalogue makes sentences of them without ever losing one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.core.messages import Catalogue, Message, flatten, message, placeholders
from engine.core.words.plurals import Counted, plural_form

arguments = st.recursive(
    st.text(max_size=5) | st.integers() | st.floats(allow_nan=False) | st.builds(message, st.just("word.x")),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


def test_a_message_is_its_key_and_its_arguments() -> None:
    one, same, other = message("a.b", n=1, side="red"), message("a.b", side="red", n=1), message("a.b", n=2)
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert str(one) == "a.b(n=1, side=red)"
    assert str(message("a.b")) == "a.b"


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), arguments, max_size=3))
def test_equal_messages_have_equal_hashes(args: dict[str, object]) -> None:
    one = Message("k", args)  # type: ignore[arg-type]
    other = Message("k", dict(reversed(args.items())))  # type: ignore[arg-type]
    assert one == other
    assert hash(one) == hash(other)


def test_numbers_that_are_equal_make_equal_messages() -> None:
    assert message("k", n=1) == message("k", n=1.0)
    assert hash(message("k", n=1)) == hash(message("k", n=1.0))


def test_a_catalogue_fills_in_messages_within_messages() -> None:
    words = Catalogue({"outer": "It is {what}.", "list": "{things}", "inner": "{colour} paint"})
    assert words.text(message("outer", what=message("inner", colour="red"))) == "It is red paint."
    assert words.text(message("list", things=("a", message("inner", colour="blue"), 3))) == "a, blue paint, 3"


def test_what_has_no_template_is_shown_as_it_is() -> None:
    words = Catalogue({"broken": "{a[}", "lacking": "{nothing}", "deep": "{a.b}", "format": "{a:d}", "index": "{a[0]}"})
    for said in (
        message("unknown", a=1),
        message("broken", a=1),
        message("lacking", a=1),
        message("deep", a=1),
        message("format", a="x"),
        message("index", a=1),
    ):
        assert words.text(said) == str(said)


@given(st.text(max_size=12), st.dictionaries(st.sampled_from(["a", "b"]), arguments))
def test_no_template_can_break_a_catalogue(template: str, args: dict[str, object]) -> None:
    said = Message("k", args)  # type: ignore[arg-type]
    assert isinstance(Catalogue({"k": template}).text(said), str)


def test_a_language_falls_back_on_another() -> None:
    english = Catalogue({"yes": "yes", "no": "no"})
    french = Catalogue({"yes": "oui"}, english)
    assert [french.text(message(key)) for key in ("yes", "no", "maybe")] == ["oui", "no", "maybe"]
    assert "no" in french
    assert "maybe" not in french
    assert list(french) == ["yes"]


def test_a_game_adds_its_words_without_changing_the_language() -> None:
    english = Catalogue({"yes": "yes"})
    more = english.extended({"roger": "roger"})
    assert more.text(message("roger")) == "roger"
    assert "roger" not in english


def test_placeholders_and_nested_sections() -> None:
    assert placeholders("{a} and {b:>3}, {{not}} {a}") == {"a", "b"}
    assert flatten({"a": {"b": "x", "c": {"d": "y"}}, "e": "z"}) == {"a.b": "x", "a.c.d": "y", "e": "z"}


def test_a_number_chooses_the_word_that_goes_with_it() -> None:
    words = Catalogue({"errors": "{count} {count:error|errors}", "is": "{n:is|are} {n:,}", "text": "{n:a|b}"})
    said = [words.text(message("errors", count=count)) for count in (0, 1, 2, -1)]
    assert said == ["0 errors", "1 error", "2 errors", "-1 error"]
    assert words.text(message("is", n=1000)) == "are 1,000"
    assert words.text(message("text", n="x")) == "text(n=x)", "what is no number cannot be counted"
    assert placeholders("{count} {count:error|errors}") == {"count"}


def test_every_language_counts_in_its_own_way() -> None:
    english = Catalogue({"hexes": "{count} {count:hex|hexes}", "sides": "{count} {count:side|sides}"})
    french = Catalogue({"hexes": "{count} {count:case|cases}"}, english, "fr")
    said = [french.text(message("hexes", count=count)) for count in (0, 1, 2)]
    assert said == ["0 case", "1 case", "2 cases"]
    assert french.text(message("sides", count=0)) == "0 sides", "a borrowed sentence counts as its own language does"
    assert french.extended({}).language == "fr"


def test_a_counted_number_is_a_number() -> None:
    assert Counted(3) == 3
    assert f"{Counted(3):>4}" == "   3"
    assert f"{Counted(1):hex|hexes}" == "hex"
    assert plural_form("only", 5) == "only"
    assert plural_form("a|b", 1, "xx") == "a"


def test_decimals_stand_behind_a_comma_in_french() -> None:
    said = message("far", km=12.34, exactly=0.5)
    templates = {"far": "{km:.1f} km, {exactly}"}
    assert Catalogue(templates).text(said) == "12.3 km, 0.5"
    assert Catalogue(templates, language="fr").text(said) == "12,3 km, 0,5"
    assert Catalogue({}, Catalogue(templates), "fr").text(said) == "12.3 km, 0.5", "an English sentence stays English"

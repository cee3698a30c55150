"""Styles are complete data, and the palette's word comes before the style's."""

from __future__ import annotations

import pytest

from editor.canvas.art.looks import Looks
from editor.canvas.art.patterns import PATTERNS, REACH, VARIANTS, pattern
from editor.canvas.art.style import bundled_style, read_style, style_names
from engine.definitions.issues import DefinitionError
from engine.definitions.palette import FeatureSwatch, LineSwatch, Palette, TerrainSwatch

PALETTE = Palette(
    id="mine",
    terrain=(
        TerrainSwatch(id="heath", name="Heath", colour="#aabb77"),
        TerrainSwatch(id="deep-woods", name="Deep woods"),
        TerrainSwatch(id="lagoon", name="Lagoon", pattern="sea"),
    ),
    features=(FeatureSwatch(id="depot", name="Depot", icon="supply", colour="#112233"),),
    sides=(
        LineSwatch(id="great-river", name="Great river", width=0.4),
        LineSwatch(id="brook", name="Brook", colour="#0000ff", dash="dotted"),
    ),
)


@pytest.fixture
def looks() -> Looks:
    return Looks(PALETTE, bundled_style("paper"))


def test_there_are_a_light_style_and_a_dark_one() -> None:
    assert {bundled_style(name).dark for name in style_names()} == {False, True}


@pytest.mark.parametrize("name", style_names())
def test_a_bundled_style_knows_every_pattern_and_the_usual_lines(name: str) -> None:
    style = bundled_style(name)
    assert style.id == name
    assert set(PATTERNS) == set(style.ground)
    for lines in (style.sides, style.paths, style.connections):
        assert "any" in lines
    assert {"number", "city", "town", "water", "space", "text"} <= set(style.lettering)


def test_the_bundled_styles_describe_the_same_things() -> None:
    paper, night = bundled_style("paper"), bundled_style("night")
    for group in ("ground", "sides", "paths", "connections", "lettering"):
        assert set(getattr(paper, group)) == set(getattr(night, group))


def test_a_style_with_a_mistake_says_where() -> None:
    with pytest.raises(DefinitionError) as caught:
        read_style('format: redoubt/style/1\nid: odd\ntable: "red"\n', "odd.yaml")
    assert any(issue.where.line == 3 for issue in caught.value.issues)


def test_the_colour_of_the_palette_is_used_as_it_is(looks: Looks) -> None:
    assert looks.terrain("heath").colour.name() == "#aabb77"
    assert looks.terrain("heath").name == "Heath"


def test_what_the_palette_leaves_out_comes_from_the_style(looks: Looks) -> None:
    woods = looks.terrain("deep-woods")
    assert woods.pattern == "forest"
    assert woods.colour.name() == looks.style.ground["forest"].colour
    assert looks.terrain("lagoon").is_water
    assert looks.terrain("never-heard-of").pattern == "clear"


def test_a_compound_name_is_drawn_as_its_last_word(looks: Looks) -> None:
    river = looks.side("great-river")
    assert river.stroke == "ribbon"
    assert river.width == 0.4
    assert river.colour.name() == looks.style.sides["river"].colour


def test_a_line_may_name_its_own_stroke_and_colour(looks: Looks) -> None:
    brook = looks.side("brook")
    assert (brook.stroke, brook.colour.name()) == ("dots", "#0000ff")
    assert looks.path("canal-towpath").stroke == "line", "an unknown line is still a line"


def test_a_feature_gets_the_sign_of_its_icon(looks: Looks) -> None:
    assert looks.sign("depot").sign == "supply"
    assert looks.sign("depot").name == "Depot"
    assert looks.sign("shrine").sign == "dot"


def test_a_dark_style_darkens_what_the_palette_brings() -> None:
    night = Looks(PALETTE, bundled_style("night"))
    assert night.terrain("heath").colour.lightnessF() < 0.45
    assert night.side("brook").colour.lightnessF() >= 0.5, "but lines stand out from the ground"


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("coarse", [False, True])
def test_patterns_keep_off_the_hexsides(name: str, coarse: bool) -> None:
    for layer in pattern(name, coarse=coarse):
        assert len(layer.variants) == VARIANTS
        for outline in layer.variants:
            if not outline.is_empty:
                assert abs(outline.points).max() <= REACH + 0.14


def test_the_variants_of_a_pattern_differ() -> None:
    (layer, *_) = pattern("forest", coarse=False)
    assert len({outline.points.tobytes() for outline in layer.variants}) == VARIANTS

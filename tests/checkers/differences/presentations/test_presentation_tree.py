"""Differences of presentations: an idle save gives none; one thing changed on a slide gives that change alone."""

from __future__ import annotations

from typing import Any

import pytest
from pptx.dml.color import RGBColor
from pptx.util import Cm

from checkers.differences.compare import compare
from checkers.differences.presentations.presentation_tree import read_pptx_tree
from checkers.differences.presentations.xml import NAMESPACES
from checkers.evidence import Unusable
from tests.checkers.differences.presentations.presentation_decks import (
    BOTH,
    DeckChange,
    differences,
    draw_picture,
    fill_solid,
    read_file,
    replace_children,
    xml,
)
from tests.checkers.office_files import zipped

pytestmark = pytest.mark.sampled

RED = RGBColor(255, 0, 0)


@pytest.mark.parametrize("name", ["presentation_slides", "presentation_master"])
def test_what_libreoffice_saves_without_a_change_does_not_differ(name: str) -> None:
    assert list(compare(read_file(name), read_file(f"{name}_saved"))) == []


def test_a_damaged_file_is_unusable() -> None:
    with pytest.raises(Unusable, match="readable archive"):
        read_pptx_tree(b"PK not a package", "deck.pptx")


def test_an_archive_that_is_no_presentation_is_unusable() -> None:
    with pytest.raises(Unusable, match="readable presentation"):
        read_pptx_tree(zipped({"readme.txt": b"no slides"}), "deck.pptx")


def set_hidden(deck: Any, slide: int, show: str) -> None:
    deck.slides[slide - 1]._element.set("show", show)


def fill_with_gradient(deck: Any) -> None:
    background = deck.slides[1].background.fill
    background.gradient()
    background.gradient_angle = 90
    for stop, colour in zip(background.gradient_stops, (RED, RGBColor(0, 0, 255)), strict=True):
        stop.color.rgb = colour


def fill_with_picture(deck: Any) -> None:
    slide = deck.slides[1]
    _, relationship = slide.part.get_or_add_image_part(draw_picture("orange"))
    fill = f'<a:blipFill><a:blip r:embed="{relationship}"/><a:stretch/></a:blipFill>'
    slide._element.cSld.insert(0, xml(f"<p:bg><p:bgPr>{fill}</p:bgPr></p:bg>"))


def move_slide(deck: Any, old: int, new: int) -> None:
    slides = deck.slides._sldIdLst
    slides.insert(new - 1, slides[old - 1])


def remove_slide(deck: Any, number: int) -> None:
    slides = deck.slides._sldIdLst
    deck.part.drop_rel(slides[number - 1].rId)
    slides.remove(slides[number - 1])


def add_slide(deck: Any) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[0])
    for placeholder in list(slide.placeholders):
        placeholder._element.getparent().remove(placeholder._element)
    slide.shapes.add_textbox(0, 0, Cm(3), Cm(1)).text_frame.text = "Extra"


def set_transition(deck: Any, slide: int, transition: str) -> None:
    element = deck.slides[slide - 1]._element
    replace_children(element, "transition AlternateContent")
    timing = element.find("{*}timing")
    element.insert(list(element).index(timing) if timing is not None else len(element), xml(transition))


def change_effect(deck: Any, number: int, **attributes: str) -> None:
    """Change attributes of an animation of slide 4, counted from 1."""
    effects = [one for one in deck.slides[3]._element.iter("{*}cTn") if one.get("presetID")]
    for name, value in attributes.items():
        effects[number - 1].set(name, value)


def remove_timing(deck: Any) -> None:
    replace_children(deck.slides[3]._element, "timing")


def swap_effects(deck: Any) -> None:
    sequence = next(one for one in deck.slides[3]._element.iter("{*}cTn") if one.get("nodeType") == "mainSeq")
    steps = sequence.find("{*}childTnLst")
    steps.append(steps[0])


def change_notes(deck: Any) -> None:
    deck.slides[0].notes_slide.notes_text_frame.paragraphs[0].runs[0].text = "Speak quickly"


def make_notes_italic(deck: Any) -> None:
    deck.slides[0].notes_slide.notes_text_frame.paragraphs[1].runs[0].font.italic = True


def change_comment(deck: Any) -> None:
    part = next(
        one.target_part for one in deck.slides[0].part.rels.values() if one.reltype.endswith("/comments")
    )
    part._blob = part.blob.replace(b"Shorten", b"Lengthen")


def set_show(deck: Any, show: str) -> None:
    part = next(one.target_part for one in deck.part.rels.values() if one.reltype.endswith("/presProps"))
    root = f'<p:presentationPr xmlns:p="{NAMESPACES["p"]}">{show}</p:presentationPr>'
    part._blob = root.encode()


def add_custom_show(deck: Any) -> None:
    relationships = [slide.rId for slide in deck.slides._sldIdLst][1::-1]
    slides = "".join(f'<p:sld r:id="{one}"/>' for one in relationships)
    show = f'<p:custShow name="Short" id="0"><p:sldLst>{slides}</p:sldLst></p:custShow>'
    deck.part._element.find("{*}notesSz").addnext(xml(f"<p:custShowLst>{show}</p:custShowLst>"))


def make_master_red(deck: Any) -> None:
    fill_solid(deck.slide_master.background, RED)


SLIDE_CHANGES: list[tuple[str, DeckChange, list[str]]] = [
    ("slide hidden", lambda deck: set_hidden(deck, 1, "0"), ["slide 1: hidden was nothing, is True"]),
    ("slide shown", lambda deck: set_hidden(deck, 5, "1"), ["slide 5: hidden was True, is nothing"]),
    (
        "background",
        lambda deck: fill_solid(deck.slides[1].background, RED),
        ["slide 2: background was '#FFFFFF', is '#FF0000'"],
    ),
    (
        "own background",
        lambda deck: fill_solid(deck.slides[3].background, RED),
        ["slide 4: background was '#FFF2CC', is '#FF0000'"],
    ),
    (
        "gradient",
        fill_with_gradient,
        ["slide 2: background was '#FFFFFF', is 'gradient linear 270° #FF0000 #0000FF'"],
    ),
    (
        "background picture",
        fill_with_picture,
        ["slide 2: background was '#FFFFFF', is 'picture 58c375fead5789b5'"],
    ),
    (
        "master background, where a slide has none of its own",
        make_master_red,
        [f"slide {number}: background was '#FFFFFF', is '#FF0000'" for number in (1, 2, 3, 5)],
    ),
    ("slide added", add_slide, ["slide 6: added: 'Extra'"]),
    (
        "transition added",
        lambda deck: set_transition(deck, 1, '<p:transition spd="slow"><p:fade/></p:transition>'),
        ["slide 1: transition was nothing, is 'fade'", "slide 1: transition seconds was nothing, is 2.0"],
    ),
    (
        "transition without a kind, as LibreOffice writes it for none",
        lambda deck: set_transition(deck, 1, '<p:transition spd="slow" p14:dur="2000"/>'),
        [],
    ),
    (
        "transition turned",
        lambda deck: set_transition(deck, 4, '<p:transition spd="med" advTm="5000"><p:wipe/></p:transition>'),
        ["slide 4: transition was 'wipe u', is 'wipe'"],
    ),
    (
        "next slide comes later",
        lambda deck: set_transition(
            deck, 4, '<p:transition spd="med" advTm="7000"><p:wipe dir="u"/></p:transition>'
        ),
        ["slide 4: advance after was 5.0, is 7.0"],
    ),
    (
        "animation",
        lambda deck: change_effect(deck, 1, presetID="1"),
        ["slide 4/effect shape Entering: effect was 'entr 10', is 'entr 1'"],
    ),
    (
        "start of an animation",
        lambda deck: change_effect(deck, 2, nodeType="afterEffect"),
        ["slide 4/effect shape Leaving: start was 'clickEffect', is 'afterEffect'"],
    ),
    (
        "animations removed",
        remove_timing,
        ["slide 4/effect shape Entering: removed", "slide 4/effect shape Leaving: removed"],
    ),
    ("order of animations", swap_effects, ["slide 4/effect shape Leaving: moved"]),
    ("notes", change_notes, ["slide 1/notes page/paragraph 1: text was 'slowly', is 'quickly'"]),
    (
        "format of notes",
        make_notes_italic,
        ["slide 1/notes page/paragraph 2/characters 'andsmile': italic was nothing, is True"],
    ),
    ("comment", change_comment, ["slide 1/comment 1: text was 'Shorten', is 'Lengthen'"]),
    (
        "size of slides",
        lambda deck: setattr(deck, "slide_width", Cm(30)),
        [": width was 25.40 cm, is 30.00 cm"],
    ),
    (
        "endless show",
        lambda deck: set_show(deck, '<p:showPr loop="1"/>'),
        [": show repeats was nothing, is True"],
    ),
    (
        "start of the show",
        lambda deck: set_show(deck, '<p:showPr><p:sldRg st="2" end="5"/></p:showPr>'),
        [": show starts at slide was nothing, is 2"],
    ),
    ("custom show", add_custom_show, ["custom show Short: added"]),
]


@pytest.mark.parametrize("start", BOTH)
@pytest.mark.parametrize(("change", "expected"), [pytest.param(*row[1:], id=row[0]) for row in SLIDE_CHANGES])
def test_one_change_of_a_slide_is_seen_alone(start: str, change: DeckChange, expected: list[str]) -> None:
    assert differences(start, change) == expected


@pytest.mark.parametrize("start", BOTH)
def test_a_slide_moved_is_removed_here_and_added_there(start: str) -> None:
    changes = differences(start, lambda deck: move_slide(deck, 5, 1))
    assert [one.partition(" 'Closing")[0] for one in changes] == ["slide 5: removed:", "slide 1: added:"]


@pytest.mark.parametrize("start", BOTH)
def test_a_slide_removed_is_seen_alone(start: str) -> None:
    changes = differences(start, lambda deck: remove_slide(deck, 3))
    assert [one.partition(" 'Data")[0] for one in changes] == ["slide 3: removed:"]


def test_a_background_is_the_same_whether_set_or_inherited() -> None:
    white = RGBColor(255, 255, 255)
    assert differences("presentation_slides", lambda deck: fill_solid(deck.slides[1].background, white)) == []

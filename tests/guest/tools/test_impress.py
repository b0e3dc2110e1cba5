"""Impress's tools on a real guest: slides, text, boxes, files; effects are looked up in the saved file."""

from __future__ import annotations

import io
from typing import Any

import docx
import pptx
import pytest
from PIL import Image
from pptx.util import Cm

from checkers.slides import parse_presentation
from tests.guest.tools.office import FOLDER, PREFIX, Office
from tests.guest.tools.office_files import member, members, picture, talk

pytestmark = pytest.mark.guest

P = PREFIX + "impress."
SETTINGS = "/home/user/.config/libreoffice/4/user/registrymodifications.xcu"
VIDEO = "testsrc=duration=2:size=320x240:rate=10"
SOUND = "sine=frequency=440:duration=2"


@pytest.fixture
def impress(office: Office) -> Office:
    """A presentation of three slides open in Impress."""
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    return office


def saved(office: Office) -> Any:
    office.call("impress.save")
    return pptx.Presentation(io.BytesIO(office.file("talk.pptx")))


def texts(slide: Any) -> list[str]:
    return [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]


@pytest.mark.core
@pytest.mark.error(P + "env_info", P + "get_slide_count", P + "configure_auto_save")
def test_without_a_presentation_the_remedy_is_named(office: Office) -> None:
    office.quit()
    for name in ("env_info", "get_slide_count"):
        assert "testbed-open" in office.refusal(f"impress.{name}")
    assert "not running" in office.refusal("impress.configure_auto_save", enabled=True, interval_minutes=5)


@pytest.mark.core
@pytest.mark.effect(P + "env_info", P + "get_slide_count")
def test_slides_are_read(impress: Office) -> None:
    assert impress.data("impress.get_slide_count") == {"document": "talk.pptx", "slide_count": 3}
    seen = impress.data("impress.env_info", page_indices=[2])
    assert [box["text"] for box in seen["slides"][0]["boxes"]] == ["Slide 2", "a\nb"]
    title = talk().slides[1].shapes[0]
    box = seen["slides"][0]["boxes"][0]
    assert box["x"] == pytest.approx(title.left / Cm(1), abs=0.02)
    assert box["width"] == pytest.approx(title.width / Cm(1), abs=0.02)
    assert [slide["slide_index"] for slide in impress.data("impress.env_info")["slides"]] == [1, 2, 3]


@pytest.mark.effect(P + "goto_slide")
def test_a_slide_is_shown(impress: Office) -> None:
    impress.call("impress.goto_slide", slide_index=3)
    assert impress.look("document.getCurrentController().getCurrentPage().Number") == 3


@pytest.mark.core
@pytest.mark.error(
    P + "goto_slide",
    P + "duplicate_slide",
    P + "insert_image",
    P + "delete_content",
    P + "write_text",
    P + "position_box",
    P + "export_to_image",
)
def test_unknown_slides_and_boxes_are_named(impress: Office) -> None:
    image = f"{FOLDER}/red.png"
    impress.write("red.png", picture())
    for number in (0, 4, -1):
        assert "1 to 3" in impress.refusal("impress.goto_slide", slide_index=number)
    assert "1 to 3" in impress.refusal("impress.duplicate_slide", slide_index=9, target_position=1)
    assert "1 to 3" in impress.refusal("impress.insert_image", slide_index=4, image_path=image)
    assert "1 to 3" in impress.refusal(
        "impress.export_to_image", file_path=f"{FOLDER}/a.png", format="png", slide_index=4
    )
    assert "'Slide 1'" in impress.refusal("impress.delete_content", slide_index=1, box_index=2)
    assert "'Slide 1'" in impress.refusal("impress.write_text", content="x", page_index=1, box_index=-1)
    assert "'Slide 1'" in impress.refusal("impress.position_box", slide_index=1, box_index=7, position="left")
    assert '"top-left"' in impress.refusal(
        "impress.position_box", slide_index=1, box_index=0, position="middle"
    )


@pytest.mark.core
@pytest.mark.effect(P + "write_text")
def test_text_is_written_into_boxes(impress: Office) -> None:
    answer = impress.call(
        "impress.write_text", content="New title", page_index=2, box_index=0, bold=True, size=50
    )
    assert "talk.pptx" in answer.text
    impress.call("impress.write_text", content="\nc", page_index=2, box_index=1, append=True)
    impress.call("impress.save")
    slides = parse_presentation(impress.file("talk.pptx"), "talk.pptx")
    assert slides.titles == ["Slide 1", "New title", "Slide 3"]
    assert slides.slide(2).texts[1] == "a\nb\nc"
    assert slides.slide(2).boxes[0].paragraphs[0].every(bold=True, size=50)


@pytest.mark.effect(P + "duplicate_slide")
def test_slides_are_copied(impress: Office) -> None:
    impress.call("impress.duplicate_slide", slide_index=1, target_position=3)
    impress.call("impress.duplicate_slide", slide_index=3, target_position=1)
    assert [slide.shapes.title.text for slide in saved(impress).slides] == [
        f"Slide {number}" for number in (1, 3, 2, 3, 1)
    ]


def test_many_copies_go_far_one_after_another(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", talk(slides=12).save)
    titles = [f"Slide {number}" for number in range(1, 13)]
    moves = [(2, 12), (2, 11), (2, 10), (14, 1), (7, 2), (1, 9), (5, 5), (18, 18), (10, 4), (3, 16)]
    for slide, after in moves:
        done = office.call("impress.duplicate_slide", slide_index=slide, target_position=after)
        titles.insert(after, titles[slide - 1])
        assert f"{len(titles)} slides" in done.text
        seen = office.data("impress.env_info")
        assert [item["boxes"][0]["text"] for item in seen["slides"]] == titles
        assert seen["current_slide"] == after + 1
    assert [slide.shapes.title.text for slide in saved(office).slides] == titles


@pytest.mark.effect(P + "delete_content")
def test_a_box_is_deleted(impress: Office) -> None:
    assert "'a\\nb'" in impress.call("impress.delete_content", slide_index=2, box_index=1).text
    impress.call("impress.delete_content", slide_index=3, box_index=0)
    slides = saved(impress).slides
    assert [texts(slide) for slide in slides] == [["Slide 1", "a\nb"], ["Slide 2"], ["a\nb"]]


@pytest.mark.effect(P + "position_box")
def test_boxes_are_moved_to_edges(impress: Office) -> None:
    impress.call("impress.position_box", slide_index=1, box_index=0, position="bottom-right")
    impress.call("impress.position_box", slide_index=2, box_index=1, position="left")
    impress.call("impress.position_box", slide_index=3, box_index=0, position="center")
    presentation = saved(impress)
    width, height = presentation.slide_width, presentation.slide_height
    corner, edge, middle = (
        presentation.slides[0].shapes[0],
        presentation.slides[1].shapes[1],
        presentation.slides[2].shapes[0],
    )
    near = Cm(0.05)
    assert abs(corner.left + corner.width - width) < near and abs(corner.top + corner.height - height) < near
    assert abs(edge.left) < near and abs(edge.top + edge.height / 2 - height / 2) < near
    assert abs(middle.left + middle.width / 2 - width / 2) < near
    assert abs(middle.top + middle.height / 2 - height / 2) < near


@pytest.mark.core
@pytest.mark.effect(P + "insert_image")
def test_pictures_are_inserted(impress: Office) -> None:
    name = "Bild \"rot\" 'é' 狐.png"
    impress.write(name, picture())
    path = f"{FOLDER}/{name}"
    impress.call(
        "impress.insert_image", slide_index=2, image_path=path, width=10, position={"x": 10, "y": 20}
    )
    impress.call("impress.insert_image", slide_index=2, image_path=path, width=2, height=3)
    presentation = saved(impress)
    first, second = [shape for shape in presentation.slides[1].shapes if shape.shape_type == 13]
    assert (first.width / Cm(1), first.height / Cm(1)) == pytest.approx((10, 5), abs=0.05)
    assert first.left / presentation.slide_width == pytest.approx(0.1, abs=0.005)
    assert first.top / presentation.slide_height == pytest.approx(0.2, abs=0.005)
    assert (second.width / Cm(1), second.height / Cm(1)) == pytest.approx((2, 3), abs=0.05)
    assert Image.open(io.BytesIO(first.image.blob)).getpixel((5, 5))[:3] == (255, 0, 0)


@pytest.mark.error(P + "insert_image", P + "insert_file")
def test_files_to_insert_must_be_of_the_kind(impress: Office) -> None:
    impress.write("red.png", picture())
    impress.write("bad.mp4", b"nonsense" * 100)
    for name in ("red.png", "bad.mp4"):
        refused = impress.refusal("impress.insert_file", file_path=f"{FOLDER}/{name}")
        assert "no video or sound" in refused
    assert "no file" in impress.refusal("impress.insert_file", file_path="/nowhere.mp4")
    assert "no picture" in impress.refusal(
        "impress.insert_image", slide_index=1, image_path=f"{FOLDER}/bad.mp4"
    )
    assert "at most 100" in impress.refusal(
        "impress.insert_image", slide_index=1, image_path=f"{FOLDER}/red.png", position={"x": 101, "y": 0}
    )


@pytest.mark.effect(P + "insert_file")
def test_videos_and_sounds_are_inserted(impress: Office) -> None:
    for source, name in ((VIDEO, "a video.mp4"), (SOUND, "tone.wav")):
        command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", source, f"{FOLDER}/{name}"]
        impress.guest.run(command)
    impress.call(
        "impress.insert_file",
        file_path=f"{FOLDER}/a video.mp4",
        slide_index=2,
        position={"x": 0, "y": 0},
        size={"width": 50, "height": 50},
        autoplay=True,
    )
    impress.call("impress.goto_slide", slide_index=3)
    assert "slide 3" in impress.call("impress.insert_file", file_path=f"{FOLDER}/tone.wav").text
    presentation = saved(impress)
    video = presentation.slides[1].shapes[2]
    assert (video.left, video.top) == (0, 0)
    assert video.width == pytest.approx(presentation.slide_width / 2, rel=0.01)
    assert video.height == pytest.approx(presentation.slide_height / 2, rel=0.01)
    data = impress.file("talk.pptx")
    kept = [name for name in members(data) if name.startswith("ppt/media/")]
    assert {name.rpartition(".")[2] for name in kept} >= {"mp4", "wav"}
    impress.call("impress.save_as", file_path="talk.odp", overwrite=True)
    content = member(impress.file("talk.odp"), "content.xml")
    assert content.count('anim:command="play"') == 1
    assert content.count("draw:plugin ") == 2


@pytest.mark.core
@pytest.mark.effect(P + "save", P + "save_as")
def test_saving_as_chooses_the_format_by_the_ending(impress: Office) -> None:
    name = 'Füchse & "Hühner" 狐.odp'
    impress.call("impress.save_as", file_path=f"{FOLDER}/{name}", overwrite=True)
    assert member(impress.file(name), "mimetype") == "application/vnd.oasis.opendocument.presentation"
    impress.call("impress.write_text", content="Later", page_index=1, box_index=0)
    assert name in impress.call("impress.save").text
    assert "Later" in member(impress.file(name), "content.xml")
    impress.call("impress.save_as", file_path="old.ppt", overwrite=True)
    assert impress.file("old.ppt").startswith(bytes.fromhex("d0cf11e0"))
    impress.call("impress.save_as", file_path=f"{FOLDER}/new.pptx", overwrite=True)
    assert pptx.Presentation(io.BytesIO(impress.file("new.pptx"))).slides[0].shapes.title.text == "Later"


@pytest.mark.error(P + "save_as")
def test_saving_as_refuses_what_it_cannot_do(impress: Office) -> None:
    assert "overwrite" in impress.refusal("impress.save_as", file_path=f"{FOLDER}/talk.pptx")
    assert ".odp" in impress.refusal("impress.save_as", file_path=f"{FOLDER}/talk.docx")
    assert "does not exist" in impress.refusal("impress.save_as", file_path="/nowhere/talk.odp")
    assert "could not be written" in impress.refusal("impress.save_as", file_path="/etc/talk.odp")


@pytest.mark.error(P + "save")
def test_a_presentation_without_a_file_cannot_be_saved(office: Office) -> None:
    office.launch("libreoffice_impress")
    office.wait_for_window(lambda titles: any("Untitled" in title for title in titles[:1]))
    assert "Save As" in office.refusal("impress.save")


@pytest.mark.effect(P + "export_to_image")
def test_slides_become_pictures(impress: Office) -> None:
    done = impress.data("impress.export_to_image", file_path=f"{FOLDER}/slides.png", format="png")
    assert done["files"] == [f"{FOLDER}/slides-{number}.png" for number in (1, 2, 3)]
    for name in ("slides-1.png", "slides-3.png"):
        assert (
            Image.open(io.BytesIO(impress.file(name))).size == (done["width"], done["height"]) == (1280, 960)
        )
    for form in ("jpeg", "gif", "bmp", "tiff"):
        impress.call("impress.export_to_image", file_path=f"{FOLDER}/one", format=form, slide_index=2)
        image = Image.open(io.BytesIO(impress.file(f"one.{form}")))
        assert (image.format, image.size) == (form.upper(), (1280, 960))
        assert image.convert("L").getextrema()[0] < 100


@pytest.mark.error(P + "export_to_image")
def test_a_picture_needs_a_format_and_a_place(impress: Office) -> None:
    assert "does not fit" in impress.refusal(
        "impress.export_to_image", file_path=f"{FOLDER}/a.png", format="jpeg"
    )
    assert '"tiff"' in impress.refusal("impress.export_to_image", file_path=f"{FOLDER}/a.webp", format="webp")
    assert "could not be written" in impress.refusal(
        "impress.export_to_image", file_path="/etc/a.png", format="png"
    )


@pytest.mark.effect(P + "convert_to_docx")
def test_all_text_becomes_a_word_document(impress: Office) -> None:
    impress.call("impress.write_text", content="Zwei 狐", page_index=2, box_index=0)
    impress.call("impress.convert_to_docx")
    impress.call("impress.convert_to_docx", output_path=f"{FOLDER}/other.docx")
    for name in ("talk.docx", "other.docx"):
        document = docx.Document(io.BytesIO(impress.file(name)))
        lines = [paragraph.text for paragraph in document.paragraphs]
        assert lines == ["Slide 1", "a", "b", "Zwei 狐", "a", "b", "Slide 3", "a", "b"]
    assert impress.data("impress.get_slide_count")["document"] == "talk.pptx"


@pytest.mark.error(P + "convert_to_docx")
def test_a_word_document_needs_its_ending(impress: Office) -> None:
    assert ".docx" in impress.refusal("impress.convert_to_docx", output_path=f"{FOLDER}/a.txt")


@pytest.mark.effect(P + "configure_auto_save")
def test_auto_save_is_a_setting(impress: Office) -> None:
    names = (
        ("Recovery/AutoSave", "Enabled"),
        ("Recovery/AutoSave", "TimeIntervall"),
        ("Common/Save/Document", "AutoSave"),
        ("Common/Save/Document", "AutoSaveTimeIntervall"),
    )

    def settings() -> list[str]:
        text = impress.guest.read_file(SETTINGS).decode()
        items = (text.partition(f'{node}"><prop oor:name="{name}" ')[2] for node, name in names)
        return [item.partition("<value>")[2].partition("</value>")[0] for item in items]

    impress.call("impress.configure_auto_save", enabled=True, interval_minutes=7)
    assert settings() == ["true", "7"] * 2
    impress.call("impress.configure_auto_save", enabled=False, interval_minutes=0)
    assert settings() == ["false", "7"] * 2


@pytest.mark.error(P + "configure_auto_save")
def test_auto_save_needs_whole_minutes(impress: Office) -> None:
    for minutes in (0, 2.5):
        assert "1 to 60" in impress.refusal(
            "impress.configure_auto_save", enabled=True, interval_minutes=minutes
        )

"""Names and thoughts in any script are readable in pictures: frames of videos, and figures."""

from __future__ import annotations

import subprocess
import sys

import pytest
from matplotlib import font_manager
from PIL import Image, ImageDraw

from controller.results import fonts
from controller.results.report.drawings import wrap_columns
from controller.results.report.drawings_overview import accuracy_bars
from controller.results.report.model import Row, Table
from controller.results.report.plots import Plot
from controller.results.viewer.captions import CaptionFont

PAIRS = {
    "Chinese": ("模型甲的想法", "天空中飞小鸟"),
    "Japanese": ("ひらがな", "カタカナ"),
    "Korean": ("모델 이름", "다른 생각"),
    "Arabic": ("نموذج", "فكرةأ"),
    "Hebrew": ("מודל", "רעיו"),
    "Thai": ("โมเดล", "ความค"),
    "Devanagari": ("मॉडल", "विचा"),
    "Tamil": ("மாதி", "கருத"),
    "emoji": ("🚀🔥", "🎉🐛"),
}
"""Two texts of a script, of the same number of characters: drawn as boxes they would look alike."""
ROOM = 600


def drawn(text: str, *, bold: bool = False) -> Image.Image:
    picture = Image.new("RGB", (ROOM, 60))
    CaptionFont(24, bold).draw(ImageDraw.Draw(picture), (4, 4), text, "#ffffff")
    return picture


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("script", PAIRS)
def test_texts_of_a_script_are_drawn_apart(script: str, *, bold: bool) -> None:
    one, other = PAIRS[script]
    assert fonts.drawable(one) == one and fonts.drawable(other) == other
    assert drawn(one, bold=bold).getbbox() is not None
    assert drawn(one, bold=bold).tobytes() != drawn(other, bold=bold).tobytes()
    squares = fonts.SQUARE * len(one)
    assert drawn(one, bold=bold).tobytes() != drawn(squares, bold=bold).tobytes()


def test_latin_texts_need_no_other_font() -> None:
    text = "I click “Save” – naïve Ελληνικά Кириллица"
    assert fonts.runs_by_font(text) == [(text, fonts.main_file())]


def test_the_baseline_is_common_to_the_fonts_of_a_line() -> None:
    boxes = [drawn(text).getbbox() for text in ("H", "H模")]
    assert boxes[0] is not None and boxes[1] is not None
    assert drawn("H模").crop(boxes[0]).tobytes() == drawn("H").crop(boxes[0]).tobytes()


@pytest.mark.parametrize("text", [*(pair[0] * 40 for pair in PAIRS.values()), "word " * 80, "x" * 400])
def test_lines_are_no_wider_than_the_room(text: str) -> None:
    font = CaptionFont(24)
    lines = font.wrap(text, ROOM, 2)
    assert len(lines) == 2 and lines[1].endswith("…")
    assert all(font.length(line) <= ROOM for line in lines)
    assert font.length(font.fit(text, ROOM)) <= ROOM
    assert lines[0] and text.startswith(lines[0])


@pytest.mark.parametrize("text", ["", "One short line.", "模型甲", "one two " * 8])
def test_what_fits_is_whole(text: str) -> None:
    lines = CaptionFont(20).wrap(text, ROOM, 2)
    assert " ".join(lines) == text.strip()


def test_a_text_without_spaces_is_broken_between_characters() -> None:
    lines = CaptionFont(24).wrap("模型甲的想法" * 6, ROOM, 3)
    assert "".join(lines) == "模型甲的想法" * 6 and len(lines) == 2


def test_labels_of_figures_count_wide_characters_twice() -> None:
    assert wrap_columns("模型" * 6, 12) == "\n".join(["模型" * 3] * 2)
    assert wrap_columns("one two three", 7) == "one two\nthree"
    assert wrap_columns("openai 模型, gui, 15 steps", 12) == "openai 模型,\ngui, 15\nsteps"


def test_figures_have_the_signs_of_a_names_script() -> None:
    cells = {"run": "openai 模型甲🚀, gui", "accuracy": 50.0}
    rows = [Row("", "run", {**cells, "low": 40.0, "high": 60.0})]
    table = Table("overview", "", [], rows)
    svg = Plot("accuracy", "", lambda look: accuracy_bars(table, look, [])).svg().decode()
    unifont, upper = (font_manager.get_font(file).get_charmap() for file in fonts.fallback_files())
    assert all(f'id="Unifont-{unifont[ord(letter)]:x}"' in svg for letter in "模型甲")
    assert f'id="UnifontUpper-{upper[ord("🚀")]:x}"' in svg


WITHOUT = """
from matplotlib import font_manager
font_manager.findSystemFonts = lambda: []
from controller.results import fonts
print(ascii(fonts.drawable("a模b")), fonts.families())
"""


def test_without_the_font_there_are_squares() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "'a\\u25a1b' ['DejaVu Sans']"

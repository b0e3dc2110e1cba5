"""Writer's tools at their edges on a real guest: an effect or an error, nothing else changed, one step of Undo."""

from __future__ import annotations

import pytest

from tests.guest.fuzz.promises import State
from tests.guest.fuzz.writer_odt import document
from tests.guest.fuzz.writer_reader import read_document
from tests.guest.tools.office import Office

pytestmark = pytest.mark.guest

COPY = "/tmp/writer-edges.odt"
SELECT = """
text = document.getText()
cursor = text.createTextCursor()
for _ in range({paragraph}):
    cursor.gotoNextParagraph(False)
cursor.goRight({offset}, False)
cursor.goRight({length}, True)
document.CurrentController.select(cursor)
"""
PREVIEW = """
helper = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
helper.executeDispatch(document.CurrentController.Frame, ".uno:PrintPreview", "", 0, ())
"""


def open_document(office: Office, *features: str, name: str = "text.odt") -> None:
    office.write(name, document(features))
    office.show("libreoffice_writer", name)


def state(office: Office) -> State:
    """The document as a saved copy has it."""
    office.script(
        f"filter = struct('com.sun.star.beans.PropertyValue', Name='FilterName', Value='writer8')\n"
        f"document.storeToURL('file://{COPY}', (filter,))"
    )
    return read_document(office.guest.read_file(COPY))


def select(office: Office, paragraph: int, offset: int = 0, length: int = 0) -> None:
    office.script(SELECT.format(paragraph=paragraph, offset=offset, length=length))


def test_what_cannot_be_written_is_refused_and_nothing_changes(office: Office) -> None:
    open_document(office, "plain", "tables", "protected", "frames")
    before = state(office)
    for text in ("\x01\x02\x03", "a\x0bb", "\ufffe", "x" * 60_000):
        assert "text" in office.refusal("writer.write_text", text=text)
        assert "replacement" in office.refusal("writer.find_and_replace", pattern="fox", replacement=text)
    office.script("document.CurrentController.select(document.GraphicObjects.getByIndex(0))")
    assert "picture" in office.refusal("writer.write_text", text="x")
    select(office, 3, 2)
    for tool, arguments in (
        ("write_text", {"text": "x"}),
        ("insert_formula_at_cursor", {"formula": "a over b"}),
        ("insert_page_break", {}),
    ):
        assert "protected section 'Locked'" in office.refusal(f"writer.{tool}", **arguments)
    office.script(PREVIEW)
    assert "preview" in office.refusal("writer.write_text", text="x")
    office.script(PREVIEW)
    assert state(office) == before


def test_written_lines_are_one_step_of_undo_and_a_selection_gives_its_format(office: Office) -> None:
    open_document(office, "rich", "plain")
    select(office, 0, 3, 8)
    before = state(office)
    office.call("writer.write_text", text="🦊 one\ntwo\nthree")
    after = state(office)
    assert [after[f"body/{index}/text"] for index in range(3)] == [
        "A f🦊 one",
        "two",
        "threeld and red fox, spaced out",
    ]
    assert after["body/1/runs"] == [[3, {"font-weight": "bold", **_scripts(before)}]]
    office.key("ctrl", "z")
    office.wait_until(lambda: state(office) == before)


def _scripts(before: State) -> dict[str, str]:
    runs = before["body/0/runs"]
    assert isinstance(runs, list)
    return {name: value for name, value in runs[1][1].items() if name != "font-weight"}


@pytest.mark.parametrize(
    ("pattern", "replacement", "text"),
    [
        (r"(\w+) (\d+) km", r"$2 \1 $0", "The quick fox 10 ran ran 10 km. Foxes do."),
        ("fox", r"$500 & $1 \$0", "The quick $500 & $1 $0 ran 10 km. Foxes do."),
        (r"(?<=quick )(f)(ox)(?= ran)", "$2$1", "The quick oxf ran 10 km. Foxes do."),
        ("x*", "", "The quick fo ran 10 km. Foes do."),
        ("(?i)FOX", r"C:\new\2", r"The quick C:\new\2 ran 10 km. C:\new\2es do."),
    ],
)
def test_references_are_as_documented(office: Office, pattern: str, replacement: str, text: str) -> None:
    open_document(office, "plain")
    office.call("writer.find_and_replace", pattern=pattern, replacement=replacement, paragraph_indices=[0])
    assert state(office)["body/0/text"] == text


def test_replacing_keeps_comments_notes_links_and_protected_text(office: Office) -> None:
    open_document(office, "rich", "comments", "links", "notes", "protected")
    before = state(office)
    assert (
        "1 matches in protected text"
        in office.call("writer.find_and_replace", pattern="fox", replacement="cat").text
    )
    after = state(office)
    assert [after[path] for path in ("comment/0", "section/Locked")] == [before["comment/0"], "true"]
    assert _kinds(after, "body/2/marks") == _kinds(before, "body/2/marks")
    assert {path for path in after if path.startswith("note/")} == {
        p for p in before if p.startswith("note/")
    }
    texts = [value for path, value in after.items() if path.endswith("/text") and "fox" in str(value)]
    assert texts == ["a fox in the section Locked"]
    runs = after["body/3/runs"]
    assert isinstance(runs, list)
    assert [length for length, properties in runs if "href" in properties] == [len("the cat")]


def _kinds(found: State, path: str) -> list[str]:
    marks = found[path]
    assert isinstance(marks, list)
    return [mark[1] for mark in marks]


def test_an_invalid_or_endless_pattern_is_named(office: Office) -> None:
    open_document(office, "plain")
    assert "no valid regular expression" in office.refusal("writer.set_color", pattern="(fox", color=0)
    assert "too long" in office.refusal("writer.set_color", pattern="a" * 5_000, color=0)
    for pattern in ("^", "$"):
        assert "Nothing" in office.refusal("writer.find_and_replace", pattern=pattern, replacement="x")


def test_two_thousand_indices_take_a_moment(office: Office) -> None:
    office.write("many.txt", b"a fox\n" * 4_000)
    office.show("libreoffice_writer", "many.txt")
    office.call(
        "writer.find_and_replace", pattern="fox", replacement="cat", paragraph_indices=list(range(2_000))
    )
    lines = office.look("document.getText().getString()").split("\n")
    assert lines[:4_000] == ["a cat"] * 2_000 + ["a fox"] * 2_000
    assert "plain text" in office.refusal("writer.set_font", font_name="Carlito")


def test_formulas_that_cannot_be_read_are_not_inserted(office: Office) -> None:
    open_document(office, "plain")
    before = state(office)
    for formula in ("{a over b", "a +", "left ( x", "f() + ", '"open', "  "):
        assert "formula" in office.refusal("writer.insert_formula_at_cursor", formula=formula)
    assert state(office) == before
    office.call("writer.insert_formula_at_cursor", formula='"costs $5" + f() over b')
    assert state(office)["body/0/marks"] == [[0, "frame", "formula", '"costs $5" + f() over b', "as-char"]]


def test_text_typed_after_the_default_font_was_set_has_it(office: Office) -> None:
    open_document(office, "plain")
    office.call("writer.set_default_font", font_name="Carlito", font_size=13)
    office.key("ctrl", "End")
    office.guest.call_tool("computer.type", {"text": "new"})
    office.key("Return")
    office.guest.call_tool("computer.type", {"text": "line"})
    office.wait_until(lambda: state(office).get("body/2/text") == "line")
    after = state(office)
    length = len("Costs $500 & more, or 7 % (a.b) at C:\\new")
    looks = after["body/1/look"]
    assert isinstance(looks, list)
    assert [looks[0][0], *looks[-1]] == [length, 3, "Carlito", "13pt"]
    assert after["body/2/look"] == [[4, "Carlito", "13pt"]]


def set_default_font_in_word(office: Office) -> tuple[list[list[object]], int]:
    """Set Carlito with the cursor in "The"; returns the paragraph's look before, and its length."""
    open_document(office, "plain")
    for keys in (("ctrl", "Home"), ("Right",), ("Right",)):
        office.key(*keys)
    before = state(office)["body/0/look"]
    assert isinstance(before, list)
    office.call("writer.set_default_font", font_name="Carlito")
    assert state(office)["body/0/look"] == before
    return before, len("The quick fox ran 10 km. Foxes do.")


def test_a_default_font_set_with_the_cursor_in_a_word_is_that_of_what_is_typed_there(office: Office) -> None:
    (look,), length = set_default_font_in_word(office)
    office.guest.call_tool("computer.type", {"text": "y"})
    office.wait_until(lambda: state(office)["body/0/text"] != "The quick fox ran 10 km. Foxes do.")
    typed = [1, "Carlito", look[2]]
    assert state(office)["body/0/look"] == [[2, *look[1:]], typed, [length - 2, *look[1:]]]


def test_a_replacement_has_its_match_s_font_where_another_waits_to_be_typed(office: Office) -> None:
    (look,), length = set_default_font_in_word(office)
    office.call("writer.find_and_replace", pattern="he", replacement="hose")
    office.call("writer.find_and_replace", pattern=r"do\.$", replacement="do!!")
    after = state(office)
    assert after["body/0/text"] == "Those quick fox ran 10 km. Foxes do!!"
    assert after["body/0/look"] == [[length + len("se") + len("!"), *look[1:]]]


def test_a_header_keeps_what_is_no_page_number(office: Office) -> None:
    open_document(office, "plain", "header")
    for _ in range(2):
        office.call("writer.add_page_numbers", position="bottom_right", format="Draft, page 1")
    after = state(office)
    assert after["header/Standard/header/0/text"] == "A fox in the header"
    assert after["order/header/Standard/footer"] == ["p"]
    assert after["header/Standard/footer/0/text"] == "Draft, page \x7f"


def test_sizes_that_a_file_would_round_are_refused(office: Office) -> None:
    open_document(office, "plain")
    assert "tenths" in office.refusal("writer.set_font_size", pattern="fox", font_size=10.33)
    assert "hundredths" in office.refusal("writer.set_line_spacing", spacing_value=1.005)


def test_too_many_matches_are_refused_and_fewer_paragraphs_are_a_way_out(office: Office) -> None:
    open_document(office)
    office.script("document.Text.setString('\\r'.join(['fox ' * 20] * 200))")
    refused = office.refusal("writer.find_and_replace", pattern="fox", replacement="owl")
    assert "4,000 places" in refused and "paragraph_indices" in refused
    assert "More than 2,000" in office.refusal(
        "writer.set_color", pattern="fox", color=0, paragraph_indices=list(range(150))
    )
    office.call("writer.find_and_replace", pattern="fox", replacement="owl", paragraph_indices=[3, 150, 199])
    assert office.look("document.Text.String.count('owl')") == 60
    paragraphs = "[i for i, line in enumerate(document.Text.String.split('\\n')) if 'owl' in line]"
    assert office.look(paragraphs) == [3, 150, 199]

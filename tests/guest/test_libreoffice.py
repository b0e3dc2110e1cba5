"""The LibreOffice tools on a real guest: each effect is looked up in the saved file."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from typing import Any

import docx
import openpyxl
import pptx
import pytest

from checkers.documents import parse_document
from checkers.slides import parse_presentation
from checkers.spreadsheets import parse_workbook
from controller.guest import Guest

FOLDER = "/home/user/office-tests"

QUIT = """
import uno
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
context = resolver.resolve("uno:pipe,name=testbed;urp;StarOffice.ComponentContext")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
documents = desktop.getComponents().createEnumeration()
while documents.hasMoreElements():
    document = documents.nextElement()
    if hasattr(document, "setModified"):
        document.setModified(False)
try:
    desktop.terminate()
except uno.getClass("com.sun.star.lang.DisposedException"):
    pass
"""


class Office:
    """LibreOffice in a guest: opens files, calls its tools, fetches what was saved."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.opened = False

    def open(self, app: str, name: str, save: Callable[[io.BytesIO], object]) -> None:
        stream = io.BytesIO()
        save(stream)
        self.guest.write_file(f"{FOLDER}/{name}", stream.getvalue())
        self.guest.run(["/usr/local/bin/testbed-open", app, f"{FOLDER}/{name}"], as_user=True)
        self.opened = True
        self.wait_for_window(lambda titles: any(title.startswith(f"{name} ") for title in titles[:1]))

    def wait_for_window(self, shown: Callable[[list[str]], bool], seconds: float = 30.0) -> None:
        """Wait for a condition on the titles of the windows, the active one first."""
        deadline = time.monotonic() + seconds
        while True:
            windows = self.guest.call_tool("computer.windows").structured or {}
            titles = [
                item["title"] for item in sorted(windows["windows"], key=lambda item: not item["active"])
            ]
            if shown(titles):
                return
            assert time.monotonic() < deadline, titles
            time.sleep(0.1)

    def call(self, name: str, **arguments: Any) -> str:
        result = self.guest.call_tool(f"osworld_mcp_libreoffice_{name}", arguments)
        assert not result.is_error, result.text
        return result.text

    def fails(self, name: str, **arguments: Any) -> str:
        result = self.guest.call_tool(f"osworld_mcp_libreoffice_{name}", arguments)
        assert result.is_error, result.text
        return result.text

    def info(self, name: str, **arguments: Any) -> Any:
        result = self.guest.call_tool(f"osworld_mcp_libreoffice_{name}", arguments)
        assert not result.is_error, result.text
        return result.structured

    def key(self, *keys: str) -> None:
        self.guest.call_tool("computer.key", {"keys": list(keys)})

    def file(self, name: str) -> bytes:
        return self.guest.read_file(f"{FOLDER}/{name}")

    def quit(self) -> None:
        if self.opened:
            self.guest.run(["python3", "-c", QUIT], as_user=True)
            self.wait_for_end()

    def wait_for_end(self, seconds: float = 30.0) -> None:
        """Wait until the process is gone: a file opened in one that is ending would be lost."""
        deadline = time.monotonic() + seconds
        while self.guest.run(["pgrep", "-x", "soffice.bin"], check=False).exit_code == 0:
            assert time.monotonic() < deadline, "soffice.bin is still running"
            time.sleep(0.1)


@pytest.fixture
def office(guest: Guest) -> Iterator[Office]:
    office = Office(guest)
    yield office
    office.quit()


def sales() -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Sales"
    for row in (("Item", "Price"), ("Pen", 2), ("Cup", 7.5), ("Bag", 30)):
        sheet.append(row)
    book.create_sheet("Notes")
    return book


def letter() -> Any:
    document = docx.Document()
    for text in ("Dear fox", "The fox ran 10 km. Foxes do.", "Yours"):
        document.add_paragraph(text)
    document.add_table(1, 1).cell(0, 0).text = "a fox"
    return document


def talk() -> Any:
    presentation = pptx.Presentation()
    for number in (1, 2, 3):
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = "a\nb"
    return presentation


def test_without_libreoffice_the_remedy_is_named(office: Office) -> None:
    assert "not running" in office.fails("calc.save")
    assert "testbed-open" in office.fails("writer.env_info")


def test_calc_values_and_sheets(office: Office) -> None:
    office.open("libreoffice_calc", "sales.xlsx", sales().save)
    seen = office.info("calc.env_info")
    assert seen["headers"] == ["Item", "Price"]
    assert seen["data"] == [["Pen", 2], ["Cup", 7.5], ["Bag", 30]]
    assert office.info("calc.get_workbook_info")["sheets"] == ["Sales", "Notes"]
    office.call("calc.set_cell_value", cell="B5", value="=SUM(Sales!B2:B4)")
    office.call("calc.set_cell_value", cell="Notes.A1", value="2025-03-04")
    office.call("calc.set_column_values", column_name="C", data=["Stock", 1, 2.5, None], start_index=1)
    office.call("calc.sort_column", column_name="Item")
    office.call("calc.format_range", range_str="A1:C1", bold=True, background_color="yellow")
    office.call("calc.create_chart", chart_type="column", data_range="A1:B4", title="Prices")
    office.call("calc.rename_sheet", old_name="Notes", new_name="Remarks")
    office.call("calc.switch_active_sheet", sheet_name="New")
    office.call("calc.save")
    book = parse_workbook(office.file("sales.xlsx"), "sales.xlsx")
    sheet = book.sheet("Sales")
    assert book.sheet_names == ["Sales", "Remarks", "New"]
    assert sheet.column("A") == ["Bag", "Cup", "Pen"]
    assert sheet.column("B") == [30, 7.5, 2, 39.5]
    assert sheet["B5"].formula.startswith("=SUM(")
    assert (sheet["C3"].value, sheet["C4"].value) == (2.5, 1)
    assert sheet["A1"].bold and sheet["C1"].fill == 0xFFFF00
    assert [(chart.kind, chart.title) for chart in sheet.charts] == [("bar", "Prices")]
    assert book.sheet("Remarks")["A1"].format_kind == "date"


def test_calc_says_what_is_wrong(office: Office) -> None:
    office.open("libreoffice_calc", "sales.xlsx", sales().save)
    assert "Sales, Notes" in office.fails("calc.env_info", sheet_name="Q3")
    assert "A=Item, B=Price" in office.fails("calc.sort_column", column_name="Weight")
    assert "cannot compute" in office.fails("calc.set_cell_value", cell="A9", value="=FOO(1)")
    assert "set_cell_value" in office.fails("calc.set_column_values", column_name="A", data=["=1"])
    assert "already" in office.fails("calc.rename_sheet", old_name="Sales", new_name="notes")
    assert "no text document" in office.fails("writer.save").lower()
    assert office.info("calc.env_info")["used_range"] == "A1:B4"


def test_an_open_dialog_is_named(office: Office) -> None:
    office.open("libreoffice_calc", "sales.xlsx", sales().save)
    office.key("ctrl", "1")
    office.wait_for_window(lambda titles: "Format Cells" in titles)
    assert "Format Cells" in office.fails("calc.set_cell_value", cell="A1", value="1")
    assert office.info("calc.env_info")["sheet"] == "Sales"
    office.key("Escape")
    office.wait_for_window(lambda titles: "Format Cells" not in titles)
    office.call("calc.set_cell_value", cell="A1", value="1")


def test_a_document_without_a_file_cannot_be_saved(office: Office) -> None:
    office.guest.run(["/usr/local/bin/testbed-open", "libreoffice_calc"], as_user=True)
    office.opened = True
    office.wait_for_window(lambda titles: any("Untitled 1" in title for title in titles))
    assert "Save As" in office.fails("calc.save")


def test_the_connection_survives_a_restart(office: Office) -> None:
    office.open("libreoffice_calc", "sales.xlsx", sales().save)
    office.call("calc.env_info")
    office.quit()
    office.open("libreoffice_calc", "sales.xlsx", sales().save)
    office.call("calc.env_info")


def test_writer(office: Office) -> None:
    office.open("libreoffice_writer", "letter.docx", letter().save)
    seen = office.info("writer.env_info")
    assert [item["text"] for item in seen["paragraphs"]][:3] == [
        "Dear fox",
        "The fox ran 10 km. Foxes do.",
        "Yours",
    ]
    assert seen["tables"][0]["rows"] == [["a fox"]]
    office.call("writer.find_and_replace", pattern="fox", replacement="cat")
    office.call("writer.find_and_replace", pattern="Yours", replacement=r"Tom & C\o")
    office.call("writer.find_and_replace", pattern=r"(\d+) km", replacement="$1 miles", paragraph_indices=[1])
    office.call("writer.set_font_size", font_size=20, pattern="Dear")
    office.call("writer.set_font", font_name="liberation mono", paragraph_indices=[2])
    office.call("writer.set_paragraph_alignment", alignment="center", paragraph_indices=[0])
    office.call("writer.set_line_spacing", spacing_value=1.5, paragraph_indices=[1])
    office.key("ctrl", "Home")
    office.call("writer.write_text", text="Hello 😀\nWorld ", bold=True, size=30)
    office.call("writer.save")
    document = parse_document(office.file("letter.docx"), "letter.docx")
    assert document.texts == ["Hello 😀", "World Dear cat", "The cat ran 10 miles. Foxes do.", r"Tom & C\o"]
    assert document.tables == ((("a cat",),),)
    assert document.paragraph("Hello").every(bold=True, size=30)
    dear = next(run for run in document.paragraph("Dear").runs if "Dear" in run.text)
    assert (dear.size, dear.bold) == (20.0, False)
    assert document.paragraph("Dear").alignment == "center"
    assert document.paragraph("miles").line_spacing == pytest.approx(1.5)
    assert document.paragraph("Tom").every(font="Liberation Mono")


def test_writer_says_what_is_wrong(office: Office) -> None:
    office.open("libreoffice_writer", "letter.docx", letter().save)
    assert "Nothing in the document" in office.fails(
        "writer.find_and_replace", pattern="FOX", replacement="x"
    )
    assert "0 to" in office.fails("writer.set_line_spacing", spacing_value=2, paragraph_indices=[99])
    assert "Liberation Sans" in office.fails("writer.set_font", font_name="Comic Sans MS")


def test_impress(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    assert office.info("impress.get_slide_count") == {"result": 3}
    seen = office.info("impress.env_info", page_indices=[2])
    assert [box["text"] for box in seen["slides"][0]["boxes"]] == ["Slide 2", "a\nb"]
    office.call("impress.write_text", content="New title", page_index=2, box_index=0, bold=True, size=50)
    office.call("impress.write_text", content="\nc", page_index=2, box_index=1, append=True)
    office.call("impress.duplicate_slide", slide_index=1, target_position=3)
    office.call("impress.set_slide_background", slide_index=3, color="#FFF2CC")
    office.call("impress.goto_slide", slide_index=4)
    assert office.info("impress.env_info")["current_slide"] == 4
    office.call("impress.save")
    slides = parse_presentation(office.file("talk.pptx"), "talk.pptx")
    assert slides.titles == ["Slide 1", "New title", "Slide 3", "Slide 1"]
    assert slides.slide(2).texts[1] == "a\nb\nc"
    assert slides.slide(2).boxes[0].paragraphs[0].every(bold=True, size=50)
    assert [slide.background for slide in slides.slides] == [None, None, 0xFFF2CC, None]


def test_impress_says_what_is_wrong(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    assert "1 to 3" in office.fails("impress.goto_slide", slide_index=4)
    assert "'Slide 1'" in office.fails("impress.write_text", content="x", page_index=1, box_index=7)
    assert "either" in office.fails("impress.set_slide_background", slide_index=1)
    assert "no file" in office.fails("impress.set_slide_background", image_path="/nowhere.png")

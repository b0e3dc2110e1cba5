"""Writer's and Impress' tools on what goes wrong: files changed meanwhile, read-only, odd names, dialogs."""

from __future__ import annotations

import io

import docx
import pytest

from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.office_files import letter, member, picture, talk
from tests.guest.tools.workbooks import workbook
from tests.waiting import eventually

pytestmark = pytest.mark.guest

WRITER_EDITS: dict[str, dict[str, object]] = {
    "write_text": {"text": "x"},
    "set_color": {"pattern": "fox", "color": 0},
    "find_and_replace": {"pattern": "fox", "replacement": "x"},
    "set_font": {"font_name": "Carlito"},
    "set_line_spacing": {"spacing_value": 2},
    "insert_formula_at_cursor": {"formula": "a over b"},
    "insert_image_at_cursor": {"image_path": f"{FOLDER}/red.png"},
    "set_font_size": {"font_size": 20, "pattern": "fox"},
    "set_paragraph_alignment": {"alignment": "right"},
    "set_default_font": {"font_name": "Carlito"},
    "add_page_numbers": {"position": "top_left"},
    "insert_page_break": {},
}
BOX = {"slide_index": 1, "box_index": 0}
IMPRESS_EDITS: dict[str, dict[str, object]] = {
    "delete_content": BOX,
    "duplicate_slide": {"slide_index": 1, "target_position": 1},
    "insert_file": {"file_path": f"{FOLDER}/red.png"},
    "insert_image": {"slide_index": 1, "image_path": f"{FOLDER}/red.png"},
    "position_box": {**BOX, "position": "left"},
    "set_background_color": {**BOX, "color": "red"},
    "set_slide_background": {"color": "red"},
    "set_slide_font": {"slide_index": 1, "font_name": "Carlito"},
    "set_slide_orientation": {"orientation": "portrait"},
    "set_style": {**BOX, "bold": True},
    "set_text_color": {**BOX, "color": "red"},
    "set_text_strikethrough": {**BOX, "line_numbers": [1], "apply": True},
    "set_textbox_alignment": {**BOX, "alignment": "left"},
    "write_text": {"content": "x", "page_index": 1, "box_index": 0},
}
NAMES = ["It's 50% #1 & 狐 [new].docx", 'two\nlines "quoted".docx', " Füchse اسم .docx"]


def text_of(data: bytes) -> str:
    return "\n".join(paragraph.text for paragraph in docx.Document(io.BytesIO(data)).paragraphs)


def open_letter(office: Office) -> None:
    office.open("libreoffice_writer", "letter.docx", letter().save)
    office.call("writer.write_text", text="Mine ")


def test_saving_does_not_overwrite_what_another_program_wrote(office: Office) -> None:
    open_letter(office)
    other = io.BytesIO()
    document = letter()
    document.add_paragraph("Theirs")
    document.save(other)
    office.write("letter.docx", other.getvalue())
    refused = office.refusal("writer.save")
    assert "changed by another program" in refused and "Reload" in refused
    assert "Theirs" in text_of(office.file("letter.docx"))
    assert "changed by another program" in office.refusal("writer.save")
    office.wait_for_window(lambda titles: titles == ["letter.docx - LibreOffice Writer"])
    office.call("writer.write_text", text="x")


EDITS: dict[str, tuple[str, str, dict[str, object]]] = {
    "calc": ("sales.xlsx", "set_cell_value", {"cell": "B2", "value": "5"}),
    "writer": ("letter.docx", "write_text", {"text": "Again "}),
    "impress": ("talk.pptx", "write_text", {"content": "x", "page_index": 1, "box_index": 0}),
}


@pytest.mark.parametrize("kind", EDITS)
def test_the_file_is_looked_at_before_every_save(office: Office, kind: str) -> None:
    name, tool, arguments = EDITS[kind]
    make = {"calc": workbook().save, "writer": letter().save, "impress": talk().save}[kind]
    office.open(f"libreoffice_{kind}", name, make)
    original = office.file(name)
    office.call(f"{kind}.{tool}", **arguments)
    office.key("ctrl", "s")
    wait_until_saved(office)
    office.call(f"{kind}.{tool}", **arguments)
    office.call(f"{kind}.save")
    office.call(f"{kind}.{tool}", **arguments)
    office.key("ctrl", "s")
    wait_until_saved(office)
    office.write(name, original)
    office.call(f"{kind}.{tool}", **arguments)
    assert "changed by another program" in office.refusal(f"{kind}.save")
    if kind == "impress":
        refused = office.refusal("impress.save_as", file_path=f"{FOLDER}/{name}", overwrite=True)
        assert "changed by another program" in refused
    assert office.file(name) == original


def wait_until_saved(office: Office) -> None:
    """Until Ctrl+S has written the file; LibreOffice asks first whether to keep the format docx."""
    titles: list[str] = []

    def is_saved() -> bool:
        windows = office.guest.call_tool("computer.windows").structured["windows"]
        titles[:] = [window["title"] for window in windows]
        if "Keep Current Format?" in titles:
            office.key("Return")
        return not office.look("document.isModified()")

    eventually(is_saved, what=lambda: f"the end of saving; windows: {titles}", every=0.1)


def test_a_file_that_vanished_is_written_anew(office: Office) -> None:
    open_letter(office)
    office.guest.run(["rm", f"{FOLDER}/letter.docx"])
    office.call("writer.save")
    assert "Mine Dear fox" in text_of(office.file("letter.docx"))


def test_a_folder_that_vanished_is_named(office: Office) -> None:
    office.guest.run(["mkdir", "-p", f"{FOLDER}/gone"], as_user=True)
    office.write("gone/letter.docx", letter_bytes())
    office.launch("libreoffice_writer", f"{FOLDER}/gone/letter.docx")
    office.wait_for_window(lambda titles: any(title.startswith("letter.docx ") for title in titles[:1]))
    office.call("writer.write_text", text="Mine ")
    office.guest.run(["rm", "-r", f"{FOLDER}/gone"])
    assert f"{FOLDER}/gone does not exist any more" in office.refusal("writer.save")


def test_a_full_disk_is_named_and_the_document_stays(office: Office) -> None:
    small = f"{FOLDER}/small"
    office.guest.run(["mkdir", "-p", small])
    office.guest.run(["mount", "-t", "tmpfs", "-o", "size=200k,uid=1000,gid=1000", "tmpfs", small])
    try:
        office.write("small/letter.docx", letter_bytes())
        office.launch("libreoffice_writer", f"{small}/letter.docx")
        office.wait_for_window(lambda titles: any(title.startswith("letter.docx ") for title in titles[:1]))
        office.call("writer.write_text", text="Mine ")
        office.guest.run(["sh", "-c", f"head -c 1M /dev/zero > {small}/filler"], check=False)
        refused = office.refusal("writer.save")
        assert "could not be written" in refused and "disk" in refused
        office.guest.run(["rm", f"{small}/filler"])
        office.call("writer.save")
        assert "Mine Dear fox" in text_of(office.guest.read_file(f"{small}/letter.docx"))
    finally:
        office.close()
        office.guest.run(["umount", "-l", small])


def letter_bytes() -> bytes:
    stream = io.BytesIO()
    letter().save(stream)
    return stream.getvalue()


def test_a_folder_that_may_not_be_written_is_named(office: Office) -> None:
    open_letter(office)
    office.guest.run(["chown", "-R", "root:root", FOLDER])
    try:
        refused = office.refusal("writer.save")
        assert f"{FOLDER}/letter.docx could not be written" in refused and "Save As" in refused
    finally:
        office.guest.run(["chown", "-R", "user:user", FOLDER])


@pytest.mark.parametrize(
    ("application", "name", "edits"),
    [("writer", "fixed.docx", WRITER_EDITS), ("impress", "fixed.pptx", IMPRESS_EDITS)],
)
def test_a_read_only_document_is_read_and_exported_but_not_changed(
    office: Office, application: str, name: str, edits: dict[str, dict[str, object]]
) -> None:
    stream = io.BytesIO()
    (letter() if application == "writer" else talk()).save(stream)
    office.write(name, stream.getvalue())
    office.write("red.png", picture())
    office.guest.run(["chown", "root:root", f"{FOLDER}/{name}"])
    office.guest.run(["chmod", "444", f"{FOLDER}/{name}"])
    office.show(f"libreoffice_{application}", name)
    for tool, arguments in edits.items():
        if tool != "insert_file":
            assert f"{name} is open read-only" in office.refusal(f"{application}.{tool}", **arguments)
    assert "read-only" in office.refusal(f"{application}.save")
    assert office.data(f"{application}.env_info")["document"] == name
    if application == "writer":
        office.call("writer.export_to_pdf")
        assert office.file("fixed.pdf").startswith(b"%PDF")
    else:
        office.call("impress.goto_slide", slide_index=2)
        office.call("impress.save_as", file_path="copy.odp", overwrite=True)
        office.call("impress.write_text", content="Mine", page_index=1, box_index=0)
        assert "copy.odp" in office.call("impress.save").text
        assert "Mine" in member(office.file("copy.odp"), "content.xml")


def test_a_password_is_asked_for_and_named(office: Office) -> None:
    open_letter(office)
    office.script(
        "pv = lambda **k: tuple(struct('com.sun.star.beans.PropertyValue', Name=n, Value=v) for n, v in k.items())\n"
        f"document.storeToURL('file://{FOLDER}/secret.odt', pv(FilterName='writer8', Password='key'))"
    )
    office.close()
    office.launch("libreoffice_writer", f"{FOLDER}/secret.odt")
    office.wait_for_window(lambda titles: any("Password" in title for title in titles))
    assert "Password" in office.refusal("writer.write_text", text="x")
    assert "Password" in office.refusal("writer.env_info")
    office.guest.call_tool("computer.type", {"text": "key"})
    office.key("Return")
    office.wait_for_window(lambda titles: any(title.startswith("secret.odt ") for title in titles[:1]))
    office.call("writer.write_text", text="More ")
    office.call("writer.save")
    assert b"More" not in office.file("secret.odt")


def test_an_open_dialog_is_named_and_reading_goes_on(office: Office) -> None:
    open_letter(office)
    office.key("ctrl", "F12")
    office.wait_for_window(lambda titles: "Insert Table" in titles)
    assert '"Insert Table"' in office.refusal("writer.write_text", text="x")
    assert "Mine" in office.data("writer.env_info")["paragraphs"][0]["text"]
    office.key("Escape")
    office.wait_for_window(lambda titles: "Insert Table" not in titles)
    office.call("writer.write_text", text="x")


def test_another_kind_of_document_is_named(office: Office) -> None:
    open_letter(office)
    refused = office.refusal("impress.env_info")
    assert "No presentation" in refused and "letter.docx (text document)" in refused


@pytest.mark.parametrize("name", NAMES)
def test_odd_file_names(office: Office, name: str) -> None:
    office.write(name, letter_bytes())
    office.launch("libreoffice_writer", f"{FOLDER}/{name}")
    shown = " ".join(name.split())[:8]
    office.wait_for_window(
        lambda titles: any(shown[:3] in title and "Writer" in title for title in titles[:1])
    )
    assert office.data("writer.env_info")["file_path"] == f"{FOLDER}/{name}"
    office.call("writer.write_text", text="Mine ")
    office.call("writer.save")
    assert "Mine Dear fox" in text_of(office.file(name))
    office.call("writer.export_to_pdf")
    assert office.file(name.removesuffix(".docx") + ".pdf").startswith(b"%PDF")

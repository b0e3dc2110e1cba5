import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

DOCUMENTS = "/home/user/Documents"
MINUTES = f"{DOCUMENTS}/minutes.docx"
COPY = f"{DOCUMENTS}/minutes-archive.docx"
LIST = "word_list_available_documents"
INFO = "word_get_document_info"
PDF = "word_convert_to_pdf"
COPY_TO = "word_copy_document"
TEXT = "word_get_document_text"
LINE = "word_insert_line_or_paragraph_near_text"
REPLACE = "word_search_and_replace"
PROTECT = "word_protect_document"


def mcp() -> Solution:
    yield ToolCall(name=LIST, arguments={"directory": DOCUMENTS})
    for name in ("letter.docx", "minutes.docx"):
        seen = yield ToolCall(name=INFO, arguments={"filename": f"{DOCUMENTS}/{name}"})
        if json.loads(seen.results[0].text)["author"] == "Hanne Ilves":
            break
    yield from archived(f"{DOCUMENTS}/{name}")


def wrong_other_password(_guest: Guest) -> Solution:
    yield from archived(MINUTES, password="heron")


def wrong_not_protected(_guest: Guest) -> Solution:
    yield from archived(MINUTES, password="")


def wrong_amount_is_still_there(_guest: Guest) -> Solution:
    yield from archived(MINUTES, amount="8,400")


def archived(minutes: str, *, password: str = "heron7", amount: str = "8,400 euros") -> Solution:
    yield ToolCall(name=PDF, arguments={"filename": minutes, "output_filename": f"{DOCUMENTS}/board.pdf"})
    yield ToolCall(name=COPY_TO, arguments={"source_filename": minutes, "destination_filename": COPY})
    yield ToolCall(name=TEXT, arguments={"filename": COPY})
    line = {
        "target_text": "Minutes of the tenants' meeting",
        "line_text": "Copy for the archive",
        "position": "after",
    }
    yield ToolCall(name=LINE, arguments={"filename": COPY, **line, "line_style": "Normal"})
    yield ToolCall(
        name=REPLACE, arguments={"filename": COPY, "find_text": amount, "replace_text": "[amount]"}
    )
    if password:
        yield ToolCall(name=PROTECT, arguments={"filename": COPY, "password": password})

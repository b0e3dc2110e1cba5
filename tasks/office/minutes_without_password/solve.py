from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

UNPROTECT = "word_unprotect_document"
MINUTES = "/home/user/Documents/minutes.docx"


def mcp() -> Solution:
    yield ToolCall(name=UNPROTECT, arguments={"filename": MINUTES, "password": "heron-58"})


def wrong_another_password(_guest: Guest) -> Solution:
    yield from mcp()
    yield ToolCall(name="word_protect_document", arguments={"filename": MINUTES, "password": "public"})


def wrong_written_anew(_guest: Guest) -> Solution:
    yield ToolCall(name="word_create_document", arguments={"filename": MINUTES, "title": "Minutes"})
    for text in ("Minutes of the safety committee", "Next meeting: 9 December."):
        yield ToolCall(name="word_add_paragraph", arguments={"filename": MINUTES, "text": text})

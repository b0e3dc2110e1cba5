from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

ESSAY = {"filename": "/home/user/Documents/essay.docx"}
READ = "word_get_document_text"
DELETE = "word_delete_footnote_robust"
DELETE_AT = "word_delete_footnote_from_document"
ADD = "word_add_footnote_after_text"
VALIDATE = "word_validate_document_footnotes"


def mcp() -> Solution:
    yield ToolCall(name=READ, arguments=ESSAY)
    yield from ordered()
    yield ToolCall(name=VALIDATE, arguments=ESSAY)


def wrong_wallace_for_darwin(_guest: Guest) -> Solution:
    yield from ordered(first="same idea")


def wrong_other_sentence(_guest: Guest) -> Solution:
    yield from ordered(place="Their beaks")


def wrong_one_deleted(_guest: Guest) -> Solution:
    yield ToolCall(name=DELETE, arguments={**ESSAY, "search_text": "in 1835"})
    yield added("to island")


def ordered(first: str = "in 1835", place: str = "to island") -> Solution:
    yield ToolCall(name=DELETE, arguments={**ESSAY, "search_text": first})
    yield ToolCall(name=DELETE_AT, arguments={**ESSAY, "search_text": "their food"})
    yield added(place)


def added(place: str) -> ToolCall:
    note = {"search_text": place, "footnote_text": "Thirteen species."}
    return ToolCall(name=ADD, arguments={**ESSAY, **note})

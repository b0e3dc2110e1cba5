import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

LEASE = {"filename": "/home/user/Documents/lease.docx"}
COMMENTS = "word_get_all_comments"
BY_AUTHOR = "word_get_comments_by_author"
TEXT = "word_get_document_text"
REPLACE = "word_search_and_replace"
FIND = "word_find_text_in_document"
PARAGRAPH = "word_get_paragraph_text_from_document"
FORMAT = "word_format_text"
BREAK = "word_add_page_break"
ADD = "word_add_paragraph"
RENT = ("240 euros", "260 euros")
KEYS = ("the harbour office", "the club's chair")


def mcp() -> Solution:
    yield ToolCall(name=COMMENTS, arguments=LEASE)
    yield ToolCall(name=BY_AUTHOR, arguments={**LEASE, "author": "Selma Roth"})
    yield ToolCall(name=TEXT, arguments=LEASE)
    yield from changed(RENT, KEYS)


def wrong_ends_in_2028(_guest: Guest) -> Solution:
    yield from changed(RENT, KEYS, ("2027", "2028"))


def wrong_not_bold(_guest: Guest) -> Solution:
    yield from changed(RENT, KEYS, bold=False)


def wrong_rent_alone(_guest: Guest) -> Solution:
    yield from changed(RENT)


def changed(*changes: tuple[str, str], bold: bool = True) -> Solution:
    for old, new in changes:
        yield ToolCall(name=REPLACE, arguments={**LEASE, "find_text": old, "replace_text": new})
        seen = yield ToolCall(name=FIND, arguments={**LEASE, "text_to_find": new})
        number = json.loads(seen.results[0].text)["occurrences"][0]["paragraph_index"]
        seen = yield ToolCall(name=PARAGRAPH, arguments={**LEASE, "paragraph_index": number})
        start = json.loads(seen.results[0].text)["text"].index(new)
        words = {"paragraph_index": number, "start_pos": start, "end_pos": start + len(new)}
        if bold:
            yield ToolCall(name=FORMAT, arguments={**LEASE, **words, "bold": True})
    yield ToolCall(name=BREAK, arguments=LEASE)
    yield ToolCall(name=ADD, arguments={**LEASE, "text": "Signed in Corvin"})

import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

RULES = "/home/user/Documents/rules.docx"
FILE = {"filename": RULES}
TEXT = "word_get_document_text"
BLOCK = "word_replace_paragraph_block_below_header"
REPLACE = "word_search_and_replace"
FIND = "word_find_text_in_document"
DELETE = "word_delete_paragraph"
LIST = "word_insert_numbered_list_near_text"
HEADING = "word_insert_header_near_text"
FOOTNOTE = "word_add_footnote_robust"
VALIDATE = "word_validate_document_footnotes"
BOOKING = [
    "Courts are booked on the club's website.",
    "A booking is free of charge until noon of the day before.",
]
DUTIES = ["Sweep the court.", "Switch off the light.", "Close the windows."]


def mcp() -> Solution:
    yield ToolCall(name=TEXT, arguments=FILE)
    yield from updated()
    yield ToolCall(name=VALIDATE, arguments=FILE)


def wrong_duty_left_out(_guest: Guest) -> Solution:
    yield from updated(duties=DUTIES[:2])


def wrong_bar_is_still_there(_guest: Guest) -> Solution:
    yield from updated(bar=True)


def wrong_footnote_at_another_sentence(_guest: Guest) -> Solution:
    yield from updated(noted="Games end")


def wrong_duties_as_plain_lines(_guest: Guest) -> Solution:
    yield from updated(duties=[])
    for duty in reversed(DUTIES):
        line = {"target_text": "Before you leave:", "line_text": duty, "position": "after"}
        yield ToolCall(name="word_insert_line_or_paragraph_near_text", arguments={**FILE, **line})


def updated(*, duties: list[str] = DUTIES, bar: bool = False, noted: str = "Shoes with") -> Solution:
    block = {**FILE, "header_text": "Booking", "new_paragraphs": BOOKING}
    yield ToolCall(name=BLOCK, arguments=block)
    if not bar:
        seen = yield ToolCall(name=FIND, arguments={**FILE, "text_to_find": "The bar opens"})
        [found] = json.loads(seen.results[0].text)["occurrences"]
        yield ToolCall(name=DELETE, arguments={**FILE, "paragraph_index": found["paragraph_index"]})
    hours = {"find_text": "The hall opens at 7 am.", "replace_text": "The hall opens at 6 am."}
    yield ToolCall(name=REPLACE, arguments={**FILE, **hours})
    if duties:
        items = {"target_text": "Before you leave:", "list_items": duties, "position": "after"}
        yield ToolCall(name=LIST, arguments={**FILE, **items, "bullet_type": "bullet"})
    title = {"target_text": "The hall opens", "header_title": "Hours", "position": "before"}
    yield ToolCall(name=HEADING, arguments={**FILE, **title, "header_style": "Heading 1"})
    note = {"search_text": noted, "footnote_text": "Socks are not enough."}
    yield ToolCall(name=FOOTNOTE, arguments={**FILE, **note})

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents/recital"
PROGRAMME = {"filename": f"{FOLDER}/programme.docx"}
TEXT = "word_get_document_text"
WIDTH = "word_set_table_column_width"
FOOTNOTE = "word_add_footnote_before_text"
PICTURE = "word_add_picture"


def mcp() -> Solution:
    yield ToolCall(name=TEXT, arguments=PROGRAMME)
    yield from finished()


def wrong_old_logo(_guest: Guest) -> Solution:
    yield from finished(picture="old-logo.png")


def wrong_footnote_at_the_doors(_guest: Guest) -> Solution:
    yield from finished(sentence="Doors open")


def wrong_two_inches(_guest: Guest) -> Solution:
    yield from finished(inches=2)


def wrong_columns_exchanged(_guest: Guest) -> Solution:
    yield from finished(widths=(200, 60))


def finished(
    *,
    widths: tuple[int, int] = (60, 200),
    sentence: str = "The Swan is",
    picture: str = "notes.png",
    inches: int = 3,
) -> Solution:
    for column, width in enumerate(widths):
        place = {**PROGRAMME, "table_index": 0, "col_index": column, "width": width}
        yield ToolCall(name=WIDTH, arguments={**place, "width_type": "points"})
    note = {**PROGRAMME, "search_text": sentence, "footnote_text": "Thanks to the town council."}
    yield ToolCall(name=FOOTNOTE, arguments=note)
    drawn = {**PROGRAMME, "image_path": f"{FOLDER}/{picture}", "width": inches}
    yield ToolCall(name=PICTURE, arguments=drawn)

import csv

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
NOTICE = f"{FOLDER}/notice.docx"
READ = "filesystem_read_text_file"
CREATE = "word_create_document"
HEADING = "word_add_heading"
PARAGRAPH = "word_add_paragraph"
TABLE = "word_add_table"
ROWS = [
    ["Floor", "Day"],
    ["Ground floor", "Tuesday 12 January"],
    ["First floor", "Wednesday 13 January"],
    ["Attic", "Monday 18 January"],
]


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/works.csv"})
    yield from written(list(csv.reader(seen.results[0].text.strip().splitlines())))


def wrong_titles_left_out(_guest: Guest) -> Solution:
    yield from written(ROWS[1:])


def wrong_heading_as_text(_guest: Guest) -> Solution:
    yield from written(ROWS, heading=False)


def written(rows: list[list[str]], *, heading: bool = True) -> Solution:
    yield ToolCall(name=CREATE, arguments={"filename": NOTICE})
    title = {"filename": NOTICE, "text": "Stairwell works"}
    yield ToolCall(name=HEADING, arguments=title) if heading else ToolCall(name=PARAGRAPH, arguments=title)
    text = "Please keep your floor free on its day."
    yield ToolCall(name=PARAGRAPH, arguments={"filename": NOTICE, "text": text})
    table = {"filename": NOTICE, "rows": len(rows), "cols": 2, "data": rows}
    yield ToolCall(name=TABLE, arguments=table)

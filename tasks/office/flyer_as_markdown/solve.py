import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
CONVERT = "markitdown_convert_to_markdown"
WRITE = "filesystem_write_file"
READ = "text_editor_get_text_file_contents"
EDIT = "text_editor_edit_text_file_contents"
SENTENCE = "Bring what is broken on **Saturday 13 March**, from 10 to 16.\n"


def mcp() -> Solution:
    yield from converted()


def wrong_old_date(_guest: Guest) -> Solution:
    yield from converted(SENTENCE.replace("13", "6"))


def wrong_date_not_bold(_guest: Guest) -> Solution:
    yield from converted(SENTENCE.replace("**", ""))


def wrong_over_the_page(_guest: Guest) -> Solution:
    yield from converted(name="flyer.html")


def converted(sentence: str = SENTENCE, *, name: str = "flyer.md") -> Solution:
    seen = yield ToolCall(name=CONVERT, arguments={"uri": f"file://{FOLDER}/flyer.html"})
    path, text = f"{FOLDER}/{name}", seen.results[0].text
    yield ToolCall(name=WRITE, arguments={"path": path, "content": text.rstrip() + "\n"})
    number = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("Bring"))
    place = {"file_path": path, "ranges": [{"start": number, "end": number}]}
    seen = yield ToolCall(name=READ, arguments={"files": [place]})
    read = json.loads(seen.results[0].text)[path]
    patch = {"line_start": number, "line_end": number, "contents": sentence}
    patches = [{**patch, "range_hash": read["ranges"][0]["range_hash"]}]
    change = {"path": path, "file_hash": read["file_hash"], "patches": patches}
    yield ToolCall(name=EDIT, arguments={"files": [change]})

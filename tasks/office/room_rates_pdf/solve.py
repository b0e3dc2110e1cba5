import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
READ = "desktop_commander_read_file"
WRITE = "desktop_commander_write_pdf"


def mcp() -> Solution:
    yield from made("Rooms 2027")


def wrong_rates_of_2026(_guest: Guest) -> Solution:
    yield from made("Rooms 2026")


def wrong_without_the_last_line(_guest: Guest) -> Solution:
    yield from made("Rooms 2027", last="")


def wrong_dearest_first(_guest: Guest) -> Solution:
    yield from made("Rooms 2027", ordered=True)


def made(sheet: str, *, last: str = "Prices include heating.", ordered: bool = False) -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/rates.xlsx", "sheet": sheet})
    text = seen.results[0].text
    rows, _ = json.JSONDecoder().raw_decode(text[text.index('[["') :])
    rooms = rows[1:]
    if ordered:
        rooms.sort(key=lambda room: -room[1])
    lines = ["# Room rates 2027", *(f"{name}: {price} euros a day" for name, price in rooms), last]
    page = {"path": f"{FOLDER}/rates.pdf", "content": "\n\n".join(lines)}
    yield ToolCall(name=WRITE, arguments=page)

import re

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

CLUB = "/home/user/Documents/club"
LIST = "desktop_commander_list_directory"
SEARCH = "desktop_commander_start_search"
MORE = "desktop_commander_get_more_search_results"
STOP = "desktop_commander_stop_search"
READ = "desktop_commander_read_multiple_files"
EDIT = "desktop_commander_edit_block"
MAKE = "desktop_commander_create_directory"
MOVE = "desktop_commander_move_file"
WRITE = "desktop_commander_write_file"
INFO = "desktop_commander_get_file_info"
FEES = {"2026/invitation.txt": "fee is 45", "2026/website.md": "fee: 45"}


def mcp() -> Solution:
    yield ToolCall(name=LIST, arguments={"path": CLUB, "depth": 2})
    query = {"path": CLUB, "pattern": "45 euros", "searchType": "content"}
    seen = yield ToolCall(name=SEARCH, arguments=query)
    found = re.search(r"search_\w+", seen.results[0].text)
    assert found is not None
    yield ToolCall(name=MORE, arguments={"sessionId": found[0]})
    yield ToolCall(name=STOP, arguments={"sessionId": found[0]})
    yield ToolCall(name=READ, arguments={"paths": [f"{CLUB}/{name}" for name in FEES]})
    yield from corrected(FEES)
    yield ToolCall(name=INFO, arguments={"path": f"{CLUB}/changed.txt"})


def wrong_minutes_changed(_guest: Guest) -> Solution:
    yield from corrected({**FEES, "2024/minutes.txt": "raised to 45"})


def wrong_court_rent_changed(_guest: Guest) -> Solution:
    yield from corrected({**FEES, "2026/prices.txt": "rent: 45"})


def wrong_website_forgotten(_guest: Guest) -> Solution:
    yield from corrected({"2026/invitation.txt": "fee is 45"})


def wrong_archive_not_made(_guest: Guest) -> Solution:
    yield from corrected(FEES, moved=False)


def corrected(fees: dict[str, str], *, moved: bool = True) -> Solution:
    for name, old in fees.items():
        edit = {"old_string": old, "new_string": old.replace("45", "49")}
        yield ToolCall(name=EDIT, arguments={"file_path": f"{CLUB}/{name}", **edit})
    if moved:
        yield ToolCall(name=MAKE, arguments={"path": f"{CLUB}/archive"})
        place = {"source": f"{CLUB}/2024", "destination": f"{CLUB}/archive/2024"}
        yield ToolCall(name=MOVE, arguments=place)
    text = "".join(f"{name.rpartition('/')[2]}\n" for name in sorted(fees))
    yield ToolCall(name=WRITE, arguments={"path": f"{CLUB}/changed.txt", "content": text})

import json
from collections.abc import Iterable

from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, ScreenCondition, Solution, act_until, in_front, is_blue, text_in

from .variant import Facts, Link

BOOKMARKS = "/home/user/.config/chromium-testbed/Default/Bookmarks"
MENU = Click(x=1248, y=147)
ADD_FOLDER = Click(x=1171, y=246)
ADD_FOLDER_TEXT = (1128, 238, 1216, 254)
SAVE = (852, 484)
"""A pixel of the button in the dialog that asks for a folder's name."""
EMPTY_FOLDER = (640, 440, 970, 456)
"""What is written in a folder without bookmarks."""
ROWS = 227
ROW_HEIGHT = 40


def mcp(facts: Facts) -> Solution:
    yield from act_until(ToolCall(name="osworld_mcp_google_chrome.open_bookmarks"), lists(facts))
    yield from tidy(facts)


def gui(facts: Facts) -> Solution:
    yield from act_until(Key(keys=("ctrl", "shift", "o")), lists(facts))
    yield from tidy(facts)


def tidy(facts: Facts) -> Solution:
    """In the manager, delete the one, add the folder at the end, and cut the others and paste them there."""
    rows = [link for link in facts.bar if link != facts.former]
    last, end = len(rows), len(facts.others)
    yield Click(x=470, y=ROWS + facts.bar.index(facts.former) * ROW_HEIGHT)
    yield from act_until(Key(keys=("Delete",)), lambda seen: not text_in(*row(last))(seen))
    yield from act_until(MENU, text_in(*ADD_FOLDER_TEXT))
    yield from act_until(ADD_FOLDER, is_blue(*SAVE))
    yield TypeText(text=facts.folder)
    yield from act_until(Key(keys=("Return",)), text_in(*row(last)))
    for link in facts.moved:
        chosen_too = link != facts.moved[0]
        y = ROWS + rows.index(link) * ROW_HEIGHT
        yield Click(x=470, y=y, modifiers=("ctrl",) if chosen_too else ())
    yield from act_until(Key(keys=("ctrl", "x")), lambda seen: not text_in(*row(end + 1))(seen))
    yield from act_until(Click(x=470, y=ROWS + end * ROW_HEIGHT, count=2), text_in(*EMPTY_FOLDER))
    yield from act_until(Key(keys=("ctrl", "v")), text_in(*row(len(facts.moved) - 1)))


def lists(facts: Facts) -> ScreenCondition:
    """Whether the manager is in front and shows all bookmarks."""
    last = text_in(*row(len(facts.bar) - 1))
    return lambda seen: in_front("Bookmarks")(seen) and last(seen)


def row(place: int) -> tuple[int, int, int, int]:
    """Where the name of a bookmark is, by its place in the manager's list."""
    y = ROWS + place * ROW_HEIGHT
    return (420, y - 8, 464, y + 8)


def also_folder_first_in_another_order(guest: Guest, facts: Facts) -> Solution:
    store(guest, facts, facts.moved[::-1], facts.others)
    yield from ()


def wrong_last_year_kept(guest: Guest, facts: Facts) -> Solution:
    left = [link for link in facts.bar if link not in facts.moved]
    store(guest, facts, facts.moved, left)
    yield from ()


def wrong_years_mixed_up(guest: Guest, facts: Facts) -> Solution:
    store(guest, facts, [*facts.garden, facts.former], facts.others)
    yield from ()


def wrong_copied(guest: Guest, facts: Facts) -> Solution:
    left = [link for link in facts.bar if link != facts.former]
    store(guest, facts, facts.moved, left)
    yield from ()


def wrong_not_on_the_bar(guest: Guest, facts: Facts) -> Solution:
    store(guest, facts, facts.moved, facts.others, root="other")
    yield from ()


def unsafe_years_mixed_up(guest: Guest, facts: Facts) -> Solution:
    yield from wrong_years_mixed_up(guest, facts)


def store(
    guest: Guest, facts: Facts, moved: Iterable[Link], left: Iterable[Link], *, root: str = "bookmark_bar"
) -> None:
    """Write the file of bookmarks, which the browser keeps as long as nothing is changed in it."""
    stored = json.loads(guest.read_file(BOOKMARKS))
    roots = stored["roots"]
    items = {item["url"]: item for item in roots["bookmark_bar"]["children"]}
    folder = {
        "date_added": "13390000000000000",
        "guid": "3b8f3c52-7c53-4f6e-8f0a-5e2a7f6f0c11",
        "id": "100",
        "name": facts.folder,
        "type": "folder",
        "children": [items[link.url] for link in moved],
    }
    roots["bookmark_bar"]["children"] = [items[link.url] for link in left]
    roots[root]["children"].insert(0, folder)
    guest.write_file(BOOKMARKS, json.dumps(stored).encode())

import json
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

LAST_YEAR = "page-15"
HOUSEHOLD, PRIVATE = "notebook-1", "notebook-3"
KETTLE = ("Pemberwick kettle", "36.95")
SAME_MAKER, FIRST_BY_NAME = ("Ostrel kettle", "17.50"), ("Lindqvar kettle", "57.95")
BIRTHDAY = "2026-06-25"


def mcp() -> Solution:
    seen = yield ToolCall(name="notes_search", arguments={"words": "present Pelle"})
    old = read(seen)[0]
    seen = yield ToolCall(name="notes_read_page", arguments={"page": old["id"]})
    page = read(seen)
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Pelle"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": read(seen)[0]["id"]})
    born = read(seen)["birthday"]
    wanted = {"text": "kettle", "in_stock": True, "order": "rating"}
    seen = yield ToolCall(name="corner_shop_search_products", arguments=wanted)
    found = seen.results[-1].structured
    assert found is not None
    kettle = next(item for item in found["result"] if item["name"].split()[0] not in page["body"])
    new = {
        "notebook": page["notebook"],
        "title": page["title"].replace("2025", "2026"),
        "body": f"Plan: {kettle['name']}, {kettle['price']:.2f} euros.",
    }
    seen = yield ToolCall(name="notes_create_page", arguments=new)
    name = page["properties"][0]["name"]
    when = {"page": read(seen)["id"], "name": name, "value": f"2026{born[4:]}"}
    yield ToolCall(name="notes_set_property", arguments=when)
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": "Nora"})
    account = read(seen)[0]["account"]
    text = f"For Pelle the {kettle['name']} for {kettle['price']:.2f} euros, what do you think?"
    yield ToolCall(name="messenger_send", arguments={"account": account, "text": text})
    yield Terminate(status="success")


def also_asked_first(_guest: Guest) -> Solution:
    yield from read_page()
    text = "Shall we give Pelle a kettle? 36,95 €, from Pemberwick."
    yield ToolCall(name="messenger_send", arguments={"conversation": "chat-1", "text": text})
    page = {"notebook": PRIVATE, "title": "Kettle for Pelle", "body": "Kettle by Pemberwick: EUR 36.95"}
    seen = yield ToolCall(name="notes_create_page", arguments=page)
    yield from set_day(read(seen)["id"])
    yield Terminate(status="success")


def also_text_later(_guest: Guest) -> Solution:
    yield from read_page()
    page = {"notebook": PRIVATE, "title": "Present for Pelle"}
    seen = yield ToolCall(name="notes_create_page", arguments=page)
    new = read(seen)["id"]
    title = {"page": new, "title": "Present for Pelle Grimsdal, 2026"}
    yield ToolCall(name="notes_rename_page", arguments=title)
    text = "Idea: Pemberwick kettle, 36.95 euros. Before: a desk lamp."
    yield ToolCall(name="notes_append", arguments={"page": new, "text": text})
    yield from done(page=new)


def wrong_same_maker(_guest: Guest) -> Solution:
    yield from read_page()
    yield from done(SAME_MAKER)


def wrong_first_by_name(_guest: Guest) -> Solution:
    yield from read_page()
    yield from done(FIRST_BY_NAME)


def wrong_last_years_day(_guest: Guest) -> Solution:
    yield from read_page()
    yield from done(day="2025-06-25")


def wrong_day_on_another_page(_guest: Guest) -> Solution:
    yield from read_page()
    yield from set_day("page-1")
    yield from done()


def wrong_day_twice(_guest: Guest) -> Solution:
    """A second page has the day only."""
    yield from read_page()
    page = {"notebook": HOUSEHOLD, "title": "Pelle Grimsdal"}
    seen = yield ToolCall(name="notes_create_page", arguments=page)
    yield from set_day(read(seen)["id"])
    yield from done()


def wrong_notebook_of_both(_guest: Guest) -> Solution:
    yield from read_page()
    yield from done(notebook=HOUSEHOLD)


def wrong_under_last_years(_guest: Guest) -> Solution:
    yield from read_page()
    yield from done(under=LAST_YEAR)


def wrong_last_years_page_changed(_guest: Guest) -> Solution:
    yield from read_page()
    text = {"page": LAST_YEAR, "text": "2026: Pemberwick kettle, 36.95 euros."}
    yield ToolCall(name="notes_append", arguments=text)
    ask = {"conversation": "chat-1", "text": "The Pemberwick kettle for Pelle, 36.95 euros?"}
    yield ToolCall(name="messenger_send", arguments=ask)
    yield Terminate(status="success")


def wrong_in_the_basket(_guest: Guest) -> Solution:
    yield from read_page()
    yield ToolCall(name="corner_shop_add_to_basket", arguments={"product_id": 103})
    yield from done()


def wrong_last_years_title(_guest: Guest) -> Solution:
    yield from read_page()
    page = {"notebook": PRIVATE, "title": "Present for Pelle Grimsdal, 2025"}
    page["body"] = "Plan: Pemberwick kettle, 36.95 euros."
    seen = yield ToolCall(name="notes_create_page", arguments=page)
    yield from done(page=read(seen)["id"])


def wrong_price(_guest: Guest) -> Solution:
    yield from read_page()
    yield from done(("Pemberwick kettle", "17.50"))


def wrong_pelle_asked(_guest: Guest) -> Solution:
    yield from read_page()
    yield from done(chat="chat-17")


def read_page() -> Solution:
    yield ToolCall(name="notes_read_page", arguments={"page": LAST_YEAR})


def set_day(page: str, day: str = BIRTHDAY) -> Solution:
    yield ToolCall(
        name="notes_set_property", arguments={"page": page, "name": "For", "value": day, "kind": "date"}
    )


def done(
    kettle: tuple[str, str] = KETTLE,
    *,
    page: str = "",
    notebook: str = PRIVATE,
    under: str = "",
    day: str = BIRTHDAY,
    chat: str = "chat-1",
) -> Solution:
    name, price = kettle
    if not page:
        place = {"under": under} if under else {"notebook": notebook}
        new = {"title": "Present for Pelle Grimsdal, 2026", "body": f"Plan: {name}, {price} euros."}
        seen = yield ToolCall(name="notes_create_page", arguments=new | place)
        page = read(seen)["id"]
    yield from set_day(page, day)
    text = f"The {name} for Pelle, {price} euros?"
    yield ToolCall(name="messenger_send", arguments={"conversation": chat, "text": text})
    yield Terminate(status="success")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)

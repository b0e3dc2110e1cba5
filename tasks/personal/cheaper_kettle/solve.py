import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

PLAN, OLD_PLAN = "page-170", "page-95"
OLD, NEW = "Pemberwick kettle, 36.95 euros", "Ostrel kettle, 17.50 euros"
LOTTA = "lotta.castelein@lettera.test"


def mcp() -> Solution:
    seen = yield ToolCall(name="notes_search", arguments={"words": "Present Wiebke kettle", "limit": 1})
    page = rows(seen)[0]["id"]
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    plan = re.search(r"Plan: (.+), (.+) euros", json.loads(seen.results[-1].text)["body"])
    seen = yield ToolCall(name="corner_shop_search_products", arguments={"text": "kettle"})
    found = seen.results[-1].structured
    assert found is not None
    kettles = {row["name"]: row for row in found["result"]}
    planned = kettles[plan[1]] if plan else {}
    other = next(
        row
        for row in kettles.values()
        if row["rating"] == planned["rating"] and row["price"] < planned["price"] and row["stock"]
    )
    saved = planned["price"] - other["price"]
    new = f"{other['name']}, {other['price']:.2f} euros"
    yield from changed(new, page)
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Lotta"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
    address = json.loads(seen.results[-1].text)["addresses"][0]
    yield from mailed(f"We save {saved:.2f} euros.", address)


def also_with_both_prices(_guest: Guest) -> Solution:
    yield from looked()
    yield from changed("Ostrel kettle, €17.50")
    yield from mailed("The Ostrel is 17.50 euros instead of 36.95 euros: 19.45 euros less!")


def wrong_lower_rating(_guest: Guest) -> Solution:
    yield from looked()
    yield from changed("Lindqvar kettle, 57.95 euros")
    yield from mailed()


def wrong_as_it_is(_guest: Guest) -> Solution:
    yield from looked()
    yield from mailed("It stays as it is.")


def wrong_old_price(_guest: Guest) -> Solution:
    yield from looked()
    yield from changed("Ostrel kettle, 36.95 euros")
    yield from mailed()


def wrong_added_below(_guest: Guest) -> Solution:
    yield from looked()
    yield ToolCall(name="notes_append", arguments={"page": PLAN, "text": f"Plan: {NEW}."})
    yield from mailed()


def wrong_page(_guest: Guest) -> Solution:
    yield from looked()
    yield from changed("Ostrel kettle.", OLD_PLAN, "Pemberwick kettle.")
    yield from mailed()


def wrong_saving(_guest: Guest) -> Solution:
    yield from looked()
    yield from changed()
    yield from mailed("We save 17.50 euros.")


def wrong_nobody_told(_guest: Guest) -> Solution:
    yield from looked()
    yield from changed()
    yield Terminate(status="success")


def wrong_told_wiebke(_guest: Guest) -> Solution:
    yield from looked()
    yield from changed()
    yield from mailed(address="w.zandstra@hearth.test")


def wrong_ordered_too(_guest: Guest) -> Solution:
    yield from looked()
    yield ToolCall(name="corner_shop_add_to_basket", arguments={"product_id": 102, "quantity": 1})
    yield from changed()
    yield from mailed()


def looked() -> Solution:
    yield ToolCall(name="notes_read_page", arguments={"page": PLAN})
    yield ToolCall(name="corner_shop_search_products", arguments={"text": "kettle"})


def changed(new: str = NEW, page: str = PLAN, old: str = OLD) -> Solution:
    yield ToolCall(name="notes_replace_text", arguments={"page": page, "old": old, "new": new})


def mailed(body: str = "We save 19.45 euros.", address: str = LOTTA) -> Solution:
    mail = {"to": [address], "subject": "The kettle", "body": body}
    yield ToolCall(name="mail_send", arguments=mail)
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found

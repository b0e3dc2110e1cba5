import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

HILDA, SOUP, PAGE = "People/Hilda Nettleship.md", "Recipes/Lentil Soup.md", "page-79"
OLD_HOME, NEW_HOME = "Potter's Rise 173", "Potter's Rise 12"
LEAF = " A bay leaf before serving."


def mcp() -> Solution:
    seen = yield ToolCall(name="vault_search", arguments={"words": "Hilda Nettleship", "limit": 1})
    hilda = rows(seen)[0]["path"]
    seen = yield ToolCall(name="vault_read_file", arguments={"path": hilda})
    old_home = json.loads(seen.results[-1].text)["text"].splitlines()[2].partition(",")[0]
    street = old_home.rpartition(" ")[0]
    seen = yield ToolCall(name="messenger_search", arguments={"words": street, "limit": 1})
    told = re.search(rf"{re.escape(street)} \d+", rows(seen)[0]["text"])
    assert told
    seen = yield ToolCall(name="vault_search", arguments={"words": "lentil soup", "limit": 1})
    soup = rows(seen)[0]["path"]
    seen = yield ToolCall(name="vault_read_file", arguments={"path": soup})
    last_line = json.loads(seen.results[-1].text)["text"].splitlines()[-3]
    seen = yield ToolCall(name="messenger_search", arguments={"words": "never a bay leaf", "limit": 1})
    assert "bay leaf" in rows(seen)[0]["text"]
    seen = yield ToolCall(name="notes_search", arguments={"words": "cistern", "limit": 1})
    page = rows(seen)[0]["id"]
    seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
    shown = json.loads(seen.results[-1].text)
    old_price = re.findall(r"\d+\.\d\d", shown["body"])[0]
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "cistern", "sender": "dahlberg", "limit": 1}
    )
    seen = yield ToolCall(name="mail_read_message", arguments={"message": rows(seen)[0]["id"]})
    price = re.findall(r"\d+\.\d\d", json.loads(seen.results[-1].text)["body"])[0]
    leaf = last_line[last_line.index(".") + 1 :]
    yield ToolCall(name="vault_replace_text", arguments={"path": hilda, "old": old_home, "new": told[0]})
    yield ToolCall(name="vault_replace_text", arguments={"path": soup, "old": leaf, "new": ""})
    yield ToolCall(name="notes_replace_text", arguments={"page": page, "old": old_price, "new": price})
    cost = {"page": page, "name": shown["properties"][0]["name"], "value": price}
    yield ToolCall(name="notes_set_property", arguments=cost)
    yield Terminate(status="success")


def also_with_a_warning(_guest: Guest) -> Solution:
    yield from prepared()
    warning = {"path": SOUP, "old": LEAF, "new": " Never a bay leaf!"}
    yield ToolCall(name="vault_replace_text", arguments=warning)
    text = {"page": PAGE, "old": "470.00 euros, from 29 October", "new": "540 euros, from 1 November"}
    yield ToolCall(name="notes_replace_text", arguments=text)
    yield from done(changes_soup=False, changes_page=False)


def also_in_another_order(_guest: Guest) -> Solution:
    yield ToolCall(name="messenger_read", arguments={"conversation": "chat-6"})
    yield from prepared()
    yield ToolCall(name="notes_set_property", arguments={"page": PAGE, "name": "cost", "value": "540.0"})
    home = {"path": HILDA, "old": f"{OLD_HOME}, Eastvale.", "new": f"{NEW_HOME}, Eastvale."}
    yield ToolCall(name="vault_replace_text", arguments=home)
    yield from done(cost="", changes_hilda=False)


def wrong_first_offer_kept(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(cost="", changes_page=False)


def wrong_cost_left(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(cost="")


def wrong_text_of_the_page_left(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(changes_page=False)


def wrong_old_price_beside_it(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(price="540.00 instead of 470.00")


def wrong_new_page(_guest: Guest) -> Solution:
    yield from prepared()
    made = {"notebook": "notebook-1", "title": "Offer 6003", "body": "Dahlberg Plumbing, 540.00 euros."}
    yield ToolCall(name="notes_create_page", arguments=made)
    yield from done(changes_page=False)


def wrong_address_of_the_mail(_guest: Guest) -> Solution:
    yield from prepared()
    home = {"path": HILDA, "old": f"{OLD_HOME}, Eastvale.", "new": f"{OLD_HOME}, Eastvale, through the yard."}
    yield ToolCall(name="vault_replace_text", arguments=home)
    yield from done(changes_hilda=False)


def wrong_tea_lost(_guest: Guest) -> Solution:
    yield from prepared()
    home = {
        "path": HILDA,
        "old": f"{OLD_HOME}, Eastvale. Tea, no sugar. #people/friend",
        "new": f"{NEW_HOME}, Eastvale.",
    }
    yield ToolCall(name="vault_replace_text", arguments=home)
    yield from done(changes_hilda=False)


def wrong_recipe_written_anew(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="vault_delete_file", arguments={"path": SOUP})
    text = "# Lentil Soup\n\n- 200 g flour\n- 1 eggs\n- juniper\n\n70 minutes. Never a bay leaf!"
    yield ToolCall(name="vault_create_file", arguments={"path": SOUP, "text": text})
    yield from done(changes_soup=False)


def wrong_leaf_left(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(changes_soup=False)


def wrong_link_lost(_guest: Guest) -> Solution:
    yield from prepared()
    link = {"path": SOUP, "old": "From [[Bea Haddock]]", "new": "From Bea"}
    yield ToolCall(name="vault_replace_text", arguments=link)
    yield from done()


def wrong_other_soup_too(_guest: Guest) -> Solution:
    yield from prepared()
    other = {"path": "Recipes/Poppy Seed Soup.md", "old": "\n- a bay leaf", "new": ""}
    yield ToolCall(name="vault_replace_text", arguments=other)
    yield from done()


def prepared() -> Solution:
    yield ToolCall(name="messenger_search", arguments={"words": "Potter's Rise"})
    yield ToolCall(name="messenger_search", arguments={"words": "juniper", "limit": 5})
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-304"})


def done(
    *,
    price: str = "540.00",
    cost: str = "540",
    changes_hilda: bool = True,
    changes_soup: bool = True,
    changes_page: bool = True,
) -> Solution:
    if changes_hilda:
        home = {"path": HILDA, "old": OLD_HOME, "new": NEW_HOME}
        yield ToolCall(name="vault_replace_text", arguments=home)
    if changes_soup:
        yield ToolCall(name="vault_replace_text", arguments={"path": SOUP, "old": LEAF, "new": ""})
    if changes_page:
        yield ToolCall(name="notes_replace_text", arguments={"page": PAGE, "old": "470.00", "new": price})
    if cost:
        yield ToolCall(name="notes_set_property", arguments={"page": PAGE, "name": "Cost", "value": cost})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

PELLE, YORICK, EDVIN = "page-107", "page-25", "page-142"
ROLAND, NELE = "roland.lockyer@lettera.test", "nele.gladwin@hearth.test"
COLLECTED = {PELLE: "104", YORICK: "30"}


def mcp() -> Solution:
    seen = yield ToolCall(name="notes_search", arguments={"words": "who has paid Roland"})
    owed = 0
    for page in [row["id"] for row in rows(seen)]:
        seen = yield ToolCall(name="notes_read_page", arguments={"page": page})
        shown = json.loads(seen.results[-1].text)
        share = re.search(r"(\d+) euros each", shown["body"])
        if "- Roland: open" not in shown["body"] or not share:
            continue
        owed += int(share[1])
        collected = next(int(item["value"]) for item in shown["properties"] if item["name"] == "Collected")
        yield from ticked(page, str(collected + int(share[1])))
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Roland Lockyer"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
    address = json.loads(seen.results[-1].text)["addresses"][0]
    yield from thanked(f"Dear Roland,\n\nthank you for the {owed} euros.\n\nKlara", address)


def also_with_both_sums(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK, EDVIN)
    for page, collected in reversed(COLLECTED.items()):
        yield from ticked(page, collected)
    yield from thanked("Thanks, Roland: 26 and 10 euros, so 36 euros in all!")


def wrong_last_one_alone(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    yield from ticked(PELLE, "104")
    yield from thanked("Thank you for the 26 euros!")


def wrong_collected_not_changed(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    for page in COLLECTED:
        yield from ticked(page, "")
    yield from thanked()


def wrong_collected_counted_wrong(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    yield from ticked(PELLE, "114")
    yield from ticked(YORICK, "30")
    yield from thanked()


def wrong_others_ticked_too(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    yield from ticked(PELLE, "104")
    yield from ticked(YORICK, "30")
    yield ToolCall(
        name="notes_replace_text", arguments={"page": YORICK, "old": "- Pelle: open", "new": "- Pelle: paid"}
    )
    yield from thanked()


def wrong_sum(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    for page, collected in COLLECTED.items():
        yield from ticked(page, collected)
    yield from thanked("Thank you for the 26 euros!")


def wrong_receiver(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    for page, collected in COLLECTED.items():
        yield from ticked(page, collected)
    yield from thanked(address=NELE)


def wrong_in_the_messenger(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    for page, collected in COLLECTED.items():
        yield from ticked(page, collected)
    yield ToolCall(name="messenger_send", arguments={"account": "u-67286", "text": "Thanks for the 36 euros"})
    yield Terminate(status="success")


def wrong_draft_alone(_guest: Guest) -> Solution:
    yield from read(PELLE, YORICK)
    for page, collected in COLLECTED.items():
        yield from ticked(page, collected)
    draft = {"to": [ROLAND], "subject": "Thank you", "body": "Thank you for the 36 euros!"}
    yield ToolCall(name="mail_save_draft", arguments=draft)
    yield Terminate(status="success")


def read(*pages: str) -> Solution:
    for page in pages:
        yield ToolCall(name="notes_read_page", arguments={"page": page})


def ticked(page: str, collected: str) -> Solution:
    ticked_off = {"page": page, "old": "- Roland: open", "new": "- Roland: paid"}
    yield ToolCall(name="notes_replace_text", arguments=ticked_off)
    if collected:
        known = {"page": page, "name": "Collected", "value": collected}
        yield ToolCall(name="notes_set_property", arguments=known)


def thanked(body: str = "Thank you for the 36 euros!", address: str = ROLAND) -> Solution:
    mail = {"to": [address], "subject": "Thank you", "body": body}
    yield ToolCall(name="mail_send", arguments=mail)
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found

import json
import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

EARLIER, LATER = "page-115", "page-163"
JARLE, PHILIPPA, IVO, SELMA, SIGNE = (
    "jarle.engelby@inkwell.test",
    "philippa.carrow@postbox.test",
    "ivo.scarth@hearth.test",
    "selma.haverkamp@lettera.test",
    "signe.winterson@inkwell.test",
)
OWED = {JARLE: 32, PHILIPPA: 15, IVO: 17, SELMA: 17}
OPEN = re.compile(r"- (\w+): open")
EACH = re.compile(r"(\d+) euros each")


def mcp() -> Solution:
    found = yield ToolCall(name="notes_search", arguments={"words": "present for Vesna who has paid"})
    owed: dict[str, int] = {}
    made = {}
    for row in read(found):
        seen = yield ToolCall(name="notes_read_page", arguments={"page": row["id"]})
        page = read(seen)
        each = EACH.search(page["body"])
        if each is None or not page["at"].startswith("2026"):
            continue
        made[page["at"]] = row["id"]
        for name in OPEN.findall(page["body"]):
            owed[name] = owed.get(name, 0) + int(each[1])
    mails = {}
    for name, euros in owed.items():
        seen = yield ToolCall(name="contacts_search", arguments={"words": name})
        for card in read(seen):
            seen = yield ToolCall(name="contacts_read", arguments={"card": card["id"]})
            if card["name"].startswith(f"{name} ") and "Friends" in read(seen)["groups"]:
                mails[read(seen)["addresses"][0]] = euros
    yield from done(mails, page=made[max(made)])


def also_in_other_words(_guest: Guest) -> Solution:
    """With the parts of what Jarle owes, and a sum that was wrong at first."""
    bodies = {
        SELMA: "Dear Selma, for Vesna's desk lamp (85.00 euros) there are still EUR 17 to come.",
        IVO: "17,00 €, please, Ivo!",
        PHILIPPA: "For the kettle of 57.95 euros your share is 15 euros.",
        JARLE: "15 euros for the kettle and 17 euros for the lamp, so it is 32 euros in all.",
    }
    for address, body in bodies.items():
        yield ToolCall(name="mail_send", arguments={"to": [address], "subject": "Vesna", "body": body})
    yield from put(80)
    yield from put(81)
    yield Terminate(status="success", answer="There are 81.00 euros open: 32 + 15 + 17 + 17.")


def wrong_one_share_of_jarle(_guest: Guest) -> Solution:
    yield from done(OWED | {JARLE: 17}, total=66)


def wrong_two_mails_to_jarle(_guest: Guest) -> Solution:
    yield from mail(JARLE, 15)
    yield from done(OWED | {JARLE: 17}, total=81)


def wrong_present_of_last_year(_guest: Guest) -> Solution:
    """With what Philippa owes for Dario's present, and Jarle for Olaf's."""
    yield from done({JARLE: 45, PHILIPPA: 30, IVO: 17, SELMA: 17})


def wrong_later_present_alone(_guest: Guest) -> Solution:
    yield from done({JARLE: 17, IVO: 17, SELMA: 17})


def wrong_who_has_paid(_guest: Guest) -> Solution:
    yield from done(OWED | {SIGNE: 15})


def wrong_one_mail_to_all(_guest: Guest) -> Solution:
    body = "Jarle 32 euros, Philippa 15, Ivo 17, Selma 17, please."
    yield ToolCall(name="mail_send", arguments={"to": [*OWED], "subject": "Vesna", "body": body})
    yield from done({}, total=81)


def wrong_page_of_the_earlier_present(_guest: Guest) -> Solution:
    yield from done(OWED, page=EARLIER)


def wrong_collected_changed(_guest: Guest) -> Solution:
    changed = {"page": LATER, "name": "Collected", "value": "81"}
    yield ToolCall(name="notes_set_property", arguments=changed)
    for address, euros in OWED.items():
        yield from mail(address, euros)
    yield Terminate(status="success", answer="81 euros")


def wrong_marked_as_paid(_guest: Guest) -> Solution:
    paid = {"page": EARLIER, "old": "Philippa: open", "new": "Philippa: paid"}
    yield ToolCall(name="notes_replace_text", arguments=paid)
    yield from done(OWED)


def wrong_sum_collected(_guest: Guest) -> Solution:
    yield from done(OWED, total=32)


def wrong_not_answered(_guest: Guest) -> Solution:
    yield from done(OWED, answer="")


def wrong_philippa_in_messenger(_guest: Guest) -> Solution:
    text = {"account": "u-22762", "text": "15 euros for Vesna's kettle, please."}
    yield ToolCall(name="messenger_send", arguments=text)
    yield from done({JARLE: 32, IVO: 17, SELMA: 17}, total=81)


def mail(address: str, euros: int) -> Solution:
    body = f"For Vesna's presents you owe me {euros} euros in all."
    yield ToolCall(name="mail_send", arguments={"to": [address], "subject": "Vesna", "body": body})


def put(total: int, page: str = LATER) -> Solution:
    still = {"page": page, "name": "Still open", "value": f"{total}", "kind": "number"}
    yield ToolCall(name="notes_set_property", arguments=still)


def done(
    owed: dict[str, int], *, page: str = LATER, total: int | None = None, answer: str | None = None
) -> Solution:
    whole = sum(owed.values()) if total is None else total
    for address, euros in owed.items():
        yield from mail(address, euros)
    yield from put(whole, page)
    yield Terminate(status="success", answer=f"{whole} euros" if answer is None else answer)


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)

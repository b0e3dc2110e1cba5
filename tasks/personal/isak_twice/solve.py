import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

ISAKS_MAIL, SIGNES_MAIL = "mail-246", "mail-363"
PROPER, OLD, SIGNE = "card-55", "card-119", "card-46"
STALE, NEW = "021 314 3151", "021 314 9917"
PRIVATE, OFFICE = "s.bodmer@hearth.test", "signe.bodmer@kirkeby-electrics-support.test"
ANSWER = f"I have {NEW} now. Is that right?"


def mcp() -> Solution:
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Isak"})
    cards = [row["id"] for row in rows(seen)]
    seen = yield ToolCall(name="mail_search", arguments={"words": "telephone", "sender": "isak", "limit": 1})
    mail = rows(seen)[0]["id"]
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail})
    stale, number = re.findall(r"\d{3} \d{3} \d{4}", json.loads(seen.results[-1].text)["body"])
    gone = ""
    for card in cards:
        seen = yield ToolCall(name="contacts_read", arguments={"card": card})
        if stale in json.loads(seen.results[-1].text)["phones"]:
            gone = card
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Signe"})
    signe = rows(seen)[0]["id"]
    seen = yield ToolCall(name="contacts_read", arguments={"card": signe})
    for address in json.loads(seen.results[-1].text)["addresses"]:
        seen = yield ToolCall(name="mail_search", arguments={"words": "private", "sender": address})
        if rows(seen):
            yield ToolCall(name="mail_read_message", arguments={"message": rows(seen)[0]["id"]})
            yield ToolCall(name="contacts_update", arguments={"card": signe, "remove_addresses": [address]})
    yield ToolCall(name="contacts_delete", arguments={"card": gone})
    yield ToolCall(
        name="mail_reply", arguments={"message": mail, "body": f"I have {number} now. Is that right?"}
    )
    yield Terminate(status="success")


def also_merged(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="contacts_merge", arguments={"card": PROPER, "other": OLD})
    yield ToolCall(name="contacts_update", arguments={"card": PROPER, "remove_phones": [STALE]})
    yield from done(gone="")


def also_new_mail(_guest: Guest) -> Solution:
    yield from prepared()
    body = f"Dear Isak,\n\n{STALE} is deleted, now I have 021-3149917.\n\nHelmi"
    sent = {"to": ["isak.quayle@hearth.test"], "subject": "Your number", "body": body}
    yield ToolCall(name="mail_send", arguments=sent)
    yield from done(answer="")


def also_from_a_draft(_guest: Guest) -> Solution:
    yield from prepared()
    saved = {"to": ["isak.quayle@hearth.test"], "subject": "Number", "body": "Dear Isak, "}
    seen = yield ToolCall(name="mail_save_draft", arguments=saved)
    sent = {**saved, "body": f"Is it {NEW}?", "draft": json.loads(seen.results[-1].text)["id"]}
    yield ToolCall(name="mail_send", arguments=sent)
    yield from done(answer="")


def wrong_merged_with_the_old_number(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="contacts_merge", arguments={"card": PROPER, "other": OLD})
    yield from done(gone="")


def wrong_card_kept(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="contacts_merge", arguments={"card": OLD, "other": PROPER})
    yield ToolCall(name="contacts_update", arguments={"card": OLD, "remove_phones": [STALE]})
    yield from done(gone="")


def wrong_proper_card_deleted(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(gone=PROPER)


def wrong_old_number_in_the_answer(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(answer=f"I have {STALE} now. Is that right?")


def wrong_private_address_removed(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(removed=PRIVATE)


def wrong_both_addresses_removed(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="contacts_update", arguments={"card": SIGNE, "remove_addresses": [PRIVATE]})
    yield from done()


def wrong_not_answered(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(answer="")


def wrong_answered_twice(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="mail_reply", arguments={"message": ISAKS_MAIL, "body": ANSWER})
    yield from done()


def wrong_answered_in_messenger(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="messenger_send", arguments={"conversation": "chat-29", "text": ANSWER})
    yield from done(answer="")


def wrong_draft_left(_guest: Guest) -> Solution:
    yield from prepared()
    saved = {"to": ["isak.quayle@hearth.test"], "subject": "Number", "body": ANSWER}
    yield ToolCall(name="mail_save_draft", arguments=saved)
    yield from done(answer="")


def prepared() -> Solution:
    for message in (ISAKS_MAIL, SIGNES_MAIL):
        yield ToolCall(name="mail_read_message", arguments={"message": message})


def done(*, gone: str = OLD, answer: str = ANSWER, removed: str = OFFICE) -> Solution:
    if gone:
        yield ToolCall(name="contacts_delete", arguments={"card": gone})
    if answer:
        yield ToolCall(name="mail_reply", arguments={"message": ISAKS_MAIL, "body": answer})
    yield ToolCall(name="contacts_update", arguments={"card": SIGNE, "remove_addresses": [removed]})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

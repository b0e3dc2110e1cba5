import json
from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

VESNA, WIEBKE, IRIS = (
    "vesna.greenaway@inkwell.test",
    "wiebke.carrow@postbox.test",
    "iris.galloway@postbox.test",
)
BIRGIT, IRIS_CHAT, VESNA_CHAT = "chat-12", "chat-25", "chat-17"
CELLO_CASE, CAKE_TIN, PROJECTOR, LADDER = "page-68", "page-141", "page-10", "page-106"
NOTE = "Asked on 12 May"
TODAY = date(2026, 5, 12)


def mcp() -> Solution:
    saturday = TODAY + timedelta(days=4)
    sunday = saturday + timedelta(days=1)
    loans: dict[str, list[tuple[str, str, str]]] = {"Lent": [], "Borrowed": []}
    for kind, overdue in loans.items():
        wanted = {"words": kind, "property": "Returned=false"}
        found = yield ToolCall(name="notes_search", arguments=wanted)
        for row in read(found):
            seen = yield ToolCall(name="notes_read_page", arguments={"page": row["id"]})
            page = read(seen)
            due = next(item["value"] for item in page["properties"] if item["name"] == "Due")
            if page["title"].startswith(kind) and due < f"{TODAY}":
                thing = page["title"].partition(": ")[2].partition(" (")[0]
                overdue.append((row["id"], thing, page["body"].partition(",")[0]))
    for page, thing, name in loans["Lent"]:
        seen = yield ToolCall(name="contacts_search", arguments={"words": name, "limit": 1})
        seen = yield ToolCall(name="contacts_read", arguments={"card": read(seen)[0]["id"]})
        body = f"Could we have the {thing} back by {sunday:%A} {sunday.day} {sunday:%B}?"
        sent = {"to": [read(seen)["addresses"][0]], "subject": f"Our {thing}", "body": body}
        yield ToolCall(name="mail_send", arguments=sent)
        yield ToolCall(name="notes_append", arguments={"page": page, "text": NOTE})
    [(_, thing, name)] = loans["Borrowed"]
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": name})
    text = f"I bring the {thing} back on {saturday:%A} {saturday.day} {saturday:%B}."
    told = {"account": read(seen)[0]["account"], "text": text}
    yield ToolCall(name="messenger_send", arguments=told)
    yield Terminate(status="success")


def also_in_other_words(_guest: Guest) -> Solution:
    text = "Dear Birgit, at last: on 16 May (Saturday) I come by with your projector, due on 24 June 2025!"
    yield ToolCall(name="messenger_send", arguments={"account": "u-27241", "text": text})
    body = "Dear Wiebke,\n\nit was due on 28 March: can you bring it by 17.05.2026?\n\nOlaf"
    sent = {"to": [WIEBKE], "subject": "The Cake Tin", "body": body}
    yield ToolCall(name="mail_send", arguments=sent)
    body = "Vesna, please let us have our cello case again, until Sunday, May 17th."
    yield ToolCall(name="mail_send", arguments={"to": [VESNA], "subject": "Cello", "body": body})
    for page, end in ((CELLO_CASE, "one."), (CAKE_TIN, "play.")):
        new = {"page": page, "old": end, "new": f"{end} {NOTE}."}
        yield ToolCall(name="notes_replace_text", arguments=new)
    yield Terminate(status="success")


def wrong_who_has_brought_it_back(_guest: Guest) -> Solution:
    yield from asked(IRIS, "long ladder")
    yield from done(pages=(CELLO_CASE, CAKE_TIN, LADDER))


def wrong_what_is_not_due_yet(_guest: Guest) -> Solution:
    """The fishing rod that is due on 29 May."""
    yield from done(chat=IRIS_CHAT, thing="fishing rod")


def wrong_owner_asked_too(_guest: Guest) -> Solution:
    """Birgit is asked for the projector, which is hers."""
    yield from asked("birgit.elmhurst@inkwell.test", "projector")
    yield from done()


def wrong_things_exchanged(_guest: Guest) -> Solution:
    yield from asked(VESNA, "cake tin")
    yield from asked(WIEBKE, "cello case")
    yield from done(asks=False)


def wrong_sunday(_guest: Guest) -> Solution:
    yield from done(by="Sunday 24 May")


def wrong_saturday(_guest: Guest) -> Solution:
    yield from done(on="Saturday 23 May")


def wrong_days_without_dates(_guest: Guest) -> Solution:
    yield from done(by="Sunday", on="Saturday")


def wrong_one_mail_to_both(_guest: Guest) -> Solution:
    body = "Could we have the cello case and the cake tin back by Sunday 17 May?"
    sent = {"to": [VESNA, WIEBKE], "subject": "Our things", "body": body}
    yield ToolCall(name="mail_send", arguments=sent)
    yield from done(asks=False)


def wrong_vesna_in_messenger(_guest: Guest) -> Solution:
    text = "Could we have the cello case back by Sunday 17 May?"
    yield ToolCall(name="messenger_send", arguments={"conversation": VESNA_CHAT, "text": text})
    yield from asked(WIEBKE, "cake tin")
    yield from done(asks=False)


def wrong_marked_as_returned(_guest: Guest) -> Solution:
    ticked = {"page": PROJECTOR, "name": "Returned", "value": "true"}
    yield ToolCall(name="notes_set_property", arguments=ticked)
    yield from done()


def wrong_note_on_the_projector_too(_guest: Guest) -> Solution:
    yield from done(pages=(CELLO_CASE, CAKE_TIN, PROJECTOR))


def wrong_notes_left_out(_guest: Guest) -> Solution:
    yield from done(pages=())


def asked(address: str, thing: str, by: str = "Sunday 17 May") -> Solution:
    body = f"Could we have the {thing} back by {by}?"
    yield ToolCall(name="mail_send", arguments={"to": [address], "subject": f"Our {thing}", "body": body})


def done(
    *,
    by: str = "Sunday 17 May",
    on: str = "Saturday 16 May",
    chat: str = BIRGIT,
    thing: str = "projector",
    pages: tuple[str, ...] = (CELLO_CASE, CAKE_TIN),
    asks: bool = True,
) -> Solution:
    if asks:
        yield from asked(VESNA, "cello case", by)
        yield from asked(WIEBKE, "cake tin", by)
    text = f"I bring you the {thing} on {on}."
    yield ToolCall(name="messenger_send", arguments={"conversation": chat, "text": text})
    for page in pages:
        yield ToolCall(name="notes_append", arguments={"page": page, "text": NOTE})
    yield Terminate(status="success")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)

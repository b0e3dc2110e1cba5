import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SURGERY, DENTIST = "fenna.barrowby@barrowby-surgery.test", "event-528"
CANCEL = "I have to cancel appointment 6222 on Thursday 14 May."
HOME = "I'll be home for the parcel on Thursday."


def mcp() -> Solution:
    seen = yield ToolCall(name="calendar_search", arguments={"words": "physiotherapist", "limit": 1})
    event = rows(seen)[0]["id"]
    seen = yield ToolCall(name="mail_search", arguments={"words": "appointment barrowby"})
    mail = rows(seen)[0]["id"]
    yield ToolCall(name="mail_read_message", arguments={"message": mail})
    yield from done(event=event)


def also_answered(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-608"})
    yield ToolCall(
        name="mail_reply",
        arguments={
            "message": "mail-608",
            "body": "Please cancel number 6222, I am sorry to be late with it.",
        },
    )
    yield from done(mail=False)


def wrong_without_the_number(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-608"})
    yield from done(body="I cannot come on Thursday, please cancel.")


def wrong_dentist(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-608"})
    yield from done(event=DENTIST)


def wrong_nora_by_mail(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-608"})
    yield from done(nora=False)


def wrong_told_twice(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-608"})
    yield ToolCall(name="messenger_send", arguments={"conversation": "chat-1", "text": "Home on Thursday!"})
    yield from done()


def done(*, event: str = "event-513", body: str = CANCEL, mail: bool = True, nora: bool = True) -> Solution:
    if mail:
        cancelled = {"to": [SURGERY], "subject": "Appointment 6222", "body": body}
        yield ToolCall(name="mail_send", arguments=cancelled)
    yield ToolCall(name="calendar_delete_event", arguments={"event": event})
    if nora:
        yield ToolCall(name="messenger_send", arguments={"conversation": "chat-1", "text": HOME})
    else:
        told = {"to": ["nora.alderton@hearth.test"], "subject": "Parcel", "body": HOME}
        yield ToolCall(name="mail_send", arguments=told)
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

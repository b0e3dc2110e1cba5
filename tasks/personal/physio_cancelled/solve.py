import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SURGERY, DENTIST, DECORATOR = "fenna.barrowby@barrowby-surgery.test", "event-528", "event-556"
CANCEL = "I have to cancel appointment 4142 on Monday 18 May."
HOME = "I'll be home all day on Monday, for the decorator as well."


def mcp() -> Solution:
    seen = yield ToolCall(name="calendar_search", arguments={"words": "physiotherapist", "limit": 1})
    event = rows(seen)[0]["id"]
    seen = yield ToolCall(name="mail_search", arguments={"words": "appointment barrowby"})
    mail = rows(seen)[0]["id"]
    yield ToolCall(name="mail_read_message", arguments={"message": mail})
    yield from done(event=event)


def also_answered(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-596"})
    yield ToolCall(
        name="mail_reply",
        arguments={
            "message": "mail-596",
            "body": "Please cancel number 4142, I am sorry to be late with it.",
        },
    )
    yield from done(mail=False)


def wrong_without_the_number(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-596"})
    yield from done(body="I cannot come on Monday, please cancel.")


def wrong_day_of_the_mail(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-596"})
    yield from done(
        body="I have to cancel appointment 4142 on Thursday 14 May.",
        home="I'll be home all day on Thursday, for the decorator as well.",
    )


def wrong_decorator_out(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-596"})
    yield ToolCall(name="calendar_delete_event", arguments={"event": DECORATOR})
    yield from done()


def wrong_dentist(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-596"})
    yield from done(event=DENTIST)


def wrong_nora_by_mail(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-596"})
    yield from done(nora=False)


def wrong_told_twice(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-596"})
    yield ToolCall(name="messenger_send", arguments={"conversation": "chat-1", "text": "Home on Monday!"})
    yield from done()


def also_with_both_days(_guest: Guest) -> Solution:
    yield ToolCall(name="mail_search", arguments={"words": "barrowby appointment"})
    yield from done(
        body="Number 4142, first agreed for 14 May and now on 18 May: I cannot come, please take me out.",
        home="I stay at home on 18 May and let the decorator in.",
    )


def done(
    *,
    event: str = "event-522",
    body: str = CANCEL,
    home: str = HOME,
    mail: bool = True,
    nora: bool = True,
) -> Solution:
    if mail:
        cancelled = {"to": [SURGERY], "subject": "Appointment 4142", "body": body}
        yield ToolCall(name="mail_send", arguments=cancelled)
    yield ToolCall(name="calendar_delete_event", arguments={"event": event})
    if nora:
        yield ToolCall(name="messenger_send", arguments={"conversation": "chat-1", "text": home})
    else:
        told = {"to": ["nora.alderton@hearth.test"], "subject": "Monday", "body": home}
        yield ToolCall(name="mail_send", arguments=told)
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

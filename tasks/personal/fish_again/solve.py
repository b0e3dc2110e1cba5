import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

BEA, OTIS, NORA, TOVE = "chat-6", "chat-23", "chat-1", "chat-11"
THERE, BACK, WHOLE_STAY, TO_DUNHOLT = "event-536", "event-538", "event-540", "event-544"
ANSWER = "You are back in Aldmere at 19:21 on Saturday 6 June."
DATES = "from Friday 5 June to Saturday 6 June"


def mcp() -> Solution:
    seen = yield ToolCall(name="messenger_search", arguments={"words": "feed the fish", "limit": 1})
    chat = rows(seen)[0]["conversation"]
    seen = yield ToolCall(name="messenger_list_conversations", arguments={"limit": 50})
    listed = {row["name"]: row["id"] for row in rows(seen)}
    name = next(name for name, key in listed.items() if key == chat).partition(" ")[0]
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Aldmere Farrowgate", "limit": 2})
    back, there = rows(seen)
    answer = f"{name} is asked. You are back at {back['ends'][11:16]}."
    nora = listed["Nora Alderton"]
    yield from done(chat=chat, nora=nora, name=name, train=there["id"], answer=answer)


def also_by_account(_guest: Guest) -> Solution:
    yield ToolCall(name="messenger_read", arguments={"conversation": BEA})
    yield ToolCall(name="calendar_set_reminder", arguments={"event": THERE, "minutes": 1440})
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": "Bea Haddock"})
    text = "Hello Bea! Would you look after our fish again, 5 to 6 June 2026? Thank you so much."
    account = rows(seen)[0]["account"]
    yield ToolCall(name="messenger_send", arguments={"account": account, "text": text})
    yield ToolCall(
        name="messenger_send",
        arguments={"conversation": NORA, "text": "Bea Haddock gets the fish, I have written to her."},
    )
    yield Terminate(status="success", answer="The T363 gets in at 7:21 pm; the T51 leaves at 10:08.")


def also_as_reply(_guest: Guest) -> Solution:
    yield ToolCall(name="messenger_search", arguments={"words": "fish"})
    text = "Once more, please: the fish, 2026-06-05 until 2026-06-06. The key hangs inside."
    answer = {"conversation": BEA, "reply_to": "msg-1030", "text": text}
    yield ToolCall(name="messenger_send", arguments=answer)
    yield from done(asks=False)


def wrong_who_had_the_plants(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(chat=OTIS, name="Otis")


def wrong_who_has_the_tortoise(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(chat=TOVE, name="Tove")


def wrong_last_dates(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(dates="from Friday 24 April to Sunday 26 April")


def wrong_one_date(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(dates="from Friday 5 June")


def wrong_reminder_of_the_stay(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(train=WHOLE_STAY)


def wrong_reminder_of_the_return(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(train=BACK)


def wrong_reminder_of_the_journey_to_work(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(train=TO_DUNHOLT)


def wrong_reminder_an_hour_before(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(minutes=60)


def wrong_time_of_leaving(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(answer="You are back at 15:52.")


def wrong_nora_not_told(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(tells=False)


def wrong_asked_twice(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="messenger_send", arguments={"conversation": BEA, "text": f"The fish, {DATES}?"})
    yield from done()


def prepared() -> Solution:
    yield ToolCall(name="messenger_search", arguments={"words": "feed the fish"})


def done(
    *,
    chat: str = BEA,
    nora: str = NORA,
    name: str = "Bea",
    dates: str = DATES,
    train: str = THERE,
    minutes: int = 1440,
    answer: str = ANSWER,
    asks: bool = True,
    tells: bool = True,
) -> Solution:
    if asks:
        text = f"We are in Farrowgate {dates}. Could you feed the fish again?"
        yield ToolCall(name="messenger_send", arguments={"conversation": chat, "text": text})
    if tells:
        text = f"I have asked {name} to feed the fish in June."
        yield ToolCall(name="messenger_send", arguments={"conversation": nora, "text": text})
    yield ToolCall(name="calendar_set_reminder", arguments={"event": train, "minutes": minutes})
    yield Terminate(status="success", answer=answer)


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

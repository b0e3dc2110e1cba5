import json
from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

PICTURE, ALDMERE = "post-83", "post-17"
OWN, FAMILY = "calendar-1", "calendar-2"
VESNA, IDRIS = "vesna.lundmark@lettera.test", "idris.kranz@lettera.test"
VESNA_CHAT, IDRIS_CHAT = "chat-27", "chat-26"
TITLE, PLACE = "Clock Museum", "Clock Museum, Greyharbour"
DAY = "2026-05-23"


def mcp() -> Solution:
    seen = yield ToolCall(name="feed_search", arguments={"topic": "#greyharbour", "limit": 1})
    picture = read(seen)[0]
    seen = yield ToolCall(name="feed_read_post", arguments={"post": picture["id"]})
    comments = read(seen)["comments"]
    handle = next(item["author"] for item in comments if "should have called" in item["text"])
    seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle, "limit": 1})
    name = read(seen)["name"]
    seen = yield ToolCall(name="contacts_search", arguments={"words": name})
    seen = yield ToolCall(name="contacts_read", arguments={"card": read(seen)[0]["id"]})
    address = read(seen)["addresses"][0]
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    own = next(item["id"] for item in read(seen) if item["name"] == "Helmi")
    days = {"first_day": "2026-05-12", "last_day": "2026-06-30"}
    seen = yield ToolCall(name="calendar_list_events", arguments=days)
    taken = {(item["starts"][:10], item["ends"][:10]) for item in read(seen)}
    saturdays = [str(date(2026, 5, 16) + timedelta(weeks=week)) for week in range(6)]
    day = next(day for day in saturdays if not any(first <= day <= last for first, last in taken))
    event = {"calendar": own, "title": f"Museum with {name}", "place": picture["place"], "guests": [address]}
    times = {"starts": f"{day}T11:00", "ends": f"{day}T13:00"}
    yield ToolCall(name="calendar_create_event", arguments=event | times)
    text = f"This time together, on {day}!"
    yield ToolCall(name="feed_comment", arguments={"post": picture["id"], "text": text})
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": name})
    account = read(seen)[0]["account"]
    text = f"You are right, so come along: {picture['place']}, {day}, 11:00 to 13:00."
    yield ToolCall(name="messenger_send", arguments={"account": account, "text": text})
    yield Terminate(status="success")


def also_in_words(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    text = "Next time with me? Saturday the 23rd at eleven, in the Clock Museum."
    yield ToolCall(name="messenger_send", arguments={"conversation": VESNA_CHAT, "text": text})
    yield ToolCall(
        name="feed_comment", arguments={"post": PICTURE, "text": "@vesnalun on the 23rd, promised."}
    )
    yield from put(title="Vesna", place="Clock Museum (Greyharbour)")
    yield Terminate(status="success")


def also_moved_and_invited_later(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    seen = yield from put(day="2026-05-16", guests=[])
    changed = {"event": read(seen)["id"], "starts": f"{DAY}T11:00", "add_guests": [VESNA]}
    yield ToolCall(name="calendar_update_event", arguments=changed)
    yield from done(event=False)


def wrong_idris(_guest: Guest) -> Solution:
    """Who wrote nearly the same under the picture, and under another one that Helmi should have called."""
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    yield from done(guest=IDRIS, chat=IDRIS_CHAT)


def wrong_this_saturday(_guest: Guest) -> Solution:
    """On which nothing begins, but a colleague's absence goes on."""
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    yield from done(day="2026-05-16", told="Saturday 16 May")


def wrong_month(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    yield from put()
    yield from done(event=False, told="23 June")


def wrong_museum_in_aldmere(_guest: Guest) -> Solution:
    """The museum of that name at home, of which Helmi has a picture as well."""
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    yield from done(place="Clock Museum, Aldmere", post=ALDMERE)


def wrong_family_calendar(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    yield from done(calendar=FAMILY)


def wrong_nobody_invited(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    yield from put(guests=[])
    yield from done(event=False)


def wrong_comments_not_read(_guest: Guest) -> Solution:
    yield from done()


def wrong_told_twice(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    text = "Saturday 23 May at 11:00?"
    yield ToolCall(name="messenger_send", arguments={"conversation": VESNA_CHAT, "text": text})
    yield from done()


def wrong_comment_deleted(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": PICTURE})
    yield ToolCall(name="feed_delete_comment", arguments={"comment": "comment-95"})
    yield from done()


def put(
    *,
    title: str = TITLE,
    day: str = DAY,
    place: str = PLACE,
    calendar: str = OWN,
    guests: list[str] | None = None,
) -> Solution:
    event = {
        "calendar": calendar,
        "title": title,
        "starts": f"{day}T11:00",
        "ends": f"{day}T13:00",
        "place": place,
        "guests": [VESNA] if guests is None else guests,
    }
    return (yield ToolCall(name="calendar_create_event", arguments=event))


def done(
    *,
    event: bool = True,
    day: str = DAY,
    told: str = "Saturday 23 May",
    place: str = PLACE,
    post: str = PICTURE,
    calendar: str = OWN,
    guest: str = VESNA,
    chat: str = VESNA_CHAT,
) -> Solution:
    if event:
        yield from put(day=day, place=place, calendar=calendar, guests=[guest])
    yield ToolCall(name="feed_comment", arguments={"post": post, "text": f"Together, on {told}!"})
    text = f"Come along to the {place}: {told}, 11:00 to 13:00."
    yield ToolCall(name="messenger_send", arguments={"conversation": chat, "text": text})
    yield Terminate(status="success")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)

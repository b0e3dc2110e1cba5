import json
from datetime import date, timedelta

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

KERSTIN = "kerstin.wrenfield@studio-brandsen.test"
WEEKLY, NEXT_WEEKLY, ROUND, GENERAL = "event-502", "event-516", "event-535", "channel-1"
HELMI, ROMY, EDDA = "M1660", "M1723", "M1760"
NEW = "Thursday 21 May at 10:30"


def mcp() -> Solution:
    seen = yield ToolCall(name="team_find_member", arguments={"name": "Olive Kestrel"})
    back = date.fromisoformat(rows(seen)[0]["until"][:10]) + timedelta(days=1)
    seen = yield ToolCall(name="calendar_search", arguments={"words": "round cost estimate", "limit": 1})
    moved = rows(seen)[0]
    seen = yield ToolCall(
        name="calendar_list_events", arguments={"first_day": "2026-05-12", "last_day": f"{back}"}
    )
    weekly = next(row["id"] for row in rows(seen) if row["title"].startswith("Weekly meeting"))
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": moved["id"]})
    guests = [guest["address"] for guest in json.loads(seen.results[-1].text)["guests"]]
    members = []
    kerstin = ""
    for address in guests:
        seen = yield ToolCall(name="contacts_search", arguments={"words": address})
        name = rows(seen)[0]["name"]
        if name.startswith("Kerstin"):
            seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
            kerstin = json.loads(seen.results[-1].text)["addresses"][0]
        else:
            seen = yield ToolCall(name="team_find_member", arguments={"name": name})
            members.append(rows(seen)[0]["member"])
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = next(row["id"] for row in rows(seen) if row["name"] == "general")
    hour = moved["starts"][11:16]
    yield from done(
        weekly=weekly,
        event=moved["id"],
        starts=f"{back}T{hour}",
        kerstin=kerstin,
        members=tuple(members),
        channel=channel,
        new=f"{back:%A} {back.day} {back:%B} at {hour}",
    )


def also_forwarded(_guest: Guest) -> Solution:
    yield ToolCall(name="team_find_member", arguments={"name": "Kestrel"})
    body = "Not on 18 May, as I wrote below, but on 21 May, from 10:30 to 12:00."
    yield ToolCall(name="mail_forward", arguments={"message": "mail-647", "to": [KERSTIN], "body": body})
    yield from done(mails=False)


def also_in_steps(_guest: Guest) -> Solution:
    yield ToolCall(name="team_find_member", arguments={"name": "Olive"})
    text = "Dear <@M1723>, dear <@M1660>, I am away until 20 May. We hold the round on 21 May, half past ten."
    yield ToolCall(name="team_post", arguments={"channel": GENERAL, "text": text})
    yield ToolCall(name="calendar_update_event", arguments={"event": ROUND, "starts": "2026-05-20T10:30"})
    moved = {"event": ROUND, "starts": "2026-05-21T10:30", "ends": "2026-05-21T12:00"}
    yield ToolCall(name="calendar_update_event", arguments=moved)
    yield from done(moves=False, posts=False)


def wrong_last_day_away(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(starts="2026-05-20T10:30", new="Wednesday 20 May at 10:30")


def wrong_day_in_the_calendar(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(starts="2026-05-20T10:30")


def wrong_next_weekly_meeting(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(weekly=NEXT_WEEKLY)


def wrong_both_weekly_meetings(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="calendar_delete_event", arguments={"event": NEXT_WEEKLY})
    yield from done()


def wrong_round_made_anew(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="calendar_delete_event", arguments={"event": ROUND})
    made = {
        "calendar": "calendar-4",
        "title": "Round: Cost estimate, the ground floor",
        "starts": "2026-05-21T10:30",
        "ends": "2026-05-21T12:00",
        "place": "Room 2",
        "guests": ["h.alderton@postbox.test", "r.balthus@studio-brandsen.test", KERSTIN],
    }
    yield ToolCall(name="calendar_create_event", arguments=made)
    yield from done(moves=False)


def wrong_shorter(_guest: Guest) -> Solution:
    yield from prepared()
    moved = {"event": ROUND, "starts": "2026-05-21T10:30", "ends": "2026-05-21T11:30"}
    yield ToolCall(name="calendar_update_event", arguments=moved)
    yield from done(moves=False)


def wrong_kerstin_in_the_channel(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(members=(HELMI, ROMY, "M1372"), mails=False)


def wrong_helmi_mailed(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(kerstin="h.alderton@postbox.test")


def wrong_romy_not_mentioned(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(members=(HELMI, EDDA))


def wrong_posted_twice(_guest: Guest) -> Solution:
    yield from prepared()
    text = f"<@M1660> <@M1723> The round is on {NEW}."
    yield ToolCall(name="team_post", arguments={"channel": GENERAL, "text": text})
    yield from done()


def prepared() -> Solution:
    yield ToolCall(name="team_find_member", arguments={"name": "Olive"})


def done(
    *,
    weekly: str = WEEKLY,
    event: str = ROUND,
    starts: str = "2026-05-21T10:30",
    kerstin: str = KERSTIN,
    members: tuple[str, ...] = (HELMI, ROMY),
    channel: str = GENERAL,
    new: str = NEW,
    moves: bool = True,
    mails: bool = True,
    posts: bool = True,
) -> Solution:
    yield ToolCall(name="calendar_delete_event", arguments={"event": weekly})
    if moves:
        yield ToolCall(name="calendar_update_event", arguments={"event": event, "starts": starts})
    text = f"The round on the cost estimate is now on {new}."
    if mails:
        yield ToolCall(name="mail_send", arguments={"to": [kerstin], "subject": "Round", "body": text})
    if posts:
        named = " ".join(f"<@{member}>" for member in members)
        yield ToolCall(name="team_post", arguments={"channel": channel, "text": f"{named} {text}"})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

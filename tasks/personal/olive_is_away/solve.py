import json
from datetime import date, timedelta

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

HELMI, ROMY, EDDA = "M1660", "M1723", "M1760"
HELMIS_ADDRESS = "h.alderton@postbox.test"
WEEKLY, NEXT_WEEKLY, GENERAL = "event-513", "event-529", "channel-1"
ENERGY, LOAD = "event-551", "event-558"
LOADS_MAIL, ILSES_MAIL = "mail-647", "mail-642"
NEW = "Thursday 21 May at 9:30"
ABSENT = "I am away on Monday, and Ilse will not be there either."


def mcp() -> Solution:
    seen = yield ToolCall(name="team_find_member", arguments={"name": "Olive Kestrel"})
    own = rows(seen)[0]["name"]
    back = date.fromisoformat(rows(seen)[0]["until"][:10]) + timedelta(days=1)
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Helmi Alderton", "limit": 1})
    seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
    helmi = json.loads(seen.results[-1].text)["addresses"][0]
    seen = yield ToolCall(
        name="calendar_list_events", arguments={"first_day": "2026-05-12", "last_day": f"{back}"}
    )
    weekly: dict[str, str] = {}
    called: list[str] = []
    guests: dict[str, list[str]] = {}
    for row in rows(seen):
        read = yield ToolCall(name="calendar_read_event", arguments={"event": row["id"]})
        event = json.loads(read.results[-1].text)
        guests[row["id"]] = [guest["address"] for guest in event["guests"]]
        if row["title"].startswith("Weekly meeting"):
            weekly = row
        elif event["organiser"] == helmi:
            called.append(row["id"])
    absent = ""
    for address in guests[called[-1]]:
        seen = yield ToolCall(name="mail_search", arguments={"words": "absence", "sender": address})
        if rows(seen) and rows(seen)[0]["subject"].endswith("19 May"):
            yield ToolCall(name="mail_read_message", arguments={"message": rows(seen)[0]["id"]})
            seen = yield ToolCall(name="contacts_search", arguments={"words": address})
            absent = rows(seen)[0]["name"]
    members = []
    for address in guests[weekly["id"]]:
        seen = yield ToolCall(name="contacts_search", arguments={"words": address})
        seen = yield ToolCall(name="team_find_member", arguments={"name": rows(seen)[0]["name"]})
        members.append(rows(seen)[0]["member"])
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = next(row["id"] for row in rows(seen) if row["name"] == "general")
    hour = weekly["starts"][11:16]
    yield from done(
        weekly=weekly["id"],
        starts=f"{back}T{hour}",
        declined=tuple(called),
        helmi=helmi,
        told=f"On Monday {absent} will not be there either. {own}",
        members=tuple(members),
        channel=channel,
        new=f"{back:%A} {back.day} {back:%B} at {hour}",
    )


def also_replied(_guest: Guest) -> Solution:
    yield ToolCall(name="team_find_member", arguments={"name": "Kestrel"})
    yield ToolCall(name="team_search", arguments={"words": "gone till"})
    body = "I am not there, nor is Ilse, who is back on 19 May; Romy stands in for her."
    yield ToolCall(name="mail_reply", arguments={"message": LOADS_MAIL, "body": body})
    yield from done(told="")


def also_in_steps(_guest: Guest) -> Solution:
    yield from prepared()
    text = "Dear <@M1723>, dear <@M1660>, I am away until 20 May. The weekly is on 21 May, half past nine."
    yield ToolCall(name="team_post", arguments={"channel": GENERAL, "text": text})
    yield ToolCall(name="calendar_update_event", arguments={"event": WEEKLY, "starts": "2026-05-20T09:30"})
    moved = {"event": WEEKLY, "starts": "2026-05-21T09:30", "ends": "2026-05-21T10:15"}
    yield ToolCall(name="calendar_update_event", arguments=moved)
    yield ToolCall(name="calendar_respond", arguments={"event": LOAD, "answer": "tentative"})
    yield from done(weekly="", posts=False)


def wrong_last_day_away(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(starts="2026-05-20T09:30", new="Wednesday 20 May at 9:30")


def wrong_day_in_the_calendar(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(starts="2026-05-20T09:30")


def wrong_next_weekly_meeting(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(weekly=NEXT_WEEKLY)


def wrong_weekly_made_anew(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="calendar_delete_event", arguments={"event": WEEKLY})
    made = {
        "calendar": "calendar-4",
        "title": "Weekly meeting",
        "starts": "2026-05-21T09:30",
        "ends": "2026-05-21T10:15",
        "place": "Room 5",
        "guests": [HELMIS_ADDRESS, "r.balthus@studio-brandsen.test"],
    }
    yield ToolCall(name="calendar_create_event", arguments=made)
    yield from done(weekly="")


def wrong_longer(_guest: Guest) -> Solution:
    yield from prepared()
    moved = {"event": WEEKLY, "starts": "2026-05-21T09:30", "ends": "2026-05-21T10:30"}
    yield ToolCall(name="calendar_update_event", arguments=moved)
    yield from done(weekly="")


def wrong_todays_meeting_left(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(declined=(LOAD,))


def wrong_meetings_taken_out(_guest: Guest) -> Solution:
    yield from prepared()
    for event in (ENERGY, LOAD):
        yield ToolCall(name="calendar_delete_event", arguments={"event": event})
    yield from done(declined=())


def wrong_who_declined_the_weekly(_guest: Guest) -> Solution:
    yield ToolCall(name="team_find_member", arguments={"name": "Olive"})
    yield from done(told="I am away on Monday, and Romy will not be there either.")


def wrong_romy_as_well(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(told="Romy and Ilse will not be there on Monday.")


def wrong_ilse_mailed(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(helmi="ilse.knoll@studio-brandsen.test")


def wrong_helmi_told_in_the_channel(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(told="", new=f"{NEW}. On Monday Ilse is not there either")


def wrong_romy_not_mentioned(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(members=(HELMI, EDDA))


def wrong_posted_twice(_guest: Guest) -> Solution:
    yield from prepared()
    text = f"<@M1660> <@M1723> The weekly meeting is on {NEW}."
    yield ToolCall(name="team_post", arguments={"channel": GENERAL, "text": text})
    yield from done()


def prepared() -> Solution:
    yield ToolCall(name="team_find_member", arguments={"name": "Olive"})
    yield ToolCall(name="mail_read_message", arguments={"message": ILSES_MAIL})


def done(
    *,
    weekly: str = WEEKLY,
    starts: str = "2026-05-21T09:30",
    declined: tuple[str, ...] = (ENERGY, LOAD),
    helmi: str = HELMIS_ADDRESS,
    told: str = ABSENT,
    members: tuple[str, ...] = (HELMI, ROMY),
    channel: str = GENERAL,
    new: str = NEW,
    posts: bool = True,
) -> Solution:
    if weekly:
        yield ToolCall(name="calendar_update_event", arguments={"event": weekly, "starts": starts})
    for event in declined:
        yield ToolCall(name="calendar_respond", arguments={"event": event, "answer": "declined"})
    if told:
        yield ToolCall(name="mail_send", arguments={"to": [helmi], "subject": "Monday", "body": told})
    if posts:
        named = " ".join(f"<@{member}>" for member in members)
        text = f"{named} The weekly meeting is now on {new}."
        yield ToolCall(name="team_post", arguments={"channel": channel, "text": text})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

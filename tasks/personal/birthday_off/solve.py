import json
from datetime import date, timedelta

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

OWN, FAMILY, GENERAL = "calendar-1", "calendar-2", "channel-1"
WEEKLY, OWN_MEETING, DECORATOR = "event-514", "event-557", "event-556"
VIGGO, YORICK = "M1091", "M1674"
JOBS = "check the fire plan (mind the attic) and send the floor plan (mind the gable)"


def mcp() -> Solution:
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Marit birthday", "limit": 1})
    day = rows(seen)[0]["starts"][:10]
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    own = next(row["id"] for row in rows(seen) if row["name"] == "Helmi")
    seen = yield ToolCall(
        name="calendar_list_events", arguments={"first_day": day, "last_day": day, "calendar": own}
    )
    declined = mine = hours = ""
    for row in rows(seen):
        seen = yield ToolCall(name="calendar_read_event", arguments={"event": row["id"]})
        event = json.loads(seen.results[-1].text)
        if event["organiser"].startswith("olive"):
            declined = row["id"]
        elif event["guests"]:
            mine, hours = row["id"], row["starts"][10:]
    friday = date.fromisoformat(day) + timedelta(days=4)
    seen = yield ToolCall(name="notes_search", arguments={"words": "how we do the fire plan", "limit": 1})
    seen = yield ToolCall(name="notes_read_page", arguments={"page": rows(seen)[0]["id"]})
    before = json.loads(seen.results[-1].text)["body"].rpartition("From ")[2].partition(" to ")[0]
    seen = yield ToolCall(name="team_find_member", arguments={"name": before})
    member = rows(seen)[0]["member"]
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = next(row["id"] for row in rows(seen) if row["name"] == "general")
    yield from done(
        member=member,
        calendar=own,
        declined=declined,
        moved=mine,
        starts=f"{friday}{hours}",
        channel=channel,
    )


def also_in_other_words(_guest: Guest) -> Solution:
    yield ToolCall(name="notes_search", arguments={"words": "fire plan"})
    text = (
        "I have a holiday on 2026-05-18. May I ask <@M1091> for my two Monday jobs?\n"
        "- send the floor plan\n- check the fire plan\nThanks!"
    )
    yield ToolCall(name="team_post", arguments={"channel": GENERAL, "text": text})
    yield from done(asks=False, title="Marit's birthday, off work", hours=("09:00", "17:00"))


def also_edited(_guest: Guest) -> Solution:
    yield ToolCall(name="notes_read_page", arguments={"page": "page-169"})
    seen = yield ToolCall(name="team_post", arguments={"channel": GENERAL, "text": "<@M1674> please!"})
    post = json.loads(seen.results[-1].text)["id"]
    text = f"<@M1091>, please {JOBS} on Monday 18 May, when I am on leave."
    yield ToolCall(name="team_edit_post", arguments={"post": post, "text": text})
    yield ToolCall(name="calendar_respond", arguments={"event": WEEKLY, "answer": "tentative"})
    shorter = {"event": OWN_MEETING, "starts": "2026-05-22T15:00", "ends": "2026-05-22T15:30"}
    yield ToolCall(name="calendar_update_event", arguments=shorter)
    whole = {"event": OWN_MEETING, "ends": "2026-05-22T15:45"}
    yield ToolCall(name="calendar_update_event", arguments=whole)
    yield from done(asks=False, moved="")


def wrong_who_was_away(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(member=YORICK)


def wrong_whole_list(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(jobs=f"print the brick sample, {JOBS}")


def wrong_one_job(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(jobs="check the fire plan, mind the attic")


def wrong_day_in_post(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(day="Monday 25 May")


def wrong_own_meeting_left(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(moved="")


def wrong_own_meeting_called_off(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="calendar_delete_event", arguments={"event": OWN_MEETING})
    yield from done(moved="")


def wrong_friday_before(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(starts="2026-05-15T15:00")


def wrong_decorator_moved_too(_guest: Guest) -> Solution:
    yield from prepared()
    moved = {"event": DECORATOR, "starts": "2026-05-22T16:00"}
    yield ToolCall(name="calendar_update_event", arguments=moved)
    yield from done()


def wrong_weekly_taken_out(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="calendar_delete_event", arguments={"event": WEEKLY})
    yield from done(declined="")


def wrong_weekly_left(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(declined="")


def wrong_family_calendar(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(calendar=FAMILY)


def wrong_asked_in_messenger(_guest: Guest) -> Solution:
    yield from prepared()
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": "021 271 6606"})
    asked = {"account": rows(seen)[0]["account"], "text": f"Could you {JOBS} on Monday 18 May?"}
    yield ToolCall(name="messenger_send", arguments=asked)
    yield from done(asks=False)


def wrong_asked_twice(_guest: Guest) -> Solution:
    yield from prepared()
    yield ToolCall(name="team_post", arguments={"channel": GENERAL, "text": f"<@M1091> {JOBS} on 18 May?"})
    yield from done()


def prepared() -> Solution:
    yield ToolCall(name="notes_read_page", arguments={"page": "page-169"})


def done(
    *,
    member: str = VIGGO,
    jobs: str = JOBS,
    day: str = "Monday 18 May",
    calendar: str = OWN,
    title: str = "Day off",
    hours: tuple[str, str] = ("00:00", "23:59"),
    declined: str = WEEKLY,
    moved: str = OWN_MEETING,
    starts: str = "2026-05-22T15:00",
    channel: str = GENERAL,
    asks: bool = True,
) -> Solution:
    first, last = (f"2026-05-18T{hour}" for hour in hours)
    event = {"calendar": calendar, "title": title, "starts": first, "ends": last}
    yield ToolCall(name="calendar_create_event", arguments=event)
    if declined:
        yield ToolCall(name="calendar_respond", arguments={"event": declined, "answer": "declined"})
    if moved:
        yield ToolCall(name="calendar_update_event", arguments={"event": moved, "starts": starts})
    if asks:
        text = f"<@{member}> I am off on {day}. Could you {jobs} for me?"
        yield ToolCall(name="team_post", arguments={"channel": channel, "text": text})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

OWN, FAMILY = "calendar-1", "calendar-2"
SIGNAL_BOX, QUARRY_SCHOOL, GENERAL = "channel-11", "channel-8", "channel-1"
ROMY, KLARA, VIGGO, OLIVE, LENI = "M1723", "M1818", "M1091", "M1652", "M1483"
ADDRESSES = {
    ROMY: "r.balthus@studio-brandsen.test",
    KLARA: "klara.ackerby@studio-brandsen.test",
    VIGGO: "viggo.verhoef@studio-brandsen.test",
    OLIVE: "olive.kestrel@studio-brandsen.test",
    LENI: "leni.marchbank@studio-brandsen.test",
}
TEAM = (ROMY, KLARA, VIGGO)
NEEDED = "the floor plan in 33 copies"


def mcp() -> Solution:
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Delia client"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
    card = json.loads(seen.results[-1].text)
    client, address = card["organisation"], card["addresses"][0]
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "board Friday", "sender": address, "limit": 1}
    )
    yield ToolCall(name="mail_read_message", arguments={"message": rows(seen)[0]["id"]})
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channels = [row["id"] for row in rows(seen) if client in row["purpose"]]
    running = ""
    for channel in channels:
        seen = yield ToolCall(name="team_search", arguments={"words": "is finished", "channel": channel})
        running = running if rows(seen) else channel
    seen = yield ToolCall(name="team_read_channel", arguments={"channel": running})
    guests = {}
    for named in json.loads(seen.results[-1].text)["members"]:
        if named["name"] == "Helmi Alderton":
            continue
        seen = yield ToolCall(name="team_find_member", arguments={"name": named["name"]})
        if "Away" in rows(seen)[0]["status"]:
            continue
        seen = yield ToolCall(name="contacts_search", arguments={"words": named["name"]})
        seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
        guests[named["member"]] = json.loads(seen.results[-1].text)["addresses"][0]
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    own = next(row["id"] for row in rows(seen) if row["name"] == "Helmi")
    yield from done(guests=guests, calendar=own, channel=running)


def also_posted_first(_guest: Guest) -> Solution:
    yield from prepared()
    text = (
        "Before the board of Friday 15 May: <@M1091> and <@M1818>, please come to Room 11 on 14 May, "
        "10:00 to 10:30. You too, <@M1723>! Floor plan: 33 copies."
    )
    yield ToolCall(name="team_post", arguments={"channel": SIGNAL_BOX, "text": text})
    yield from done(posts=False, title="Delia")


def also_guests_added_later(_guest: Guest) -> Solution:
    yield from prepared()
    seen = yield ToolCall(
        name="calendar_create_event",
        arguments={
            "calendar": OWN,
            "title": "Talk",
            "starts": "2026-05-14T10:00",
            "ends": "2026-05-14T11:00",
            "guests": [ADDRESSES[OLIVE]],
        },
    )
    changed = {
        "event": json.loads(seen.results[-1].text)["id"],
        "ends": "2026-05-14T10:30",
        "place": "Room 11, first floor",
        "add_guests": [ADDRESSES[member] for member in TEAM],
        "remove_guests": [ADDRESSES[OLIVE]],
    }
    yield ToolCall(name="calendar_update_event", arguments=changed)
    yield from done(invites=False)


def wrong_with_who_is_away(_guest: Guest) -> Solution:
    yield from prepared()
    everybody = (*TEAM, OLIVE)
    yield from done(guests={member: ADDRESSES[member] for member in everybody})


def wrong_finished_project(_guest: Guest) -> Solution:
    yield from prepared()
    members = (ROMY, VIGGO, LENI)
    yield from done(guests={member: ADDRESSES[member] for member in members}, channel=QUARRY_SCHOOL)


def wrong_last_committee(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(needed="the site report in 46 copies")


def wrong_general_channel(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(channel=GENERAL)


def wrong_day_of_the_board(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(day="2026-05-15")


def wrong_an_hour(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(ends="11:00")


def wrong_family_calendar(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(calendar=FAMILY)


def wrong_nobody_mentioned(_guest: Guest) -> Solution:
    yield from prepared()
    text = f"Thursday at ten in Room 11, Romy, Klara and Viggo. Delia needs {NEEDED}."
    yield ToolCall(name="team_post", arguments={"channel": SIGNAL_BOX, "text": text})
    yield from done(posts=False)


def wrong_mailed_as_well(_guest: Guest) -> Solution:
    yield from prepared()
    sent = {"to": [ADDRESSES[member] for member in TEAM], "subject": "Thursday", "body": "At ten in Room 11."}
    yield ToolCall(name="mail_send", arguments=sent)
    yield from done()


def prepared() -> Solution:
    yield ToolCall(name="mail_read_message", arguments={"message": "mail-627"})
    yield ToolCall(name="team_find_member", arguments={"name": "Olive"})


def done(
    *,
    guests: dict[str, str] | None = None,
    calendar: str = OWN,
    channel: str = SIGNAL_BOX,
    day: str = "2026-05-14",
    ends: str = "10:30",
    title: str = "Signal box: before the board",
    needed: str = NEEDED,
    invites: bool = True,
    posts: bool = True,
) -> Solution:
    guests = guests or {member: ADDRESSES[member] for member in TEAM}
    if invites:
        event = {
            "calendar": calendar,
            "title": title,
            "starts": f"{day}T10:00",
            "ends": f"{day}T{ends}",
            "place": "Room 11",
            "guests": [*guests.values()],
        }
        yield ToolCall(name="calendar_create_event", arguments=event)
    if posts:
        named = " ".join(f"<@{member}>" for member in guests)
        text = f"{named} We meet on Thursday at 10:00 in Room 11. Delia's board needs {needed}."
        yield ToolCall(name="team_post", arguments={"channel": channel, "text": text})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

OWN, FAMILY = "calendar-1", "calendar-2"
MARKET_ARCADE, GENERAL, SIGNAL_BOX = "channel-10", "channel-1", "channel-11"
ROMY, ILSE, LIV, JOANNA, OLIVE = "M1723", "M1687", "M1829", "M1276", "M1652"
ADDRESSES = {
    ROMY: "r.balthus@studio-brandsen.test",
    ILSE: "ilse.knoll@studio-brandsen.test",
    LIV: "l.anscombe@studio-brandsen.test",
    JOANNA: "joanna.ahlgren@studio-brandsen.test",
    OLIVE: "olive.kestrel@studio-brandsen.test",
}
TEAM = (ROMY, ILSE, LIV, JOANNA)
WANTED = "the site report, above all the north wing, at 15:00"
DAY = "2026-05-14"


def mcp() -> Solution:
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Noor client"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
    card = json.loads(seen.results[-1].text)
    client, address = card["organisation"], card["addresses"][0]
    seen = yield ToolCall(name="calendar_search", arguments={"words": f"visit {client}", "limit": 1})
    visit = rows(seen)[0]
    seen = yield ToolCall(name="mail_search", arguments={"words": "visit", "sender": address, "limit": 1})
    seen = yield ToolCall(name="mail_read_message", arguments={"message": rows(seen)[0]["id"]})
    mail = json.loads(seen.results[-1].text)["body"]
    subject, part = mail.partition("look at ")[2].partition(".")[0].split(", especially ")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = next(row["id"] for row in rows(seen) if client in row["purpose"])
    seen = yield ToolCall(name="team_read_channel", arguments={"channel": channel})
    guests = {}
    for named in json.loads(seen.results[-1].text)["members"]:
        if named["name"] == "Helmi Alderton":
            continue
        seen = yield ToolCall(name="team_find_member", arguments={"name": named["name"]})
        if "Away" in rows(seen)[0]["status"]:
            continue
        seen = yield ToolCall(name="contacts_search", arguments={"words": named["name"]})
        own_card = next(row["id"] for row in rows(seen) if row["name"] == named["name"])
        seen = yield ToolCall(name="contacts_read", arguments={"card": own_card})
        other = json.loads(seen.results[-1].text)["addresses"][0]
        seen = yield ToolCall(name="mail_search", arguments={"words": "absence", "sender": other, "limit": 1})
        if rows(seen):
            seen = yield ToolCall(name="mail_read_message", arguments={"message": rows(seen)[0]["id"]})
            if "from Thursday 14 May" in json.loads(seen.results[-1].text)["body"]:
                continue
        guests[named["member"]] = other
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    own = next(row["id"] for row in rows(seen) if row["name"] == "Helmi")
    wanted = f"{subject}, especially {part}, at {visit['starts'][11:16]}"
    yield from done(guests=guests, calendar=own, channel=channel, place=visit["place"], wanted=wanted)


def also_posted_first(_guest: Guest) -> Solution:
    yield from prepared()
    text = (
        "For the visit of Friday 15 May: <@M1687>, <@M1829> and <@M1276>, please come to Room 11 on 14 May, "
        "10:00 to 10:30. You too, <@M1723>! From 3 pm Noor looks at the north wing in our site report."
    )
    yield ToolCall(name="team_post", arguments={"channel": MARKET_ARCADE, "text": text})
    yield from done(posts=False, title="Noor")


def also_guests_added_later(_guest: Guest) -> Solution:
    yield ToolCall(name="team_find_member", arguments={"name": "Olive"})
    yield ToolCall(name="mail_search", arguments={"words": "visit on Friday 15 May"})
    seen = yield ToolCall(
        name="calendar_create_event",
        arguments={
            "calendar": OWN,
            "title": "Talk",
            "starts": f"{DAY}T10:00",
            "ends": f"{DAY}T11:00",
            "guests": [ADDRESSES[OLIVE]],
        },
    )
    changed = {
        "event": json.loads(seen.results[-1].text)["id"],
        "ends": f"{DAY}T10:30",
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


def wrong_without_who_leaves_on_friday(_guest: Guest) -> Solution:
    yield from prepared()
    members = (ROMY, LIV, JOANNA)
    yield from done(guests={member: ADDRESSES[member] for member in members})


def wrong_card_that_names_liv(_guest: Guest) -> Solution:
    yield from prepared()
    guests = {member: ADDRESSES[member] for member in TEAM}
    yield from done(guests=guests | {LIV: "dalia.blakemoor@blakemoor-cycles.test"})


def wrong_last_visit(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(place="Room 2", wanted="the fire plan, above all the courtyard side, at 15:00")


def wrong_hour_of_the_visit_left_out(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(wanted="the site report, above all the north wing")


def wrong_project_that_runs(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(channel=SIGNAL_BOX)


def wrong_general_channel(_guest: Guest) -> Solution:
    yield from prepared()
    yield from done(channel=GENERAL)


def wrong_day_of_the_visit(_guest: Guest) -> Solution:
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
    text = (
        "Thursday at 10:00 in Room 11, Romy, Ilse, Liv and Joanna. "
        f"On Friday Noor Amberley wants to see {WANTED}."
    )
    yield ToolCall(name="team_post", arguments={"channel": MARKET_ARCADE, "text": text})
    yield from done(posts=False)


def wrong_noor_invited(_guest: Guest) -> Solution:
    yield from prepared()
    guests = {member: ADDRESSES[member] for member in TEAM}
    event = {
        "calendar": OWN,
        "title": "Before the visit",
        "starts": f"{DAY}T10:00",
        "ends": f"{DAY}T10:30",
        "place": "Room 11",
        "guests": [*guests.values(), "noor.amberley@aldmere-housing-trust.test"],
    }
    yield ToolCall(name="calendar_create_event", arguments=event)
    yield from done(invites=False)


def wrong_mailed_as_well(_guest: Guest) -> Solution:
    yield from prepared()
    sent = {"to": [ADDRESSES[member] for member in TEAM], "subject": "Thursday", "body": "At ten in Room 11."}
    yield ToolCall(name="mail_send", arguments=sent)
    yield from done()


def prepared() -> Solution:
    yield ToolCall(name="calendar_search", arguments={"words": "visit Aldmere Housing Trust", "limit": 1})
    yield ToolCall(name="team_find_member", arguments={"name": "Olive"})


def done(
    *,
    guests: dict[str, str] | None = None,
    calendar: str = OWN,
    channel: str = MARKET_ARCADE,
    day: str = DAY,
    ends: str = "10:30",
    title: str = "Before the visit",
    place: str = "Room 11",
    wanted: str = WANTED,
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
            "place": place,
            "guests": [*guests.values()],
        }
        yield ToolCall(name="calendar_create_event", arguments=event)
    if posts:
        named = " ".join(f"<@{member}>" for member in guests)
        text = f"{named} We meet on Thursday at 10:00 in {place}. On Friday Noor wants to see {wanted}."
        yield ToolCall(name="team_post", arguments={"channel": channel, "text": text})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)

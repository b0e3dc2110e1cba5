"""Rules on mail, calendar, messenger and team."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta

from mcp_tools.personal.life.country import open_places
from mcp_tools.personal.life.rules import rule
from mcp_tools.personal.life.view import View, is_all_day, moment
from mcp_tools.personal.store import Data

_MENTION = re.compile(r"<@([^<>\s]+)>")


@rule
def mail_concerns_whose_mailbox_it_is_in(view: View) -> Iterator[str]:
    """A message is from or to the owner of its folder; those sent are from, those in the inbox to the owner."""
    folders = view.records["mail.folder"]
    for key, mail in view.records["mail.message"].items():
        folder = folders[mail["folder"]]
        own = view.people[folder["owner"]]["address"]
        if folder["name"] in ("Sent", "Drafts"):
            if mail["sender"] != own:
                yield key
        elif own not in (*mail["to"], *mail["copies"]) or mail["sender"] == own:
            yield key


@rule
def copies_of_mail_agree(view: View) -> Iterator[str]:
    """All copies of a message have the same content, and no mailbox has two."""
    by_message: dict[tuple[str, str], list[tuple[str, Data]]] = defaultdict(list)
    for key, mail in view.records["mail.message"].items():
        by_message[mail["thread"], mail["at"]].append((key, mail))
    for copies in by_message.values():
        contents = {(mail["sender"], mail["subject"], mail["body"], *mail["to"]) for _, mail in copies}
        owners = [view.records["mail.folder"][mail["folder"]]["owner"] for _, mail in copies]
        if len(contents) > 1 or len(set(owners)) < len(owners):
            yield copies[0][0]


@rule
def answers_by_mail_come_later(view: View) -> Iterator[str]:
    """What answers is in a thread that an earlier message began, and is by somebody whom that one concerns."""
    threads: dict[str, list[Data]] = defaultdict(list)
    for mail in view.single_messages:
        threads[mail["thread"]].append(mail)
    for mail in view.single_messages:
        if mail["subject"].startswith("Re: "):
            earlier = [item for item in threads[mail["thread"]] if item["at"] < mail["at"]]
            around = {
                address for item in earlier for address in (item["sender"], *item["to"], *item["copies"])
            }
            if mail["sender"] not in around:
                yield f"{mail['at']} {mail['subject']}"


@rule
def old_mail_is_read(view: View) -> Iterator[str]:
    """A message of more than a week is read, and somebody has unread ones."""
    limit = (moment(view.life.now) - timedelta(days=7)).isoformat()
    yield from (mail["subject"] for mail in view.mails if mail["at"] < limit and not mail["is_read"])


@rule
def events_end_after_they_begin(view: View) -> Iterator[str]:
    """An event ends after it begins."""
    yield from (
        key for key, event in view.records["calendar.event"].items() if event["ends"] <= event["starts"]
    )


@rule
def nobody_is_in_two_places(view: View) -> Iterator[str]:
    """No two events that an owner of a calendar has made or accepted overlap, unless one takes whole days."""
    for person in view.life.people:
        last: tuple[str, Data] | None = None
        for key, event in view.events_of(person):
            if is_all_day(event) or not is_attended(event, view.people[person]["address"]):
                continue
            if last and event["starts"] < last[1]["ends"]:
                yield f"{last[0]} and {key}"
            if not last or event["ends"] > last[1]["ends"]:
                last = key, event


@rule
def who_is_away_is_away(view: View) -> Iterator[str]:
    """While the main person travels there is no event of anything else but those of whole days."""
    journeys = [*view.of_kind("trip"), *view.of_kind("business_journey")]
    spans = [
        (event, journey)
        for journey in journeys
        for event in view.written(journey, "calendar.event")
        if is_all_day(event)
    ]
    for key, event in view.calendar:
        for around, journey in spans:
            overlaps = event["starts"] < around["ends"] and event["ends"] > around["starts"]
            if overlaps and not is_all_day(event) and ("calendar.event", key) not in journey.records:
                yield f"{key} during {around['title']}"


@rule
def who_answers_is_a_guest(view: View) -> Iterator[str]:
    """Who accepted, declined or is not sure is a guest and answered once; the organiser is none."""
    for key, event in view.records["calendar.event"].items():
        answers = [*event["accepted"], *event["declined"], *event["tentative"]]
        if not set(answers) <= set(event["guests"]) or len(set(answers)) < len(answers):
            yield key
        if event["organiser"] in event["guests"]:
            yield f"{key}: the organiser is a guest"


@rule
def copies_of_events_agree(view: View) -> Iterator[str]:
    """The copies of an event say the same, and are in calendars of its organiser or its guests."""
    first: dict[str, Data] = {}
    for key, event in view.records["calendar.event"].items():
        other = first.setdefault(event["series"], event)
        if any(event[field] != other[field] for field in event if field not in ("calendar", "reminder")):
            yield key
        owner = view.people[view.records["calendar.calendar"][event["calendar"]]["owner"]]["address"]
        if owner not in (event["organiser"], *event["guests"]):
            yield f"{key} is in the calendar of {owner}"


@rule
def there_is_something_ahead(view: View) -> Iterator[str]:
    """The main person has at least ten events in the weeks after now, some of them today or this week."""
    ahead = [event for _, event in view.calendar if event["starts"] > view.life.now]
    if len(ahead) < 10:
        yield f"{len(ahead)} events"


@rule
def an_invitation_waits_for_an_answer(view: View) -> Iterator[str]:
    """An event ahead has the main person as a guest who has not answered."""
    own = view.main["address"]
    if not any(
        event["starts"] > view.life.now
        and own in event["guests"]
        and own not in (*event["accepted"], *event["declined"], *event["tentative"])
        for _, event in view.calendar
    ):
        yield "all are answered"


@rule
def places_are_open(view: View) -> Iterator[str]:
    """A place of the main person's town to which somebody goes is open on that day from beginning to end."""
    for kind in ("dinner", "team_lunch", "day_off_in_town", "course", "catching_up"):
        for event in (
            item for life_event in view.of_kind(kind) for item in view.written(life_event, "calendar.event")
        ):
            starts, day = moment(event["starts"]), moment(event["starts"]).date()
            ends = moment(event["ends"])
            kinds = ("restaurant", "museum", "library", "park")
            names = [
                place.name
                for town in towns_of(view)
                for place in open_places(town, kinds, day, f"{starts:%H:%M}", f"{ends:%H:%M}")
            ]
            if not any(event["place"].startswith(name) for name in names):
                yield f"{event['title']} on {day}"


@rule
def who_writes_is_in_the_chat(view: View) -> Iterator[str]:
    """Who writes or reacts in a conversation is a member; one of two has two members, and none is empty."""
    conversations, messages = view.records["messenger.conversation"], view.records["messenger.message"]
    for key, message in messages.items():
        if message["sender"] not in conversations[message["conversation"]]["members"]:
            yield key
    for key, reaction in view.records["messenger.reaction"].items():
        if reaction["person"] not in conversations[messages[reaction["message"]]["conversation"]]["members"]:
            yield key
    used = {message["conversation"] for message in messages.values()}
    for key, conversation in conversations.items():
        if key not in used or (not conversation["name"] and len(conversation["members"]) != 2):
            yield key


@rule
def answers_in_chats_come_later(view: View) -> Iterator[str]:
    """A message answers an earlier one of its conversation."""
    messages = view.records["messenger.message"]
    for key, message in messages.items():
        if message["reply_to"]:
            before = messages[message["reply_to"]]
            if before["conversation"] != message["conversation"] or before["at"] >= message["at"]:
                yield key


@rule
def who_posts_is_in_the_channel(view: View) -> Iterator[str]:
    """Authors and those who are mentioned are in the channel; mentions are in the text; members are of the team."""
    members = {person["member"]: key for key, person in view.people.items() if person["member"]}
    for key, channel in view.records["team.channel"].items():
        if any(not view.people[person]["member"] for person in channel["members"]):
            yield f"{key} has somebody from outside"
    for key, post in view.records["team.post"].items():
        inside = view.records["team.channel"][post["channel"]]["members"]
        mentioned = [members.get(member, "") for member in _MENTION.findall(post["text"])]
        if post["author"] not in inside or not set(post["mentions"]) <= set(inside):
            yield key
        if mentioned and mentioned != post["mentions"]:
            yield f"{key} mentions others"


@rule
def threads_of_the_team_are_in_order(view: View) -> Iterator[str]:
    """A reply is in the channel of the first post of its thread, after it, and that one is no reply."""
    posts = view.records["team.post"]
    for key, post in posts.items():
        if post["thread"]:
            first = posts[post["thread"]]
            if first["thread"] or first["channel"] != post["channel"] or first["at"] >= post["at"]:
                yield key


@rule
def some_channel_is_unseen(view: View) -> Iterator[str]:
    """There is a private channel without the main person, and a private one with them or a public one."""
    channels = view.records["team.channel"].values()
    if not any(item["is_private"] and view.life.person not in item["members"] for item in channels):
        yield "the main person sees all channels"


def is_attended(event: Data, own: str) -> bool:
    """Whether somebody has made or accepted an event of their calendar, or needs no answer."""
    return own == event["organiser"] or own in event["accepted"] or own not in event["guests"]


def towns_of(view: View) -> list[str]:
    """Return the towns of the cards of the neighbours, which is the main person's."""
    homes = [
        card["home"] for card in view.records["contacts.card"].values() if "Neighbours" in card["groups"]
    ]
    return sorted({home.rpartition(", ")[2] for home in homes})

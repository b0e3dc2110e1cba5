"""Invariants of lives: each notices what breaks it."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from mcp_tools.personal.life import Life, make_life
from mcp_tools.personal.life.invariants import broken_invariants
from mcp_tools.personal.life.view import View, is_all_day

Change = Callable[[dict[str, Any], Life], None]


@pytest.fixture(scope="module")
def life() -> Life:
    return make_life(2)


def inner(tree: Mapping[str, Any], path: str, *, last: bool = False) -> dict[str, Any]:
    """The first or last record at a path such as mail.folders.messages that has one."""
    app, outer, *rest = path.split(".")
    records = [*tree[app][outer].values()]
    for plural in rest:
        records = [record for item in records for record in item.get(plural, {}).values()]
    found: dict[str, Any] = records[-1 if last else 0]
    return found


def own_events(tree: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        event
        for event in tree["calendar"]["calendars"]["calendar-1"]["events"].values()
        if not is_all_day(event) and not event["guests"]
    ]


def of_event(tree: Mapping[str, Any], life: Life, kind: str, name: str) -> dict[str, Any]:
    """The first record of a type that a life event of a kind wrote, in the tree."""
    (event, *_) = [item for item in life.events if item.kind == kind]
    key = next(key for record, key in event.records if record == name)
    return find(tree, key)


def find(tree: Mapping[str, Any], key: str) -> dict[str, Any]:
    for records in tree.values():
        if isinstance(records, dict):
            if key in records:
                found: dict[str, Any] = records[key]
                return found
            if deeper := find(records, key):
                return deeper
    return {}


def refer_to_nobody(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "messenger.conversations.messages")["sender"] = "person-900"


def skip_an_id(tree: dict[str, Any], _life: Life) -> None:
    cards = tree["contacts"]["cards"]
    cards["card-900"] = cards.pop("card-5")


def write_later(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "mail.folders.messages", last=True)["at"] = "2026-05-13T10:00"


def share_a_phone(tree: dict[str, Any], _life: Life) -> None:
    people = tree["people"]["people"]
    people["person-5"]["phone"] = people["person-6"]["phone"] = people["person-8"]["phone"]


def write_an_address_in_capitals(tree: dict[str, Any], _life: Life) -> None:
    tree["people"]["people"]["person-9"]["address"] = "Somebody@Home.Test"


def be_too_old(tree: dict[str, Any], _life: Life) -> None:
    tree["people"]["people"]["person-9"]["birthday"] = "1820-01-01"


def copy_a_card(tree: dict[str, Any], _life: Life) -> None:
    cards = tree["contacts"]["cards"]
    cards[f"card-{len(cards) + 1}"] = dict(cards["card-3"])


def deliver_to_a_stranger(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "mail.folders.messages")["to"] = ["nobody@nowhere.test"]


def end_before_it_begins(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "calendar.calendars.events")["ends"] = "2020-01-01T10:00"


def be_in_two_places(tree: dict[str, Any], _life: Life) -> None:
    first, second, *_ = own_events(tree)
    second["starts"], second["ends"] = first["starts"], first["ends"]


def accept_without_being_invited(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "calendar.calendars.events")["accepted"] = ["nobody@nowhere.test"]


def write_from_outside(tree: dict[str, Any], _life: Life) -> None:
    chat = next(iter(tree["messenger"]["conversations"].values()))
    outside = next(key for key in tree["people"]["people"] if key not in chat["members"])
    next(iter(chat["messages"].values()))["sender"] = outside


def answer_too_early(tree: dict[str, Any], _life: Life) -> None:
    for chat in tree["messenger"]["conversations"].values():
        for message in chat["messages"].values():
            if message["reply_to"]:
                message["at"] = "2020-01-01T10:00"
                return


def post_from_outside(tree: dict[str, Any], life: Life) -> None:
    inner(tree, "team.channels.posts")["author"] = life.people[1]


def let_everybody_in(tree: dict[str, Any], life: Life) -> None:
    for channel in tree["team"]["channels"].values():
        channel["members"] = list(dict.fromkeys([life.person, *channel["members"]]))


def edit_before_writing(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "notes.notebooks.pages")["edited"] = "2020-01-01T10:00"


def say_another_weekday(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "mail.folders.messages")["body"] = "We meet on Sunday 12 May."
    inner(tree, "mail.folders.messages")["at"] = "2026-05-11T10:00"


def say_another_price(tree: dict[str, Any], life: Life) -> None:
    mail = of_event(tree, life, "order", "mail.message")
    mail["body"] = mail["body"].replace(" each", "1 each").replace("Goods ", "Goods 9")


def take_another_train(tree: dict[str, Any], life: Life) -> None:
    for event in life.events:
        if event.kind == "trip":
            for kind, key in event.records:
                if kind == "mail.message" and ": T" in find(tree, key)["body"]:
                    find(tree, key)["body"] = find(tree, key)["body"].replace(": T", ": T9")


def leave_a_slot(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "feed.posts")["text"] = "We were at {place} again."


def repeat_a_sentence(tree: dict[str, Any], _life: Life) -> None:
    inner(tree, "vault.files")["text"] = "We say it once more. " * 31


def write_the_new_address(tree: dict[str, Any], life: Life) -> None:
    home = of_event(tree, life, "old_address", "messenger.message")["text"]
    of_event(tree, life, "old_address", "mail.message")["body"] = home
    for card in tree["contacts"]["cards"].values():
        if card["home"] and card["home"] in home:
            return
    raise AssertionError("the chat names the card's address")


def move_the_meeting_back(tree: dict[str, Any], life: Life) -> None:
    for event in life.events:
        if event.kind == "moved_meeting":
            for kind, key in event.records:
                if kind == "calendar.event":
                    find(tree, key).update(starts="2026-01-01T10:00", ends="2026-01-01T11:00")


def forget_the_second_list(tree: dict[str, Any], life: Life) -> None:
    event = next(item for item in life.events if item.kind == "old_list")
    first, second = (find(tree, key) for kind, key in event.records if kind == "notes.page")
    second["body"] = first["body"]


def correct_the_stale_card(tree: dict[str, Any], life: Life) -> None:
    card = of_event(tree, life, "duplicate_card", "contacts.card")
    first, initial = card["name"].split()
    for person in tree["people"]["people"].values():
        if person["name"].startswith(f"{first} {initial[0]}"):
            card["phones"] = [person["phone"]]


def rename_the_account(tree: dict[str, Any], _life: Life) -> None:
    for person in tree["people"]["people"].values():
        person["account"] = person["account"].replace(".", "-")


def come_after_all(tree: dict[str, Any], life: Life) -> None:
    event = next(item for item in life.events if item.kind == "answer_taken_back")
    for kind, key in event.records:
        if kind == "calendar.event":
            entry = find(tree, key)
            entry["accepted"], entry["declined"] = [*entry["accepted"], *entry["declined"]], []


CHANGES: dict[str, Change] = {
    "records_are_valid": refer_to_nobody,
    "ids_are_as_the_world_gives_them": skip_an_id,
    "nothing_is_written_after_now": write_later,
    "identities_are_unique": share_a_phone,
    "identities_have_their_form": write_an_address_in_capitals,
    "birthdays_are_plausible": be_too_old,
    "names_are_unique_where_they_lead": copy_a_card,
    "each_record_is_of_one_event": copy_a_card,
    "mail_concerns_whose_mailbox_it_is_in": deliver_to_a_stranger,
    "events_end_after_they_begin": end_before_it_begins,
    "nobody_is_in_two_places": be_in_two_places,
    "who_answers_is_a_guest": accept_without_being_invited,
    "who_writes_is_in_the_chat": write_from_outside,
    "answers_in_chats_come_later": answer_too_early,
    "who_posts_is_in_the_channel": post_from_outside,
    "some_channel_is_unseen": let_everybody_in,
    "pages_are_under_pages_of_their_notebook": edit_before_writing,
    "days_of_the_week_agree": say_another_weekday,
    "prices_are_the_shops": say_another_price,
    "trains_are_of_the_timetable": take_another_train,
    "texts_are_finished": leave_a_slot,
    "no_sentence_is_said_often": repeat_a_sentence,
    "an_old_address_is_there": write_the_new_address,
    "a_meeting_was_moved": move_the_meeting_back,
    "last_years_list_is_beside_this_years": forget_the_second_list,
    "a_card_is_there_twice": correct_the_stale_card,
    "an_account_reads_like_another_name": rename_the_account,
    "an_answer_was_taken_back": come_after_all,
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_invariant_notices_what_breaks_it(name: str, life: Life) -> None:
    tree = copy.deepcopy(life.tree)
    CHANGES[name](tree, life)
    broken = [item.partition(":")[0] for item in broken_invariants(dataclasses.replace(life, tree=tree))]
    assert name in broken


def test_fewer_events_are_noticed(life: Life) -> None:
    names = [
        item.partition(":")[0]
        for item in broken_invariants(dataclasses.replace(life, events=life.events[:40]))
    ]
    assert {
        "many_records_are_linked",
        "every_kind_of_event_happens",
        "each_record_is_of_one_event",
    } <= set(names)


def test_the_view_has_every_record(life: Life) -> None:
    written = {record for event in life.events for record in event.records}
    assert written == {(name, key) for name, records in View(life).records.items() for key in records}

"""Writing mails: to people, answers to mails, and mails that are passed on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import (
    FIND_ADDRESS,
    VALUES,
    address_of,
    created,
    has_address,
    person_of,
    rows_of,
    said,
    short,
    told,
    words,
)
from plugins.persona.generation.operations.literals import DATES, PASSED_ON, REPLIES, pick
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation

LONGEST_LINE = 70
"""Characters of a mail that show that it was passed on."""


@operation(person=("person",), fact=VALUES)
def mail_to(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Tell somebody a value by mail."""
    key = person_of(lived, person, has_address)
    if not key:
        return
    text, other = said("fact", fact)
    yield Operation(
        unit="mail_to",
        kind="create",
        asked="Let {person} know by mail {fact}.",
        takes={"person": person, "fact": fact},
        lookups=FIND_ADDRESS,
        effect=Call("mail_send", {"to": ["{address}"], "subject": "To know", "body": text}),
        also={"subject": "What you asked", "body": other},
        wrong=_to_another(lived, key),
        claim=f"{lived.first(key)} knows it by mail",
        check=created(
            "mail.message",
            {"folder": lived.folder("Sent"), "to": [address_of(lived, key)]},
            {"body": told(fact)},
        ),
    )


@operation(person=("person",))
def mail_for_a_date(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Ask somebody something by mail, such as when they have time."""
    key, wish = person_of(lived, person, has_address), pick(lived, person, DATES)
    if not key:
        return
    subject, asked, text, other, test = wish
    yield Operation(
        unit="mail_for_a_date",
        kind="create",
        asked=f'Mail {{person}} and ask, under the subject "{subject}", {asked}.',
        takes={"person": person},
        lookups=FIND_ADDRESS,
        effect=Call(
            "mail_send",
            {"to": ["{address}"], "subject": subject, "body": text},
        ),
        also={"body": other},
        wrong=_to_another(lived, key),
        claim=f"{lived.first(key)} is asked by mail",
        check=created(
            "mail.message",
            {"folder": lived.folder("Sent"), "to": [address_of(lived, key)], "subject": words(subject)},
            {"body": words(*test)},
        ),
    )


@operation(person=("person",), fact=VALUES)
def draft_to(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Save a mail to somebody that tells a value, without sending it."""
    key = person_of(lived, person, has_address)
    if not key:
        return
    text, other = said("fact", fact)
    yield Operation(
        unit="draft_to",
        kind="create",
        asked="Save the draft of a mail that tells {person} {fact}; I'll send it myself.",
        takes={"person": person, "fact": fact},
        lookups=FIND_ADDRESS,
        effect=Call("mail_save_draft", {"to": ["{address}"], "subject": "To know", "body": text}),
        also={"subject": "What you asked", "body": other},
        wrong=_to_another(lived, key),
        claim=f"there is a draft for {lived.first(key)}",
        check=created(
            "mail.message",
            {"folder": lived.folder("Drafts")},
            {"to": [address_of(lived, key)], "body": told(fact)},
        ),
    )


@operation(mail=("mail",), fact=VALUES)
def reply_to_mail(lived: Lived, mail: Fact, fact: Fact) -> Iterator[Operation]:
    """Answer a mail with a value."""
    answered = _received(lived, mail)
    if not answered:
        return
    text, other = said("fact", fact)
    yield Operation(
        unit="reply_to_mail",
        kind="create",
        asked="Answer {mail} and say {fact}.",
        takes={"mail": mail, "fact": fact},
        effect=Call("mail_reply", {"message": "{mail}", "body": text}),
        also={"body": other},
        claim=f"the mail {short(answered['subject'])!r} is answered with it",
        check=created(
            "mail.message",
            {"folder": lived.folder("Sent"), "thread": answered["thread"]},
            {"to": [answered["sender"]], "body": told(fact)},
        ),
        record=f"mail.message {mail.value}",
    )


@operation(mail=("mail",))
def thank_for_mail(lived: Lived, mail: Fact) -> Iterator[Operation]:
    """Answer a mail with a few words, such as thanks."""
    answered, reply = _received(lived, mail), pick(lived, mail, REPLIES)
    if not answered:
        return
    asked, text, other, test = reply
    yield Operation(
        unit="thank_for_mail",
        kind="create",
        asked=f"Answer {{mail}}: {asked}.",
        takes={"mail": mail},
        effect=Call("mail_reply", {"message": "{mail}", "body": text}),
        also={"body": other},
        claim=f"the mail {short(answered['subject'])!r} is answered",
        check=created(
            "mail.message",
            {"folder": lived.folder("Sent"), "thread": answered["thread"]},
            {"to": [answered["sender"]], "body": words(*test)},
        ),
        record=f"mail.message {mail.value}",
    )


@operation(mail=("mail",), person=("person",))
def forward_mail(lived: Lived, mail: Fact, person: Fact) -> Iterator[Operation]:
    """Pass a mail on to somebody."""
    passed, key = _received(lived, mail), person_of(lived, person, has_address)
    if not passed or not key or address_of(lived, key) in _people_of(passed) or not _own_line(lived, passed):
        return
    first = _own_line(lived, passed)
    yield Operation(
        unit="forward_mail",
        kind="create",
        asked="Forward {mail} to {person}.",
        takes={"mail": mail, "person": person},
        lookups=FIND_ADDRESS,
        effect=Call("mail_forward", {"message": "{mail}", "to": ["{address}"]}),
        wrong=_to_another(lived, key),
        claim=f"{lived.first(key)} has the mail {short(passed['subject'])!r}",
        check=created(
            "mail.message",
            {"folder": lived.folder("Sent"), "to": [address_of(lived, key)]},
            {"body": words(first)},
        ),
        record=f"mail.message {mail.value}",
    )


@operation(mail=("mail",))
def forward_to_partner(lived: Lived, mail: Fact) -> Iterator[Operation]:
    """Pass a mail on to the person with whom the main person lives."""
    passed, partner = _received(lived, mail), lived.life.people[1]
    address = address_of(lived, partner)
    if not passed or address in _people_of(passed) or not _own_line(lived, passed):
        return
    name = lived.name(partner)
    if not has_address(lived, partner):
        return
    first, note = _own_line(lived, passed), pick(lived, mail, PASSED_ON)
    yield Operation(
        unit="forward_to_partner",
        kind="create",
        asked=f'Pass {{mail}} on to {name} with the words "{note}".',
        takes={"mail": mail},
        lookups=_find(name),
        effect=Call("mail_forward", {"message": "{mail}", "to": ["{address}"], "body": f"{note}."}),
        also={"body": f"{note}!"},
        claim=f"{lived.first(partner)} has got the mail {short(passed['subject'])!r}",
        check=created(
            "mail.message",
            {"folder": lived.folder("Sent"), "to": [address]},
            {"body": words(note, first)},
        ),
        record=f"mail.message {mail.value}",
    )


def _find(name: str) -> tuple[Call, ...]:
    """The calls that find the address of somebody whom the instruction names."""
    return (
        Call("contacts_search", {"words": name}, (Read("card", f"name={name}/id"),)),
        FIND_ADDRESS[1],
    )


def _to_another(lived: Lived, person: str) -> dict[str, dict[str, Any]]:
    """The wrong result that somebody else gets it."""
    others = (key for key in lived.life.people[1:] if key != person and has_address(lived, key))
    return {"to_somebody_else": {"to": [address_of(lived, next(others))]}}


def _people_of(mail: dict[str, Any]) -> tuple[str, ...]:
    """The addresses of those who have a mail already."""
    return (mail["sender"], *mail["to"], *mail["copies"])


def _own_line(lived: Lived, mail: dict[str, Any]) -> str:
    """The longest line that no other mail has, or the beginning of it; "" if there is none."""
    bodies = [data["body"] for data in lived.records("mail.message").values()]
    begun = [_beginning(line) for line in mail["body"].splitlines()]
    return max((line for line in begun if sum(line in body for body in bodies) == 1), key=len, default="")


def _beginning(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE].rpartition(" ")[0]


def _received(lived: Lived, mail: Fact) -> dict[str, Any]:
    """The mail that somebody else has sent; empty if there is none, or if it cannot be answered."""
    own = address_of(lived, lived.me)
    folders = {lived.folder(name) for name in ("Drafts", "Trash")}
    rows = rows_of(lived, mail, lambda _, data: data["sender"] != own and data["folder"] not in folders)
    return rows[0][1] if rows else {}

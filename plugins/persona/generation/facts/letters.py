"""What letters about contracts, insurances, appointments, school and repairs say; and the letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import is_known, others_like, role_of
from plugins.persona.generation.facts.beside import telling
from plugins.persona.generation.facts.in_mail import SEARCH, a_mail, earlier, in_mail, is_ahead, last_mail
from plugins.persona.generation.facts.searching import rows, search
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


@fact("price")
def contract_price(lived: Lived) -> Iterator[Fact]:
    """What a contract costs now; the letter also has the former price."""
    for key, mail, what, words in _contracts(lived):
        old = re.findall(r"(?:instead of|until now it was) (\d+\.\d\d) euros", mail["body"])
        yield from in_mail(
            lived,
            "contract_price",
            "price",
            key,
            words,
            f"what our {what} costs a month now",
            "that sum",
            r"it costs (\d+\.\d\d) euros",
            old,
            folder="Bills",
        )


@fact("code")
def contract_number(lived: Lived) -> Iterator[Fact]:
    """The number of a contract."""
    for key, mail, what, words in _contracts(lived):
        number = re.findall(r"ontract (\d+) for", mail["body"])
        yield from in_mail(
            lived,
            "contract_number",
            "code",
            key,
            words,
            f"the number of our contract for {what}",
            "that number",
            r"ontract (\d+) for",
            earlier(lived, "subscription", r"ontract (\d+) for", mail),
            f" {number[0]} ",
            " 10203 ",
            folder="Bills",
        )


@fact("day")
def last_day_to_leave(lived: Lived) -> Iterator[Fact]:
    """The last day on which a contract can be left, which the calendar has."""
    for happening in lived.happened("subscription"):
        for key, data in happening.of("calendar.event"):
            what = data["title"].partition(": ")[2]
            day = str(data["starts"])[:10]
            first = search(
                lived, "calendar_search", f"leave {what}", key, Read("value", "0/starts", "^(.{10})")
            )
            if day < lived.today or not first:
                continue
            yield Fact(
                unit="last_day_to_leave",
                type="day",
                value=day,
                wanted=f"until which day we can end our contract for {what}",
                it="that day",
                calls=(first,),
                claim=f"the last day to leave {what} was looked up",
                shown=telling(lived, "calendar.event", key, what),
                others=(str(happening.day),),
                change=Change(
                    f"calendar.event {key}", "starts", day, f"{day[:8]}{29 - int(day[8:]) % 28:02}"
                ),
            )


@fact("mail")
def renewal(lived: Lived) -> Iterator[Fact]:
    """The mail that says what a contract costs from now on."""
    for key, _, what, words in _contracts(lived):
        yield from a_mail(lived, "renewal", key, words, f"the last mail about the price of our {what}")


@fact("code")
def policy_number(lived: Lived) -> Iterator[Fact]:
    """The number of an insurance policy."""
    for key, mail, kind, words in _policies(lived):
        yield from in_mail(
            lived,
            "policy_number",
            "code",
            key,
            words,
            f"the policy number of our {kind} insurance",
            "that number",
            r"(?:Policy|Number): ([A-Z]+-\d+)",
            earlier(lived, "insurance_letter", r"([A-Z]+-\d+)", mail),
        )


@fact("price")
def premium(lived: Lived) -> Iterator[Fact]:
    """What an insurance costs a year; the letter also has the own share."""
    for key, mail, kind, words in _policies(lived):
        share = re.findall(r"claim: (\d+) euros", mail["body"])
        yield from in_mail(
            lived,
            "premium",
            "price",
            key,
            words,
            f"what our {kind} insurance costs a year",
            "that sum",
            r": (\d+) euros a year",
            share,
        )


@fact("mail")
def insurance_letter(lived: Lived) -> Iterator[Fact]:
    """The mail with the papers of an insurance."""
    for key, _, kind, words in _policies(lived):
        yield from a_mail(lived, "insurance_letter", key, words, f"the mail about our {kind} insurance")


@fact("code")
def appointment_number(lived: Lived) -> Iterator[Fact]:
    """The number of an appointment with a doctor."""
    for key, mail, role, first in _appointments(lived):
        yield from in_mail(
            lived,
            "appointment_number",
            "code",
            key,
            "appointment expect",
            f"the number of the appointment with the {role}",
            "that number",
            r"(\d{4})",
            earlier(lived, "medical_appointment", r"(\d{4})", mail, "subject"),
            before=(first,),
            field="subject",
        )


@fact("name")
def to_bring(lived: Lived) -> Iterator[Fact]:
    """What is to be brought to a doctor."""
    pattern = r"Please bring (.+?)(?: and come ten|\.)"
    for key, mail, role, first in _appointments(lived):
        yield from in_mail(
            lived,
            "to_bring",
            "name",
            key,
            "appointment expect",
            f"what is to be brought to the {role}",
            "that",
            pattern,
            earlier(lived, "medical_appointment", pattern, mail),
            new="the vaccination card",
            before=(first,),
        )


@fact("price")
def school_fee(lived: Lived) -> Iterator[Fact]:
    """What an event at school costs."""
    for happening in lived.happened("school_event"):
        for key, mail in happening.of("mail.message"):
            what, _, _ = mail["subject"].partition(",")
            if mail["subject"].startswith("Re:") or str(happening.day) < lived.today:
                continue
            if any(row != key for row in rows(lived, SEARCH, f"{what} euros slip") if is_ahead(lived, row)):
                continue
            yield from in_mail(
                lived,
                "school_fee",
                "price",
                key,
                f"{what} euros",
                f"what the next {what.lower()} at school costs",
                "that sum",
                r"(?:costs|fee): (\d+) euros",
                earlier(lived, "school_event", r"(\d+) euros", mail),
                folder="Inbox",
            )


@fact("price")
def course_fee(lived: Lived) -> Iterator[Fact]:
    """What the last course costs."""
    for key, mail, words in _courses(lived):
        yield from in_mail(
            lived,
            "course_fee",
            "price",
            key,
            words,
            "the fee of my last evening course",
            "that sum",
            r"fee of (\d+) euros",
            earlier(lived, "course", r"fee of (\d+) euros", mail),
            sender="evening-school",
        )


@fact("person")
def course_teacher(lived: Lived) -> Iterator[Fact]:
    """Whoever leads the last course."""
    pattern = r"(?:teacher|led by): ([^.]+)\."
    for key, mail, words in _courses(lived):
        name = re.findall(pattern, mail["body"])[0]
        person = lived.named(name)
        others = others_like(lived, person) if is_known(lived, person) else []
        if others:
            yield from in_mail(
                lived,
                "course_teacher",
                "person",
                key,
                words,
                "whoever teaches my last evening course",
                "them",
                pattern,
                [lived.name(other) for other in others],
                new=lived.name(others[-1]),
                sender="evening-school",
            )


@fact("mail")
def invitation_mail(lived: Lived) -> Iterator[Fact]:
    """The mail with the invitation to a party."""
    for happening in lived.happened("invitation"):
        for key, mail in happening.of("mail.message"):
            found = re.match(r"(?:Invitation|You are invited|Please come): (.+) on ", mail["subject"])
            host = lived.at_address(mail["sender"])
            if found and host and lived.is_one_first_name(host) and str(happening.day) >= lived.today:
                words = f"{lived.first(host)} {found[1]}"
                yield from a_mail(
                    lived,
                    "invitation_mail",
                    key,
                    words,
                    f"{lived.first(host)}'s invitation to the {found[1]}",
                )


def _contracts(lived: Lived) -> Iterator[tuple[str, Data, str, str]]:
    seen = set()
    for happening in lived.happened("subscription"):
        for key, mail in happening.of("mail.message"):
            what = mail["subject"].partition(":")[0]
            if what not in seen:
                seen.add(what)
                yield key, mail, what, f"{what} contract month"


def _policies(lived: Lived) -> Iterator[tuple[str, Data, str, str]]:
    for happening in lived.happened("insurance_letter"):
        for key, mail in happening.of("mail.message"):
            kind = re.findall(r"Your (\w+) insurance", mail["subject"])[0]
            if len(rows(lived, SEARCH, f"{kind} insurance policy")) == 1:
                yield key, mail, kind, f"{kind} insurance"


def _appointments(lived: Lived) -> Iterator[tuple[str, Data, str, Call]]:
    """The mails about appointments that are ahead, with the doctor's work and the call that gives `address`."""
    for happening in lived.happened("medical_appointment"):
        ahead = [data for _, data in happening.of("calendar.event") if data["starts"] > lived.now]
        for key, mail in happening.of("mail.message")[:1] if ahead else []:
            doctor = lived.at_address(mail["sender"])
            role = role_of(lived, doctor) if doctor else ""
            coming = (
                [row for row in rows(lived, "calendar_search", role) if _is_ahead_event(lived, row)]
                if role
                else []
            )
            first = (
                search(lived, "contacts_search", role, lived.card(doctor), Read("card", "0/id"))
                if role
                else None
            )
            if len(coming) == 1 and first:
                yield key, mail, role, first


def _courses(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    for key, mail in last_mail(
        lived, "course fee lesson", "fee lesson teacher", "fee lesson led", sender="evening-school"
    ):
        yield key, mail, "fee lesson"


def _is_ahead_event(lived: Lived, key: str) -> bool:
    return str(lived.record("calendar.event", key)["starts"]) > lived.now

"""What mails of box offices, shops, hotels, surgeries and insurances say: numbers, prices, names; and the mails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.searching import (
    by_address,
    is_known,
    others_like,
    renamed,
    role_of,
    rows,
    search,
    telling,
)
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, Type, fact

SEARCH = "mail_search"
TICKETS = "tickets row seats"
ORDER = "order goods delivery total"


@fact("code")
def concert_booking(lived: Lived) -> Iterator[Fact]:
    """The number under which the tickets for the next concert are booked."""
    for key, mail, wanted in _concerts(lived):
        yield from _in_mail(
            lived, "concert_booking", "code", key, TICKETS, f"the booking number of the tickets for {wanted}", "that number",
            r"booking (K\d+)", _earlier(lived, "concert", r"booking (K\d+)", mail),
        )  # fmt: skip


@fact("price")
def concert_ticket(lived: Lived) -> Iterator[Fact]:
    """What a ticket for the next concert costs."""
    for key, mail, wanted in _concerts(lived):
        price = int(re.findall(r"(\d+) euros each", mail["body"])[0])
        yield from _in_mail(
            lived, "concert_ticket", "price", key, TICKETS, f"what one ticket for {wanted} costs", "that sum",
            r"(\d+) euros each", (str(2 * price),), f"{price} euros", f"{price + 4} euros",
        )  # fmt: skip


@fact("mail")
def concert_tickets(lived: Lived) -> Iterator[Fact]:
    """The mail with the tickets for the next concert."""
    for key, _, wanted in _concerts(lived):
        yield from _mail(lived, "concert_tickets", key, TICKETS, f"the mail with the tickets for {wanted}")


@fact("code")
def train_booking(lived: Lived) -> Iterator[Fact]:
    """The number of a booking of trains."""
    for key, mail, town, words in _journeys(lived):
        yield from _in_mail(
            lived, "train_booking", "code", key, words, f"the booking number of the train to {town}", "that number",
            r"Booking (B\d+)", _earlier(lived, "trip", r"Booking (B\d+)", mail),
        )  # fmt: skip


@fact("code")
def train_number(lived: Lived) -> Iterator[Fact]:
    """The number of the train that is booked; the one back has another."""
    for key, mail, town, words in _journeys(lived):
        out, back = re.findall(r"day \d+ \w+: (T\d+) ", mail["body"])
        yield from _in_mail(
            lived, "train_number", "code", key, words, f"the number of the train that is booked to {town}", "that number",
            r"day \d+ \w+: (T\d+) ", (back,), f" {out} ", " T999 ",
        )  # fmt: skip


@fact("price")
def train_fare(lived: Lived) -> Iterator[Fact]:
    """What the tickets to a town and back cost in all."""
    for key, mail, town, words in _journeys(lived):
        out = re.findall(r"x (\d+\.\d\d) euros out", mail["body"])
        yield from _in_mail(
            lived, "train_fare", "price", key, words, f"what the train tickets to {town} and back cost in all", "that sum",
            r"Total (\d+\.\d\d) euros", out,
        )  # fmt: skip


@fact("mail")
def train_tickets(lived: Lived) -> Iterator[Fact]:
    """The mail with the tickets to a town."""
    for key, _, town, words in _journeys(lived):
        yield from _mail(lived, "train_tickets", key, words, f"the mail with the train tickets to {town}")


@fact("name")
def hotel(lived: Lived) -> Iterator[Fact]:
    """The name of the hotel of a trip that is ahead."""
    for key, mail, town in _rooms(lived):
        yield from _in_mail(
            lived, "hotel", "name", key, f"room {town}", f"the name of our hotel in {town}", "that name",
            r"(?:We expect you|Booked): ([^,]+),", _earlier(lived, "trip", r"(?:We expect you|Booked): ([^,]+),", mail),
            new="Hotel Ferryman",
        )  # fmt: skip


@fact("price")
def hotel_night(lived: Lived) -> Iterator[Fact]:
    """What a night in the hotel costs."""
    for key, mail, town in _rooms(lived):
        yield from _in_mail(
            lived, "hotel_night", "price", key, f"room {town}", f"what our hotel in {town} costs a night", "that sum",
            r"(\d+) euros (?:a|each) night", _earlier(lived, "trip", r"(\d+) euros (?:a|each) night", mail),
        )  # fmt: skip


@fact("code")
def hotel_booking(lived: Lived) -> Iterator[Fact]:
    """The number under which the hotel has the booking."""
    for key, mail, town in _rooms(lived):
        yield from _in_mail(
            lived, "hotel_booking", "code", key, f"room {town}", f"the booking number of our hotel in {town}", "that number",
            r"Booking (H\d+)", _earlier(lived, "trip", r"Booking (H\d+)", mail),
        )  # fmt: skip


@fact("code")
def parcel(lived: Lived) -> Iterator[Fact]:
    """The number of the last parcel from the shop."""
    for key, mail in _last(lived, "parcel order way carrier", "parcel order today", sender="corner-shop"):
        yield from _in_mail(
            lived, "parcel", "code", key, "parcel", "the number of the last parcel from the corner shop", "that number",
            r"arcel (P\d+)", _earlier(lived, "order", r"arcel (P\d+)", mail), sender="corner-shop",
        )  # fmt: skip


@fact("price")
def order_total(lived: Lived) -> Iterator[Fact]:
    """What the last order came to, with delivery."""
    for key, mail in _last(lived, ORDER, sender="corner-shop"):
        found = re.findall(r"(?:Goods|delivery) (\d+\.\d\d) euros|, (\d+\.\d\d) euros each", mail["body"])
        total = re.findall(r"total (\d+\.\d\d) euros", mail["body"])
        others = [one or two for one, two in found if (one or two) not in (*total, "0.00")]
        yield from _in_mail(
            lived, "order_total", "price", key, ORDER, "the total of my last order at the corner shop", "that sum",
            r"total (\d+\.\d\d) euros", others or _earlier(lived, "order", r"total (\d+\.\d\d) euros", mail),
            *(f"total {total[0]}", f"total {float(total[0]) + 20:.2f}"), sender="corner-shop",
        )  # fmt: skip


@fact("code")
def order_number(lived: Lived) -> Iterator[Fact]:
    """The number of the last order."""
    for key, mail in _last(lived, ORDER, sender="corner-shop"):
        yield from _in_mail(
            lived, "order_number", "code", key, ORDER, "the number of my last order at the corner shop", "that number",
            r"Order (\d+) of", _earlier(lived, "order", r"Order (\d+) of", mail), sender="corner-shop",
        )  # fmt: skip


@fact("mail")
def order_confirmation(lived: Lived) -> Iterator[Fact]:
    """The mail that confirms the last order."""
    for key, _ in _last(lived, ORDER, sender="corner-shop"):
        words = "the mail that confirms my last order at the corner shop"
        yield from _mail(lived, "order_confirmation", key, ORDER, words)


@fact("price")
def contract_price(lived: Lived) -> Iterator[Fact]:
    """What a contract costs now; the letter also has the former price."""
    for key, mail, what, words in _contracts(lived):
        old = re.findall(r"(?:instead of|until now it was) (\d+\.\d\d) euros", mail["body"])
        yield from _in_mail(
            lived, "contract_price", "price", key, words, f"what our {what} costs a month now", "that sum",
            r"it costs (\d+\.\d\d) euros", old, folder="Bills",
        )  # fmt: skip


@fact("code")
def contract_number(lived: Lived) -> Iterator[Fact]:
    """The number of a contract."""
    for key, mail, what, words in _contracts(lived):
        number = re.findall(r"ontract (\d+) for", mail["body"])
        yield from _in_mail(
            lived, "contract_number", "code", key, words, f"the number of our contract for {what}", "that number",
            r"ontract (\d+) for", _earlier(lived, "subscription", r"ontract (\d+) for", mail), f" {number[0]} ", " 10203 ",
            folder="Bills",
        )  # fmt: skip


@fact("day")
def last_day_to_leave(lived: Lived) -> Iterator[Fact]:
    """The last day on which a contract can be left, which the calendar has."""
    for happening in lived.happened("subscription"):
        for key, data in happening.of("calendar.event"):
            what = data["title"].partition(": ")[2]
            day = str(data["starts"])[:10]
            first = search(lived, "calendar_search", f"leave {what}", key, Read("value", "0/starts", "^(.{10})"))
            if day < lived.today or not first:
                continue
            yield Fact(
                unit="last_day_to_leave",
                type="day",
                value=day,
                wanted=f"until which day we can leave {what}",
                it="that day",
                calls=(first,),
                claim=f"the last day to leave {what} was looked up",
                shown=telling(lived, "calendar.event", key, what),
                others=(str(happening.day),),
                change=Change(f"calendar.event {key}", "starts", day, f"{day[:8]}{29 - int(day[8:]) % 28:02}"),
            )


@fact("mail")
def renewal(lived: Lived) -> Iterator[Fact]:
    """The mail that says what a contract costs from now on."""
    for key, _, what, words in _contracts(lived):
        yield from _mail(lived, "renewal", key, words, f"the last mail about the price of our {what}")


@fact("code")
def policy_number(lived: Lived) -> Iterator[Fact]:
    """The number of an insurance policy."""
    for key, mail, kind, words in _policies(lived):
        yield from _in_mail(
            lived, "policy_number", "code", key, words, f"the policy number of our {kind} insurance", "that number",
            r"(?:Policy|Number): ([A-Z]+-\d+)", _earlier(lived, "insurance_letter", r"([A-Z]+-\d+)", mail),
        )  # fmt: skip


@fact("price")
def premium(lived: Lived) -> Iterator[Fact]:
    """What an insurance costs a year; the letter also has the own share."""
    for key, mail, kind, words in _policies(lived):
        share = re.findall(r"claim: (\d+) euros", mail["body"])
        yield from _in_mail(
            lived, "premium", "price", key, words, f"what our {kind} insurance costs a year", "that sum",
            r": (\d+) euros a year", share,
        )  # fmt: skip


@fact("mail")
def insurance_letter(lived: Lived) -> Iterator[Fact]:
    """The mail with the papers of an insurance."""
    for key, _, kind, words in _policies(lived):
        yield from _mail(lived, "insurance_letter", key, words, f"the mail about our {kind} insurance")


@fact("code")
def appointment_number(lived: Lived) -> Iterator[Fact]:
    """The number of an appointment with a doctor."""
    for key, mail, role, first in _appointments(lived):
        yield from _in_mail(
            lived, "appointment_number", "code", key, "appointment expect", f"the number of the appointment with the {role}",
            "that number", r"(\d{4})", _earlier(lived, "medical_appointment", r"(\d{4})", mail, "subject"),
            before=(first,), field="subject",
        )  # fmt: skip


@fact("name")
def to_bring(lived: Lived) -> Iterator[Fact]:
    """What is to be brought to a doctor."""
    pattern = r"Please bring (.+?)(?: and come ten|\.)"
    for key, mail, role, first in _appointments(lived):
        yield from _in_mail(
            lived, "to_bring", "name", key, "appointment expect", f"what is to be brought to the {role}", "that",
            pattern, _earlier(lived, "medical_appointment", pattern, mail), new="the vaccination card", before=(first,),
        )  # fmt: skip


@fact("price")
def school_fee(lived: Lived) -> Iterator[Fact]:
    """What an event at school costs."""
    for happening in lived.happened("school_event"):
        for key, mail in happening.of("mail.message"):
            what, _, _ = mail["subject"].partition(",")
            if mail["subject"].startswith("Re:") or str(happening.day) < lived.today:
                continue
            if any(row != key for row in rows(lived, SEARCH, f"{what} euros slip") if _is_ahead(lived, row)):
                continue
            yield from _in_mail(
                lived, "school_fee", "price", key, f"{what} euros", f"what the next {what.lower()} at school costs",
                "that sum", r"(?:costs|fee): (\d+) euros", _earlier(lived, "school_event", r"(\d+) euros", mail),
                folder="Inbox",
            )  # fmt: skip


@fact("price")
def course_fee(lived: Lived) -> Iterator[Fact]:
    """What the last course costs."""
    for key, mail, words in _courses(lived):
        yield from _in_mail(
            lived, "course_fee", "price", key, words, "the fee of my last evening course", "that sum",
            r"fee of (\d+) euros", _earlier(lived, "course", r"fee of (\d+) euros", mail), sender="evening-school",
        )  # fmt: skip


@fact("person")
def course_teacher(lived: Lived) -> Iterator[Fact]:
    """Whoever leads the last course."""
    pattern = r"(?:teacher|led by): ([^.]+)\."
    for key, mail, words in _courses(lived):
        name = re.findall(pattern, mail["body"])[0]
        person = lived.named(name)
        others = others_like(lived, person) if is_known(lived, person) else []
        if others:
            yield from _in_mail(
                lived, "course_teacher", "person", key, words, "whoever teaches my last evening course", "them",
                pattern, [lived.name(other) for other in others], new=lived.name(others[-1]), sender="evening-school",
            )  # fmt: skip


@fact("code")
def offer_number(lived: Lived) -> Iterator[Fact]:
    """The number of the offer for a repair that is ahead."""
    pattern = r"(?:Offer|Job) number (\d+)"
    for key, mail, what in _offers(lived):
        yield from _in_mail(
            lived, "offer_number", "code", key, f"for {what} euros number", f"the number of the offer for {what}",
            "that number", pattern, _earlier(lived, "repair", pattern, mail),
        )  # fmt: skip


@fact("mail")
def offer_mail(lived: Lived) -> Iterator[Fact]:
    """The mail with the offer for a repair."""
    for key, _, what in _offers(lived):
        yield from _mail(lived, "offer_mail", key, f"for {what} euros number", f"the mail with the offer for {what}")


@fact("mail")
def invitation_mail(lived: Lived) -> Iterator[Fact]:
    """The mail with the invitation to a party."""
    for happening in lived.happened("invitation"):
        for key, mail in happening.of("mail.message"):
            found = re.match(r"(?:Invitation|You are invited|Please come): (.+) on ", mail["subject"])
            host = lived.at_address(mail["sender"])
            if found and host and lived.is_one_first_name(host) and str(happening.day) >= lived.today:
                words = f"{lived.first(host)} {found[1]}"
                yield from _mail(lived, "invitation_mail", key, words, f"{lived.first(host)}'s invitation to the {found[1]}")


@fact("person")
def offers_repair(lived: Lived) -> Iterator[Fact]:
    """Whoever has offered a repair, by the sender of the mail."""
    for key, mail, what in _offers(lived):
        person = lived.at_address(mail["sender"])
        words = f"for {what} euros number"
        call = search(lived, SEARCH, words, key, Read("address", "0/sender"))
        others = others_like(lived, person) if is_known(lived, person) else []
        if call and others:
            address = lived.view.people[others[-1]]["address"]
            yield Fact(
                unit="offers_repair",
                type="person",
                value=lived.name(person),
                wanted=f"whoever has made the offer for {what}",
                it="them",
                calls=(call, by_address()),
                claim=f"who has made the offer for {what} was looked up",
                shown=(f"mail.message {key}",),
                others=(lived.name(others[0]),),
                change=Change(f"mail.message {key}", "sender", mail["sender"], address),
            )


# where the mails are


def _concerts(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    ahead = [
        (key, mail)
        for happening in lived.happened("concert")
        if str(happening.day) > lived.today
        for key, mail in happening.of("mail.message")
    ]
    for key, mail in ahead:
        yield key, mail, "my next concert" if len(ahead) == 1 else mail["subject"].removeprefix("Tickets: ")


def _journeys(lived: Lived) -> Iterator[tuple[str, Data, str, str]]:
    for happening in lived.happened("trip", "business_journey"):
        for key, mail in happening.of("mail.message"):
            found = re.match(r"Tickets B\d+: (\w+) to (\w+)", mail["subject"])
            if not found or str(happening.day) <= lived.today:
                continue
            words = f"tickets to {found[2]}"
            if [row for row in rows(lived, SEARCH, words) if _is_ahead(lived, row, "Tickets")] == [key]:
                yield key, mail, found[2], words


def _rooms(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    for happening in lived.happened("trip"):
        for key, mail in happening.of("mail.message"):
            if mail["subject"].startswith("Your room in ") and str(happening.day) > lived.today:
                yield key, mail, mail["subject"].removeprefix("Your room in ")


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
            coming = [row for row in rows(lived, "calendar_search", role) if _is_ahead_event(lived, row)] if role else []
            first = search(lived, "contacts_search", role, lived.card(doctor), Read("card", "0/id")) if role else None
            if len(coming) == 1 and first:
                yield key, mail, role, first


def _courses(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    for key, mail in _last(lived, "course fee lesson", "fee lesson teacher", "fee lesson led", sender="evening-school"):
        yield key, mail, "fee lesson"


def _offers(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    for happening in lived.happened("repair"):
        if str(happening.day) < lived.today:
            continue
        for key, mail in happening.of("mail.message"):
            found = re.search(r"For (.+?) I (?:reckon with|would take|ask) \d+ euros", mail["body"])
            if found and len(rows(lived, SEARCH, f"for {found[1]} euros number")) == 1:
                yield key, mail, found[1]


def _last(lived: Lived, *words: str, sender: str) -> Iterator[tuple[str, Data]]:
    """The newest mail of a sender that has all words of one of these texts."""
    found = {row for text in words for row in rows(lived, SEARCH, text, sender=sender)}
    mails = sorted(found, key=lambda row: str(lived.record("mail.message", row)["at"]))
    for key in mails[-1:]:
        yield key, lived.record("mail.message", key)


def _is_ahead(lived: Lived, key: str, subject: str = "") -> bool:
    """Whether a mail belongs to a happening that is ahead."""
    if not lived.record("mail.message", key)["subject"].startswith(subject):
        return False
    return any(("mail.message", key) in item.records and str(item.day) >= lived.today for item in lived.life.events)


def _is_ahead_event(lived: Lived, key: str) -> bool:
    return str(lived.record("calendar.event", key)["starts"]) > lived.now


def _earlier(lived: Lived, kind: str, pattern: str, mail: Data, field: str = "body") -> list[str]:
    """What other mails of happenings of a kind have in place of a mail's value, the newest first."""
    own = re.findall(pattern, mail[field])
    found = [
        part
        for happening in lived.happened(kind)
        for _, other in happening.of("mail.message")
        for part in re.findall(pattern, other[field])[:1]
    ]
    return [part for part in dict.fromkeys(found) if part not in own]


def _in_mail(
    lived: Lived,
    unit: str,
    gives: Type,
    key: str,
    words: str,
    wanted: str,
    it: str,
    pattern: str,
    others: Sequence[str],
    old: str = "",
    changed: str = "",
    *,
    new: str = "",
    before: tuple[Call, ...] = (),
    field: str = "body",
    **filters: str,
) -> Iterator[Fact]:
    """Yield a value that a mail has, which a search finds. `old` and `changed` are the texts of the change."""
    mail = lived.record("mail.message", key)
    if before:
        filters["sender"] = mail["sender"]
    call = search(lived, SEARCH, words, key, Read("mail", "0/id"), **filters)
    found = re.search(pattern, mail[field])
    if not call or not found:
        return
    value = found[1]
    told = [*others, new]
    if before:
        reads = Call("contacts_read", {"card": "{card}"}, (Read("address", "addresses/0"),))
        arguments = {**call.arguments, "sender": "{address}"}
        before, call = (*before, reads), Call(call.tool, arguments, call.reads)
    yield Fact(
        unit=unit,
        type=gives,
        value=value,
        wanted=wanted,
        it=it,
        calls=(*before, call, Call("mail_read_message", {"message": "{mail}"}, (Read("value", field, pattern),))),
        claim=f"{wanted} was looked up",
        shown=telling(lived, "mail.message", key, value),
        others=tuple(other for other in told if other)[:1],
        change=Change(f"mail.message {key}", field, old or value, changed or new or _other(value)),
    )


def _other(value: str) -> str:
    """Another number of the same kind."""
    head, digits, tail = re.fullmatch(r"(\D*)(\d+)(.*)", value).groups()  # type: ignore[union-attr]  # a number
    return f"{head}{int(digits) + 7}{tail}"


def _mail(lived: Lived, unit: str, key: str, words: str, wanted: str) -> Iterator[Fact]:
    """Yield a mail that a search finds; another of the same folder is what one takes for it."""
    call = search(lived, SEARCH, words, key, Read("value", "0/id"))
    if not call:
        return
    own = lived.record("mail.message", key)
    named = set(rows(lived, SEARCH, words))
    mails = sorted(lived.records("mail.message").items(), key=lambda item: str(item[1]["at"]), reverse=True)
    others = [
        other
        for other, data in mails
        if other not in named and data["folder"] == own["folder"] and data["sender"] != own["sender"]
    ]
    yield Fact(
        unit=unit,
        type="mail",
        value=key,
        wanted=wanted,
        it="it",
        calls=(call,),
        claim=f"{wanted} was found",
        shown=(f"mail.message {key}",),
        others=tuple(others[:1]),
        change=renamed(lived, SEARCH, words, key, others),
    )

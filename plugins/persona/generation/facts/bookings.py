"""What box offices, railways, hotels and the shop have written: numbers, prices, names; and the mails."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.in_mail import SEARCH, a_mail, earlier, in_mail, is_ahead, last_mail
from plugins.persona.generation.facts.searching import rows
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Fact, fact

TICKETS = "tickets row seats"
ORDER = "order goods delivery total"


@fact("code")
def concert_booking(lived: Lived) -> Iterator[Fact]:
    """The number under which the tickets for the next concert are booked."""
    for key, mail, wanted in _concerts(lived):
        yield from in_mail(
            lived,
            "concert_booking",
            "code",
            key,
            TICKETS,
            f"the booking number of the tickets for {wanted}",
            "that number",
            r"booking (K\d+)",
            earlier(lived, "concert", r"booking (K\d+)", mail),
        )


@fact("price")
def concert_ticket(lived: Lived) -> Iterator[Fact]:
    """What a ticket for the next concert costs."""
    for key, mail, wanted in _concerts(lived):
        price = int(re.findall(r"(\d+) euros each", mail["body"])[0])
        yield from in_mail(
            lived,
            "concert_ticket",
            "price",
            key,
            TICKETS,
            f"what one ticket for {wanted} costs",
            "that sum",
            r"(\d+) euros each",
            (str(2 * price),),
            f"{price} euros",
            f"{price + 4} euros",
        )


@fact("mail")
def concert_tickets(lived: Lived) -> Iterator[Fact]:
    """The mail with the tickets for the next concert."""
    for key, _, wanted in _concerts(lived):
        yield from a_mail(lived, "concert_tickets", key, TICKETS, f"the mail with the tickets for {wanted}")


@fact("code")
def train_booking(lived: Lived) -> Iterator[Fact]:
    """The number of a booking of trains."""
    for key, mail, town, words in _journeys(lived):
        yield from in_mail(
            lived,
            "train_booking",
            "code",
            key,
            words,
            f"the booking number of my next train to {town}",
            "that number",
            r"Booking (B\d+)",
            earlier(lived, "trip", r"Booking (B\d+)", mail),
        )


@fact("code")
def train_number(lived: Lived) -> Iterator[Fact]:
    """The number of the train that is booked; the one back has another."""
    for key, mail, town, words in _journeys(lived):
        out, back = re.findall(r"day \d+ \w+: (T\d+) ", mail["body"])
        yield from in_mail(
            lived,
            "train_number",
            "code",
            key,
            words,
            f"the number of my next train to {town}",
            "that number",
            r"day \d+ \w+: (T\d+) ",
            (back,),
            f" {out} ",
            " T999 ",
        )


@fact("price")
def train_fare(lived: Lived) -> Iterator[Fact]:
    """What the tickets to a town and back cost in all."""
    for key, mail, town, words in _journeys(lived):
        out = re.findall(r"x (\d+\.\d\d) euros out", mail["body"])
        yield from in_mail(
            lived,
            "train_fare",
            "price",
            key,
            words,
            f"what my next train to {town} and back costs in all",
            "that sum",
            r"Total (\d+\.\d\d) euros",
            out,
        )


@fact("mail")
def train_tickets(lived: Lived) -> Iterator[Fact]:
    """The mail with the tickets to a town."""
    for key, _, town, words in _journeys(lived):
        yield from a_mail(
            lived, "train_tickets", key, words, f"the mail with the tickets for my next train to {town}"
        )


@fact("name")
def hotel(lived: Lived) -> Iterator[Fact]:
    """The name of the hotel of a trip that is ahead."""
    for key, mail, town in _rooms(lived):
        yield from in_mail(
            lived,
            "hotel",
            "name",
            key,
            f"room {town}",
            f"the name of our hotel in {town}",
            "that name",
            r"(?:We expect you|Booked): ([^,]+),",
            earlier(lived, "trip", r"(?:We expect you|Booked): ([^,]+),", mail),
            new="Hotel Ferryman",
        )


@fact("price")
def hotel_night(lived: Lived) -> Iterator[Fact]:
    """What a night in the hotel costs."""
    for key, mail, town in _rooms(lived):
        yield from in_mail(
            lived,
            "hotel_night",
            "price",
            key,
            f"room {town}",
            f"what our hotel in {town} costs a night",
            "that sum",
            r"(\d+) euros (?:a|each) night",
            earlier(lived, "trip", r"(\d+) euros (?:a|each) night", mail),
        )


@fact("code")
def hotel_booking(lived: Lived) -> Iterator[Fact]:
    """The number under which the hotel has the booking."""
    for key, mail, town in _rooms(lived):
        yield from in_mail(
            lived,
            "hotel_booking",
            "code",
            key,
            f"room {town}",
            f"the booking number of our hotel in {town}",
            "that number",
            r"Booking (H\d+)",
            earlier(lived, "trip", r"Booking (H\d+)", mail),
        )


@fact("code")
def parcel(lived: Lived) -> Iterator[Fact]:
    """The number of the last parcel from the shop."""
    for key, mail in last_mail(lived, "parcel order way carrier", "parcel order today", sender="corner-shop"):
        yield from in_mail(
            lived,
            "parcel",
            "code",
            key,
            "parcel",
            "the number of the last parcel from the corner shop",
            "that number",
            r"arcel (P\d+)",
            earlier(lived, "order", r"arcel (P\d+)", mail),
            sender="corner-shop",
        )


@fact("price")
def order_total(lived: Lived) -> Iterator[Fact]:
    """What the last order came to, with delivery."""
    for key, mail in last_mail(lived, ORDER, sender="corner-shop"):
        found = re.findall(r"(?:Goods|delivery) (\d+\.\d\d) euros|, (\d+\.\d\d) euros each", mail["body"])
        total = re.findall(r"total (\d+\.\d\d) euros", mail["body"])
        others = [one or two for one, two in found if (one or two) not in (*total, "0.00")]
        yield from in_mail(
            lived,
            "order_total",
            "price",
            key,
            ORDER,
            "the total of my last order at the corner shop",
            "that sum",
            r"total (\d+\.\d\d) euros",
            others or earlier(lived, "order", r"total (\d+\.\d\d) euros", mail),
            *(f"total {total[0]}", f"total {float(total[0]) + 20:.2f}"),
            sender="corner-shop",
        )


@fact("code")
def order_number(lived: Lived) -> Iterator[Fact]:
    """The number of the last order."""
    for key, mail in last_mail(lived, ORDER, sender="corner-shop"):
        yield from in_mail(
            lived,
            "order_number",
            "code",
            key,
            ORDER,
            "the number of my last order at the corner shop",
            "that number",
            r"Order (\d+) of",
            earlier(lived, "order", r"Order (\d+) of", mail),
            sender="corner-shop",
        )


@fact("mail")
def order_confirmation(lived: Lived) -> Iterator[Fact]:
    """The mail that confirms the last order."""
    for key, _ in last_mail(lived, ORDER, sender="corner-shop"):
        words = "the mail that confirms my last order at the corner shop"
        yield from a_mail(lived, "order_confirmation", key, ORDER, words)


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
            if [row for row in rows(lived, SEARCH, words) if is_ahead(lived, row, "Tickets")] == [key]:
                yield key, mail, found[2], words


def _rooms(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    for happening in lived.happened("trip"):
        for key, mail in happening.of("mail.message"):
            town = mail["subject"].removeprefix("Your room in ")
            is_coming = town != mail["subject"] and str(happening.day) > lived.today
            if is_coming and len(rows(lived, SEARCH, f"room {town} euros night")) == 1:
                yield key, mail, town

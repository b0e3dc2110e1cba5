"""What something costs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


@fact("price")
def offer_of_tradesperson(lived: Lived) -> Iterator[Fact]:
    """What a tradesperson wants for a repair that is ahead, as their mail says."""
    for happening in lived.happened("repair"):
        for key, mail in happening.of("mail.message"):
            found = re.search(r"For (.+?) I (?:reckon with|ask|need about) (\d+) euros", mail["body"])
            sender = lived.at_address(mail["sender"])
            if not found or not sender or not lived.card(sender):
                continue
            firm = lived.record("contacts.card", lived.card(sender))["organisation"]
            what, price = found.groups()
            yield Fact(
                unit="offer_of_tradesperson",
                type="price",
                value=price,
                wanted=f"what {firm} wants for {what}",
                it="that sum",
                calls=(
                    Call("mail_search", {"words": f"reckon {what}", "limit": 1}, (Read("mail", "0/id"),)),
                    Call(
                        "mail_read_message",
                        {"message": "{mail}"},
                        (Read("value", "body", r"(?:reckon with|ask|need about) (\d+) euros"),),
                    ),
                ),
                claim=f"the offer for {what} was read",
                shown=(f"mail.message {key}",),
                others=(str(int(price) + 30),),
                change=Change(f"mail.message {key}", "body", f"{price} euros", f"{int(price) + 45} euros"),
            )

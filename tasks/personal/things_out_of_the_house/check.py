from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Evidence, has_words, mentions, personal_score
from checkers.values import Date

SENT, BIRGIT = "folder-2", "chat-12"
VESNA, WIEBKE = "vesna.greenaway@inkwell.test", "wiebke.carrow@postbox.test"
CELLO_CASE = "Vesna Greenaway, since 24 September, until the shop has one."
CAKE_TIN = "Wiebke Carrow, since 22 February, for a school play."
NOTE = "asked on 12 may"
SATURDAY, SUNDAY = Date(2026, 5, 16), Date(2026, 5, 17)
KNOWN = "12 May 2026; 24 September 2025; 11 October 2025; 22 February 2026; 28 March 2026"
"""Dates on the pages, which a mail may name as well."""


@dataclass(frozen=True, slots=True)
class AskedFor(Created):
    """One mail to somebody has a thing in its subject or its text, and the day in its text."""

    thing: str = ""

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        made = [change.after for change in evidence.changes if self.allows(change) and change.after]
        right = [data for data in made if self.is_asked(data)]
        if len(made) == 1 and right:
            return 1.0, ""
        return 0.5 if made else 0.0, f"{len(made)} made: {[data['body'] for data in made]}"

    def is_asked(self, data: Mapping[str, Any]) -> bool:
        has_thing = has_words(*self.thing.split())(f"{data['subject']}\n{data['body']}")
        return has_thing and mentions(SUNDAY, given=KNOWN)(data["body"])


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        AskedFor(
            "Vesna is asked by mail for the cello case by 17 May",
            "mail.message",
            {"folder": SENT, "to": [VESNA]},
            {},
            thing="cello case",
        ),
        AskedFor(
            "Wiebke is asked by mail for the cake tin by 17 May",
            "mail.message",
            {"folder": SENT, "to": [WIEBKE]},
            {},
            thing="cake tin",
        ),
        Created(
            "Birgit knows that the projector comes on 16 May",
            "messenger.message",
            {"conversation": BIRGIT},
            {"text": promises_the_projector},
        ),
        noted("the page on the cello case has the note", "page-68", CELLO_CASE),
        noted("the page on the cake tin has the note", "page-141", CAKE_TIN),
    )


def noted(claim: str, page: str, old: str) -> Changed:
    """The claim that a page has its text as it was, and the note once."""

    def is_added(body: object) -> bool:
        added = str(body).replace(old, "").strip()
        return old in str(body) and added.rstrip(".").casefold() == NOTE

    return Changed(claim, "notes.page", page, {"body": is_added})


def promises_the_projector(text: object) -> bool:
    given = "12 May 2026; 31 May 2025; 24 June 2025"
    return has_words("projector")(text) and mentions(SATURDAY, given=given)(text)

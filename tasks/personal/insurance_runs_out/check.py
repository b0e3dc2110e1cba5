from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Money

SENT, LOTTA, FAMILY = "folder-2", "lotta.castelein@lettera.test", "calendar-2"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the file of the bicycle insurance was read", "vault.file file-10"),
        Created(
            "the day four weeks before is in the calendar",
            "calendar.event",
            {"calendar": FAMILY, "title": has_words("insurance")},
            {"starts": "2026-06-09T00:00", "ends": is_its_end},
        ),
        Created(
            "Lotta has a mail with insurance and premium",
            "mail.message",
            {"folder": SENT, "to": [LOTTA]},
            {"body": names_both, "copies": []},
        ),
    )


def is_its_end(moment: object) -> bool:
    """Whether a whole day ends then: in its last minute, or with the next day."""
    return moment in ("2026-06-09T23:59", "2026-06-10T00:00")


def names_both(body: object) -> bool:
    """Whether a mail names the insurance and what it costs a year."""
    return mentions(Money(176, "EUR"), given="19500 euros")(body) and has_words("bicycle")(body)

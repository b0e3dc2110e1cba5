from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Number


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Sunniva's tasting was found", "calendar.event event-551"),
        Found("the highest temperature on the day of Sunniva's tasting was found", Number(11)),
        Shown("Sunniva's invitation to the tasting was found", "mail.message mail-632"),
        Created(
            "the new page 'To do this week' has it",
            "notes.page",
            {"notebook": "notebook-1", "title": has_words("To do this week")},
            {"body": mentions(Number(11))},
        ),
        Changed(
            "the mail 'Please come: tasting on Monday 8 June' is in the trash",
            "mail.message",
            "mail-632",
            {"folder": "folder-5"},
        ),
    )

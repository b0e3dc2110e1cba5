from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up where the next visit of Niemark Farm is",
            ("calendar.event event-558", "team.post post-595"),
        ),
        Shown(
            "who comes from Niemark Farm was looked up",
            ("calendar.event event-558", "mail.message mail-660", "mail.message mail-664"),
        ),
        Shown("the next visit of Niemark Farm was found", "calendar.event event-558"),
        Created(
            "the new page 'Open questions' has it",
            "notes.page",
            {"notebook": "notebook-2", "title": has_words("Open questions")},
            {"body": mentions(Name("the glass room"))},
        ),
        Created(
            "the channel general has it",
            "team.post",
            {"channel": "channel-1", "author": "person-1"},
            {"text": mentions(Name("the glass room"))},
        ),
        Created(
            "Emeric is asked for a date",
            "mail.message",
            {
                "folder": "folder-2",
                "to": ["emeric.millstone@niemark-farm.test"],
                "subject": has_words("A date"),
            },
            {"body": has_words("time", "talk")},
        ),
        Deleted("'Visit of Niemark Farm' is off", "calendar.event", "event-558"),
    )

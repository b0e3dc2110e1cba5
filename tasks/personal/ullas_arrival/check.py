from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date, TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Ulla's next arrival was found", "calendar.event event-526"),
        Shown(
            "it was looked up on which day Ulla's next arrival is",
            (
                "calendar.event event-526",
                "mail.message mail-599",
                "mail.message mail-600",
                "messenger.message msg-1030",
            ),
        ),
        Shown(
            "it was looked up when Ulla's next arrival is",
            (
                "calendar.event event-526",
                "mail.message mail-599",
                "mail.message mail-600",
                "messenger.message msg-1030",
            ),
        ),
        Changed("'Ulla arrives (1 night)' has a reminder", "calendar.event", "event-526", {"reminder": 60}),
        Created(
            "the new page 'Not to forget' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("Not to forget")},
            {"body": mentions(Date(2026, 5, 15))},
        ),
        Answered("the answer has the time of day", TimeOfDay(15, 0)),
    )

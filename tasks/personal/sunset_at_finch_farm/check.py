from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the next visit of Finch Farm was found", "calendar.event event-548"),
        Found("the time of sunset on the day of the next visit of Finch Farm was found", TimeOfDay(20, 0)),
        Shown(
            "who comes from Finch Farm was looked up",
            ("calendar.event event-548", "mail.message mail-651", "mail.message mail-658"),
        ),
        Created(
            "the channel general has it",
            "team.post",
            {"channel": "channel-1", "author": "person-1"},
            {"text": mentions(TimeOfDay(20, 0))},
        ),
        Created(
            "the new page 'Open questions' has it",
            "notes.page",
            {"notebook": "notebook-2", "title": has_words("Open questions")},
            {"body": mentions(TimeOfDay(20, 0))},
        ),
        Created(
            "there is a group with Jette",
            "messenger.conversation",
            {"name": has_words("Handover notes")},
            {"members": ["person-1", "person-48"]},
        ),
        Deleted("'Visit of Finch Farm' is off", "calendar.event", "event-548"),
    )

from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date, TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up when my next meeting about the brick sample is",
            ("calendar.event event-563", "mail.message mail-647"),
        ),
        Shown("my next meeting about the brick sample was found", "calendar.event event-563"),
        Created(
            "the new file 'To keep' has it",
            "vault.file",
            {"owner": "person-1", "path": "Notes/To keep.md"},
            {"text": mentions(Date(2026, 5, 18), TimeOfDay(10, 30))},
        ),
        Changed(
            "'Round: Brick sample, the staircase' is declined",
            "calendar.event",
            "event-563",
            {
                "accepted": lambda people: "t.underhill@postbox.test" not in people,
                "declined": has_words("t.underhill@postbox.test"),
                "tentative": lambda people: "t.underhill@postbox.test" not in people,
            },
        ),
        Answered("the answer has the time of day", TimeOfDay(10, 30)),
    )

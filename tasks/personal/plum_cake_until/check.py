from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Answered, Created, Shown, has_words, mentions, personal_score
from checkers.values import Number, TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the plum cake was read",
            ("feed.post post-5", "calendar.event event-40"),
        ),
        Found(
            "the closing time of the place where my picture of the plum cake in the feed is from was found",
            TimeOfDay(21, 30),
        ),
        Found(
            "the city guide's rating of the place where my picture of the plum cake in the feed is from was found",
            Number(2.6),
        ),
        Created(
            "the new page 'This month' has it",
            "notes.page",
            {"notebook": "notebook-1", "title": has_words("This month")},
            {"body": mentions(TimeOfDay(21, 30))},
        ),
        Created(
            "the new file 'Loose ends' has it",
            "vault.file",
            {"owner": "person-1", "path": "Loose ends.md"},
            {"text": mentions(TimeOfDay(21, 30))},
        ),
        Answered("the answer has it", Number(2.6)),
    )

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the picnic rug was found", "notes.page page-165"),
        Shown(
            "the page on the picnic rug with its due day was read",
            ("notes.property property-261", "calendar.event event-529", "messenger.message msg-1017"),
        ),
        Created(
            "'Lent: picnic rug (Leni U.)' has a tick at Sorted out",
            "notes.property",
            {"page": "page-165", "name": "Sorted out"},
            {"value": "true"},
        ),
        Created(
            "the new page 'To remember' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("To remember")},
            {"body": mentions(Date(2026, 5, 10))},
        ),
    )

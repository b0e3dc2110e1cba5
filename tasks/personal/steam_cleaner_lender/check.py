from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the steam cleaner was found", "notes.page page-176"),
        Shown(
            "the page on the steam cleaner says who it is",
            ("notes.page page-176", "calendar.event event-531", "messenger.message msg-1043"),
        ),
        Changed(
            "the page 'Borrowed: steam cleaner (Tamsin K.)' is in Private",
            "notes.page",
            "page-176",
            {"notebook": "notebook-3"},
        ),
        Created(
            "Tamsin is invited to 'A look at the cellar'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("A look at the cellar")},
            {
                "starts": has_words("2026-05-15", "16:30"),
                "ends": has_words("2026-05-15", "17:00"),
                "guests": ["tamsin.kastner@postbox.test"],
            },
        ),
        Created(
            "the newest message of Tamsin has a thumb",
            "messenger.reaction",
            {"message": "msg-1045", "person": "person-1"},
            {"emoji": "👍"},
        ),
    )

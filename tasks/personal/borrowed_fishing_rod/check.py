from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the fishing rod was found", "notes.page page-170"),
        Shown(
            "the page on the fishing rod says who it is",
            ("notes.page page-170", "calendar.event event-520", "messenger.message msg-1001"),
        ),
        Changed(
            "the page 'Borrowed: fishing rod (Iris G.)' has the line",
            "notes.page",
            "page-170",
            {
                "body": lambda text: (
                    has_words("Iris Galloway, since 28 April, for my sister's move.")(text)
                    and has_words("Talk about it at the weekend")(text)
                )
            },
        ),
        Changed(
            "the box Returned of 'Borrowed: fishing rod (Iris G.)' is changed",
            "notes.property",
            "property-274",
            {"value": "true"},
        ),
        Created(
            "Iris is asked",
            "messenger.message",
            {"conversation": "chat-25", "sender": "person-1"},
            {"text": has_words("side door")},
        ),
        Created(
            "Iris is invited to 'A look at the cellar'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("A look at the cellar")},
            {
                "starts": has_words("2026-05-15", "16:30"),
                "ends": has_words("2026-05-15", "17:00"),
                "guests": ["iris.galloway@postbox.test"],
            },
        ),
    )

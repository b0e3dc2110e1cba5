from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the page on the projector says who it is",
            ("notes.page page-176", "calendar.event event-520", "messenger.message msg-1021"),
        ),
        Shown("the page on the projector was found", "notes.page page-176"),
        Created(
            "Arlo is asked for a call",
            "messenger.message",
            {"conversation": "chat-10", "sender": "person-1"},
            {"text": has_words("call", "tonight")},
        ),
        Created(
            "Arlo is invited to a coffee",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("coffee")},
            {
                "starts": has_words("2026-05-15", "10:00"),
                "ends": has_words("2026-05-15", "10:30"),
                "guests": ["arlo.birkhoff@postbox.test"],
            },
        ),
        Changed(
            "the page 'Lent: projector (Arlo B.)' is in Private",
            "notes.page",
            "page-176",
            {"notebook": "notebook-3"},
        ),
        Changed(
            "the box Returned of 'Lent: projector (Arlo B.)' is changed",
            "notes.property",
            "property-276",
            {"value": "true"},
        ),
    )

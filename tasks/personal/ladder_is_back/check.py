from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the long ladder was found", "notes.page page-78"),
        Shown(
            "the page on the long ladder says who it is",
            ("notes.page page-78", "calendar.event event-266", "messenger.message msg-514"),
        ),
        Changed(
            "the box Returned of 'Lent: long ladder (Liam E.)' is changed",
            "notes.property",
            "property-121",
            {"value": "true"},
        ),
        Changed(
            "the page 'Lent: long ladder (Liam E.)' has the line",
            "notes.page",
            "page-78",
            {
                "body": lambda text: (
                    has_words("Liam Eckhart, since 2 November, for the roof.")(text)
                    and has_words("Ask again in autumn")(text)
                )
            },
        ),
        Created(
            "Liam is asked for a call",
            "messenger.message",
            {"conversation": "chat-18", "sender": "person-1"},
            {"text": has_words("call", "tonight")},
        ),
    )

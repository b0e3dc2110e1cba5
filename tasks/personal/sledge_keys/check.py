from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the sledge was found", "notes.page page-113"),
        Shown(
            "the page on the sledge says who it is",
            ("notes.page page-113", "calendar.event event-372", "messenger.message msg-722"),
        ),
        Changed(
            "the page 'Lent: sledge (Svea L.)' is in Private",
            "notes.page",
            "page-113",
            {"notebook": "notebook-3"},
        ),
        Changed(
            "the box Returned of 'Lent: sledge (Svea L.)' is changed",
            "notes.property",
            "property-172",
            {"value": "true"},
        ),
        Created(
            "Svea is invited to 'Handing over the keys'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Handing over the keys")},
            {
                "starts": has_words("2026-05-15", "18:00"),
                "ends": has_words("2026-05-15", "18:15"),
                "guests": ["svea.lachlan@hearth.test"],
            },
        ),
        Changed(
            "the card of Svea Lachlan is in the group",
            "contacts.card",
            "card-57",
            {"groups": ["Friends", "Repairs"]},
        ),
    )

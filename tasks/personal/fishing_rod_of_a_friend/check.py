from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the page on the fishing rod says who it is",
            ("notes.page page-35", "calendar.event event-141", "messenger.message msg-228"),
        ),
        Shown("the page on the fishing rod was found", "notes.page page-35"),
        Changed(
            "the card of Bea Haddock is in the group",
            "contacts.card",
            "card-108",
            {"groups": ["Neighbours", "Repairs"]},
        ),
        Created(
            "Bea is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["bea.haddock@lettera.test"], "subject": has_words("Your number")},
            {"body": has_words("telephone number")},
        ),
        Changed(
            "the page 'Borrowed: fishing rod (Bea H.)' has the line",
            "notes.page",
            "page-35",
            {
                "body": lambda text: (
                    has_words("Bea Haddock, since 30 July, to try it out.")(text)
                    and has_words("Ask again in autumn")(text)
                )
            },
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the long ladder was found", "notes.page page-25"),
        Shown(
            "the page on the long ladder says who it is",
            ("notes.page page-25", "calendar.event event-90", "messenger.message msg-154"),
        ),
        Created(
            "there is a page for ideas under 'Borrowed: long ladder (Celia W.)'",
            "notes.page",
            {"above": "page-25", "title": has_words("Ideas")},
            {"body": ""},
        ),
        Changed(
            "the card of Celia Wadsley is in the group",
            "contacts.card",
            "card-55",
            {"groups": ["Friends", "Summer party"]},
        ),
        Created(
            "there is a group with Celia",
            "messenger.conversation",
            {"name": has_words("Summer plans")},
            {"members": ["person-1", "person-34"]},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the name day",
            ("calendar.event event-546", "mail.message mail-628"),
        ),
        Created(
            "there is a group with Yorick",
            "messenger.conversation",
            {"name": has_words("Summer plans")},
            {"members": ["person-1", "person-43"]},
        ),
        Changed(
            "the card of Yorick Wakelin is in the group",
            "contacts.card",
            "card-61",
            {"groups": ["Friends", "Summer party"]},
        ),
    )

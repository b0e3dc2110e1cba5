from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next concert was found", "mail.message mail-600"),
        Shown(
            "it was looked up: whoever comes along to my next concert",
            ("calendar.event event-541", "messenger.message msg-1078", "messenger.message msg-1080"),
        ),
        Changed(
            "the mail 'Tickets: The Ninth Lamp' has a star", "mail.message", "mail-600", {"is_starred": True}
        ),
        Created(
            "Janna is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["janna.engelby@inkwell.test"], "subject": has_words("A visit")},
            {"body": has_words("day", "visit")},
        ),
        Changed(
            "the card of Janna Engelby is in the group",
            "contacts.card",
            "card-57",
            {"groups": ["Friends", "Summer party"]},
        ),
    )

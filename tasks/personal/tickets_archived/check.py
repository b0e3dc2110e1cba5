from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next concert was found", "mail.message mail-618"),
        Shown("the booking number of the tickets for my next concert was looked up", "mail.message mail-618"),
        Shown(
            "it was looked up: whoever comes along to my next concert",
            ("calendar.event event-525", "messenger.message msg-1034", "messenger.message msg-1036"),
        ),
        Changed(
            "the mail 'Tickets: Harbour Brass' is in Archive",
            "mail.message",
            "mail-618",
            {"folder": "folder-4"},
        ),
        Created(
            "the new file 'Jotted down' has it",
            "vault.file",
            {"owner": "person-1", "path": "Jotted down.md"},
            {"text": mentions(Name("K43453", others=["K11428"]))},
        ),
        Changed(
            "the card of Delia Sandqvist is in the group",
            "contacts.card",
            "card-59",
            {"groups": ["Friends", "Concert company"]},
        ),
    )

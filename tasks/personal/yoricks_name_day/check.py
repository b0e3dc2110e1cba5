from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the name day",
            ("calendar.event event-546", "mail.message mail-628"),
        ),
        Shown("Yorick's invitation to the name day was found", "mail.message mail-628"),
        Created(
            "Yorick is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["yorick.wakelin@lettera.test"], "subject": has_words("A visit")},
            {"body": has_words("day", "visit")},
        ),
        Created(
            "there is a group with Yorick",
            "messenger.conversation",
            {"name": has_words("Saturday walk")},
            {"members": ["person-1", "person-43"]},
        ),
        Changed(
            "the mail 'Invitation: name day on Wednesday 27 May' is in the trash",
            "mail.message",
            "mail-628",
            {"folder": "folder-5"},
        ),
    )

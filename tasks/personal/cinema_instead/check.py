from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever comes along to my next concert",
            ("calendar.event event-539", "messenger.message msg-1048", "messenger.message msg-1050"),
        ),
        Shown("my concert with Wiebke was found", "calendar.event event-539"),
        Shown("the mail with the tickets for my next concert was found", "mail.message mail-601"),
        Created(
            "the newest message of Wiebke has a thumb",
            "messenger.reaction",
            {"message": "msg-1050", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Created(
            "there is a group with Wiebke",
            "messenger.conversation",
            {"name": has_words("Cinema on Thursday")},
            {"members": ["person-1", "person-35"]},
        ),
        Deleted("'Three Blind Organs' is off", "calendar.event", "event-539"),
        Changed(
            "the mail 'Tickets: Three Blind Organs' is in the trash",
            "mail.message",
            "mail-601",
            {"folder": "folder-5"},
        ),
    )

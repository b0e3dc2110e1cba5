from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: the guest who is not sure yet about our next soup party",
            ("calendar.event event-552", "mail.message mail-637"),
        ),
        Shown("our next soup party was found", "calendar.event event-552"),
        Shown(
            "it was looked up: whoever did not come to our board games after all",
            ("calendar.event event-280", "messenger.message msg-539"),
        ),
        Created(
            "the newest message of Ylva has a thumb",
            "messenger.reaction",
            {"message": "msg-633", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Created(
            "Ylva is asked",
            "messenger.message",
            {"conversation": "chat-19", "sender": "person-1"},
            {"text": has_words("somebody")},
        ),
        Changed("'Soup party at ours' has a reminder", "calendar.event", "event-552", {"reminder": 2880}),
        Created(
            "Ylva is invited to 'A walk by the river'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("A walk by the river")},
            {
                "starts": has_words("2026-05-15", "17:30"),
                "ends": has_words("2026-05-15", "18:30"),
                "guests": ["ylva.yardley@postbox.test"],
            },
        ),
        Created(
            "there is a group with Ylva",
            "messenger.conversation",
            {"name": has_words("Board games")},
            {"members": ["person-1", "person-42"]},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("who writes as Vesna was looked up", "messenger.message msg-743"),
        Created(
            "there is a group with Otis",
            "messenger.conversation",
            {"name": has_words("Summer plans")},
            {"members": ["person-1", "person-30"]},
        ),
        Created(
            "Otis is asked for a call",
            "messenger.message",
            {"conversation": "chat-9", "sender": "person-1"},
            {"text": has_words("call", "tonight")},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the picture from Town Library was found", "feed.post post-91"),
        Shown(
            "who commented on the picture from Town Library was looked up",
            ("feed.profile profile-11", "feed.comment comment-101"),
        ),
        Shown(
            "who commented last was looked up",
            ("feed.profile profile-2", "feed.notification notification-250", "feed.comment comment-104"),
        ),
        Changed(
            "'Town Library: the pond and nobody else there. Worth it be...' is for the followers",
            "feed.post",
            "post-91",
            {"audience": "followers"},
        ),
        Created(
            "there is a group with Knut",
            "messenger.conversation",
            {"name": has_words("Summer plans")},
            {"members": ["person-1", "person-26"]},
        ),
        Created(
            "the newest message of Knut has a thumb",
            "messenger.reaction",
            {"message": "msg-867", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Created(
            "Renske is asked for a call",
            "messenger.message",
            {"conversation": "chat-1", "sender": "person-1"},
            {"text": has_words("call", "tonight")},
        ),
    )

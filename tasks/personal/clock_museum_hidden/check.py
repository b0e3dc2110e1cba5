from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the picture from Clock Museum was found", "feed.post post-1"),
        Shown(
            "who commented on the picture from Clock Museum was looked up",
            ("feed.profile profile-20", "feed.comment comment-1"),
        ),
        Changed(
            "'Clock Museum: the new hall and nobody else there. Worth i...' is for the followers",
            "feed.post",
            "post-1",
            {"audience": "followers"},
        ),
        Created(
            "Emeric is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["e.trevanion@lettera.test"], "subject": has_words("A date")},
            {"body": has_words("time", "talk")},
        ),
    )

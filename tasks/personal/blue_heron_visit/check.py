from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "who commented on the picture from Blue Heron Inn was looked up",
            ("feed.profile profile-17", "feed.comment comment-88"),
        ),
        Shown("the picture from Blue Heron Inn was found", "feed.post post-78"),
        Created(
            "Idris is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["idris.kranz@lettera.test"], "subject": has_words("A visit")},
            {"body": has_words("day", "visit")},
        ),
        Changed(
            "'Rye pancakes at Blue Heron Inn with Henrik. Nobody left u...' has the topic",
            "feed.post",
            "post-78",
            {"topics": ["#aldmere", "#restaurant", "#smallthings"]},
        ),
    )

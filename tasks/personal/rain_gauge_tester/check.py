from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the newest post in the home feed was found", "feed.post post-74"),
        Shown(
            "who tested the Pemberwick rain gauge was looked up",
            ("feed.profile profile-45", "feed.post post-74"),
        ),
        Deleted("Romy is followed no more", "feed.follow", "follow-79"),
        Created(
            "a comment praises 'Pemberwick rain gauge after 6 years: the colour annoys me...'",
            "feed.comment",
            {"post": "post-74", "author": "person-1"},
            {"text": has_words("Good to see this")},
        ),
        Created(
            "Romy is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["romy.grimsdal@lettera.test"], "subject": has_words("Your number")},
            {"body": has_words("telephone number")},
        ),
    )

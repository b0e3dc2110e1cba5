from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            'who asked "The stuck window is past saving" was looked up',
            ("feed.profile profile-43", "forum.thread thread-23"),
        ),
        Shown('the question "The stuck window is past saving" was found', "forum.thread thread-23"),
        Created(
            "Kaspar is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["k.balthus@postbox.test"], "subject": has_words("Your number")},
            {"body": has_words("telephone number")},
        ),
        Created(
            "an answer in 'The stuck window is past saving: who has an idea?' thanks",
            "forum.answer",
            {"thread": "thread-23", "author": "person-1"},
            {"text": has_words("Thanks to all")},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the barley soup was read",
            ("feed.post post-87", "calendar.event event-525"),
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(Name("Blue Heron Inn, Aldmere")),
                "audience": "followers",
                "topics": ["#goodtoknow"],
            },
        ),
        Created(
            "a thread on Around town has it",
            "forum.thread",
            {"author": "person-1", "board": "board-3"},
            {"title": has_words("Good to know"), "text": mentions(Name("Blue Heron Inn, Aldmere"))},
        ),
    )

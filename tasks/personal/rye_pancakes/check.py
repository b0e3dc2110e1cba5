from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the picture from Blue Heron Inn was found", "feed.post post-74"),
        Shown(
            "the place of the picture of the rye pancakes was read",
            ("feed.post post-74", "calendar.event event-486"),
        ),
        Changed(
            "'Rye pancakes at Blue Heron Inn. We stayed until they put ...' is for the followers",
            "feed.post",
            "post-74",
            {"audience": "followers"},
        ),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {"title": has_words("Good to know"), "text": mentions(Name("Blue Heron Inn, Dunholt"))},
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(Name("Blue Heron Inn, Dunholt")),
                "audience": "followers",
                "topics": ["#goodtoknow"],
            },
        ),
    )

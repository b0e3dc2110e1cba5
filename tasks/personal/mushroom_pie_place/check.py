from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the mushroom pie was read",
            ("feed.post post-52", "calendar.event event-327"),
        ),
        Created(
            "a thread on Home repairs has it",
            "forum.thread",
            {"author": "person-1", "board": "board-1"},
            {
                "title": has_words("For whoever asks"),
                "text": mentions(Name("Blue Heron Inn, Corvin", others=["Castle Park, Corvin"])),
            },
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(Name("Blue Heron Inn, Corvin", others=["Castle Park, Corvin"])),
                "audience": "followers",
                "topics": ["#weekend"],
            },
        ),
    )

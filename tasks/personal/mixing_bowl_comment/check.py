from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the Lindqvar mixing bowl was found", "feed.post post-28"),
        Shown(
            "the price in the test of the Lindqvar mixing bowl was read",
            ("feed.post post-28", "messenger.message msg-336"),
        ),
        Created(
            "a comment praises 'Tested: Lindqvar mixing bowl, 67.50 euros. I would skip t...'",
            "feed.comment",
            {"post": "post-28", "author": "person-1"},
            {"text": has_words("Good to see this")},
        ),
        Deleted("Wenzel is followed no more", "feed.follow", "follow-74"),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {"text": mentions(Money(67.5, "EUR")), "audience": "followers", "topics": ["#kitchennotes"]},
        ),
    )

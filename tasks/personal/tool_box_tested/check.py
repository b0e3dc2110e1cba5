from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the Pemberwick tool box was found", "feed.post post-54"),
        Shown("the test of a tool box was read", ("feed.post post-54", "messenger.message msg-646")),
        Created(
            "a comment praises 'Pemberwick tool box after 7 years: the noise annoys me, s...'",
            "feed.comment",
            {"post": "post-54", "author": "person-1"},
            {"text": has_words("What a day")},
        ),
        Created("Marit is followed", "feed.follow", {"follower": "person-1", "followed": "person-88"}, {}),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {
                "title": has_words("It worked for me"),
                "text": mentions(Name("Pemberwick tool box", others=["Pemberwick watering can"])),
            },
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(Name("Pemberwick tool box", others=["Pemberwick watering can"])),
                "audience": "followers",
                "topics": ["#kitchennotes"],
            },
        ),
    )

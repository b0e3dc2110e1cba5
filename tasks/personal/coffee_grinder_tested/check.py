from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of a coffee grinder was read", ("feed.post post-22", "messenger.message msg-262")),
        Shown("the test of the Ostrel coffee grinder was found", "feed.post post-22"),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(Name("Ostrel coffee grinder", others=["Ostrel skipping rope"])),
                "audience": "followers",
                "topics": ["#worthreading"],
            },
        ),
        Created(
            "a thread on Around town has it",
            "forum.thread",
            {"author": "person-1", "board": "board-3"},
            {
                "title": has_words("A small hint"),
                "text": mentions(Name("Ostrel coffee grinder", others=["Ostrel skipping rope"])),
            },
        ),
        Created(
            "'Ostrel coffee grinder after 9 years: the handle annoys me...' is liked",
            "feed.like",
            {"post": "post-22", "person": "person-1"},
            {},
        ),
        Created("Milo is followed", "feed.follow", {"follower": "person-1", "followed": "person-88"}, {}),
    )

from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of a bicycle pump was read", ("feed.post post-76", "messenger.message msg-930")),
        Shown("the test of the Pemberwick bicycle pump was found", "feed.post post-76"),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(Name("Pemberwick bicycle pump", others=["Pemberwick watering can"])),
                "audience": "followers",
                "topics": ["#tryityourself"],
            },
        ),
        Created(
            "a comment on 'Bought: Pemberwick bicycle pump, 50.95 euros. I would ski...' has it",
            "feed.comment",
            {"post": "post-76", "author": "person-1"},
            {"text": mentions(Name("Pemberwick bicycle pump", others=["Pemberwick watering can"]))},
        ),
        Deleted("Bastian is followed no more", "feed.follow", "follow-79"),
    )

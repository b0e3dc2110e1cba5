from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the Pemberwick hand trowel was found", "feed.post post-27"),
        Shown("the test of a hand trowel was read", ("feed.post post-27", "messenger.message msg-350")),
        Created(
            "a comment praises 'Bought: Pemberwick hand trowel, 46.00 euros. Mind the noi...'",
            "feed.comment",
            {"post": "post-27", "author": "person-1"},
            {"text": has_words("Well done")},
        ),
        Answered("the answer has it", Name("Pemberwick hand trowel", others=["Pemberwick footrest"])),
    )

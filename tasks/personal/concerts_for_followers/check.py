from checkers import GuestView, Score
from checkers.personal import Changed, Deleted, Shown, personal_score

STELLANS = "comment-62"
CONCERTS = {
    "post-48": "Three Blind Organs",
    "post-56": "Seven Umbrellas",
    "post-61": "The Tin Whistle Four",
    "post-75": "Paper Lanterns",
}


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("what Stellan wrote was read", f"feed.comment {STELLANS}"),
        *(
            Changed(f"the post about {who} is for followers", "feed.post", post, {"audience": "followers"})
            for post, who in CONCERTS.items()
        ),
        Deleted("what Stellan wrote is gone", "feed.comment", STELLANS),
    )

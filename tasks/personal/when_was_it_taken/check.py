from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Date

CORIN = "person-1"
BEANS, CHOIR, GLASS_HOUSE, CONCERT = "post-77", "post-78", "post-79", "post-88"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the second question after the concert was seen", "feed.comment comment-113"),
        dated("the beans of 25 March have their date", BEANS, Date(2026, 3, 25)),
        dated("the choir of 27 March has its date", CHOIR, Date(2026, 3, 27)),
        dated("Glass House has its date, 29 March", GLASS_HOUSE, Date(2026, 3, 29)),
        dated(
            "the concert of 3 May has its date, with both names", CONCERT, Date(2026, 5, 3), "Silas", "Renske"
        ),
    )


def dated(claim: str, post: str, day: Date, *names: str) -> Created:
    """The claim that Corin has commented once on a post, with its date and these names."""

    def has_date(text: object) -> bool:
        return mentions(day)(text) and has_words(*names)(text)

    return Created(claim, "feed.comment", {"post": post, "author": CORIN}, {"text": has_date})

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: the colleague who sees to the room for the next visit of Winterson Brewery",
            "team.post post-664",
        ),
        Shown(
            "who comes from Winterson Brewery was looked up",
            ("calendar.event event-558", "mail.message mail-641", "mail.message mail-643"),
        ),
        Shown("the card of Wiebke Hazelden was found", "contacts.card card-76"),
        Changed(
            "Quentin is in the channel old-mint",
            "team.channel",
            "channel-10",
            {"members": ["person-1", "person-4", "person-14", "person-18", "person-3", "person-13"]},
        ),
        Created(
            "Quentin is asked in the channel lunch",
            "team.post",
            {"channel": "channel-3", "author": "person-1"},
            {"mentions": ["person-13"], "text": has_words("noon")},
        ),
        Deleted("the card of Wiebke Hazelden is gone", "contacts.card", "card-76"),
    )

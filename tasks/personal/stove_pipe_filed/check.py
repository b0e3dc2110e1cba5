from checkers import GuestView, Score
from checkers.personal import Changed, Shown, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the offer for the stove pipe was found", "mail.message mail-673"),
        Shown("the chimney sweep's next visit was found", "calendar.event event-549"),
        Shown("who has made the offer for the stove pipe was looked up", "mail.message mail-673"),
        Shown("the card of Dalia Marchbank was found", "contacts.card card-93"),
        Changed(
            "the mail 'Re: Could you look at this: the stove pipe' is in Bills",
            "mail.message",
            "mail-673",
            {"folder": "folder-6"},
        ),
        Changed(
            "'Marchbank Chimneys: stove pipe' has a reminder",
            "calendar.event",
            "event-549",
            {"reminder": 120},
        ),
        Changed(
            "the card of Dalia Marchbank is in the group",
            "contacts.card",
            "card-93",
            {"groups": ["Tradespeople", "Repairs"]},
        ),
    )

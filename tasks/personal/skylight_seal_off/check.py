from checkers import GuestView, Score
from checkers.personal import Changed, Deleted, Shown, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("who has made the offer for the skylight seal was looked up", "mail.message mail-610"),
        Shown("the mail with the offer for the skylight seal was found", "mail.message mail-610"),
        Shown("the roofer's next visit was found", "calendar.event event-545"),
        Changed(
            "the card of Ida Wrenfield is in the group",
            "contacts.card",
            "card-89",
            {"groups": ["Tradespeople", "Recommended"]},
        ),
        Changed(
            "the mail 'Re: Repair: the skylight seal' is in the trash",
            "mail.message",
            "mail-610",
            {"folder": "folder-5"},
        ),
        Deleted("'Wrenfield Roofing: skylight seal' is off", "calendar.event", "event-545"),
    )

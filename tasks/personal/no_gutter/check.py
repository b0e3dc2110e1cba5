from checkers import GuestView, Score
from checkers.personal import Changed, Deleted, Shown, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the offer for the gutter was found", "mail.message mail-647"),
        Shown("the roofer's next visit was found", "calendar.event event-535"),
        Changed(
            "the mail 'Re: Could you look at this: the gutter' is in the trash",
            "mail.message",
            "mail-647",
            {"folder": "folder-5"},
        ),
        Deleted("'Penhallow Roofing: gutter' is off", "calendar.event", "event-535"),
    )

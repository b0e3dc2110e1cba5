from checkers import GuestView, Score
from checkers.personal import Changed, Deleted, Shown, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next train to Farrowgate was found", "mail.message mail-605"),
        Shown("my train to Farrowgate was found", "calendar.event event-545"),
        Changed(
            "the mail 'Tickets B9426: Eastvale to Farrowgate' has a star",
            "mail.message",
            "mail-605",
            {"is_starred": True},
        ),
        Deleted("'T331 Eastvale to Farrowgate' is off", "calendar.event", "event-545"),
    )

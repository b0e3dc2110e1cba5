from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up when the roofer's next visit is",
            ("calendar.event event-535", "mail.message mail-647"),
        ),
        Shown("who has made the offer for the gutter was looked up", "mail.message mail-647"),
        Shown("the roofer's next visit was found", "calendar.event event-535"),
        Created(
            "'Keep free' is in the calendar Wiebke",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Keep free")},
            {"starts": has_words("2026-05-14T09:00"), "ends": has_words("2026-05-14", "23:00")},
        ),
        Changed(
            "the card of Saskia Penhallow is in the group",
            "contacts.card",
            "card-94",
            {"groups": ["Tradespeople", "Summer party"]},
        ),
        Changed(
            "'Penhallow Roofing: gutter' has a reminder", "calendar.event", "event-535", {"reminder": 30}
        ),
    )

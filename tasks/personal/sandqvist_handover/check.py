from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "who comes from Sandqvist Foundation was looked up",
            ("calendar.event event-542", "mail.message mail-608", "mail.message mail-609"),
        ),
        Shown(
            "it was looked up: the colleague who sees to the room for the next visit of Sandqvist Foundation",
            "team.post post-581",
        ),
        Shown("the next visit of Sandqvist Foundation was found", "calendar.event event-542"),
        Created(
            "Elin is invited to 'Quick handover'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Quick handover")},
            {
                "starts": has_words("2026-05-15", "10:15"),
                "ends": has_words("2026-05-15", "10:45"),
                "guests": ["elin.fairlie@sandqvist-foundation.test"],
            },
        ),
        Changed(
            "the card of Elin Fairlie is in the group",
            "contacts.card",
            "card-78",
            {"groups": ["Clients", "Site contacts"]},
        ),
        Created(
            "Silas is asked in the channel it-help",
            "team.post",
            {"channel": "channel-4", "author": "person-1"},
            {"mentions": ["person-19"], "text": has_words("password", "plotter")},
        ),
        Deleted("'Visit of Sandqvist Foundation' is off", "calendar.event", "event-542"),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "who comes from Winterson Brewery was looked up",
            ("calendar.event event-558", "mail.message mail-641", "mail.message mail-643"),
        ),
        Shown(
            "what Winterson Brewery wants to be shown was looked up",
            (
                "calendar.event event-558",
                "mail.message mail-641",
                "mail.message mail-643",
                "team.post post-663",
                "team.post post-663",
            ),
        ),
        Shown("the next visit of Winterson Brewery was found", "calendar.event event-558"),
        Created(
            "Wiebke is invited to 'Lessons learned'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Lessons learned")},
            {
                "starts": has_words("2026-05-15", "15:30"),
                "ends": has_words("2026-05-15", "16:15"),
                "guests": ["w.hazelden@winterson-brewery.test"],
            },
        ),
        Changed(
            "the card of Wiebke Hazelden is in the group",
            "contacts.card",
            "card-76",
            {"groups": ["Clients", "Site contacts"]},
        ),
        Created(
            "the channel general has it",
            "team.post",
            {"channel": "channel-1", "author": "person-1"},
            {"text": mentions(Name("the tender", others=["the cellar"]))},
        ),
        Deleted("'Visit of Winterson Brewery' is off", "calendar.event", "event-558"),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever asked last in the team where the room plan is", "team.post post-443"
        ),
        Shown(
            "the number of my next train to Corvin was looked up",
            ("mail.message mail-588", "mail.message mail-587", "calendar.event event-543"),
        ),
        Shown("the mail with the tickets for my next train to Corvin was found", "mail.message mail-588"),
        Created(
            "Ansel knows it by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["a.tarrant@ferrow-college.test"]},
            {"body": mentions(Name("T91", others=["T164"]))},
        ),
        Changed(
            "Ansel is in the channel homework-club",
            "team.channel",
            "channel-9",
            {
                "members": [
                    "person-1",
                    "person-4",
                    "person-12",
                    "person-14",
                    "person-18",
                    "person-3",
                    "person-21",
                ]
            },
        ),
        Created(
            "Viggo has got the mail 'Tickets B4270: Brackwater to Corvin'",
            "mail.message",
            {"folder": "folder-2", "to": ["v.finch@lettera.test"]},
            {
                "body": has_words(
                    "As promised", "Tuesday 19 May: T91 Brackwater 10:12 to Corvin 12:41, coach 8, seat 65"
                )
            },
        ),
    )

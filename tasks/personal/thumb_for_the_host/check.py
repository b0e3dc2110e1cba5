from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the tasting",
            ("calendar.event event-551", "mail.message mail-632"),
        ),
        Shown(
            "it was looked up when Sunniva's tasting is",
            ("calendar.event event-551", "mail.message mail-632"),
        ),
        Created(
            "the newest message of Sunniva has a thumb",
            "messenger.reaction",
            {"message": "msg-995", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Changed(
            "the card of Sunniva Blakemoor is in the group",
            "contacts.card",
            "card-61",
            {"groups": ["Friends", "Summer party"]},
        ),
        Answered("the answer has the time of day", TimeOfDay(17, 0)),
    )

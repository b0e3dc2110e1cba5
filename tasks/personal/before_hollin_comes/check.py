from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Shown, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the next visit of Hollin Housing Trust was found", "calendar.event event-527"),
        Shown(
            "it was looked up when the next visit of Hollin Housing Trust is",
            (
                "calendar.event event-527",
                "mail.message mail-601",
                "mail.message mail-602",
                "team.post post-608",
            ),
        ),
        Changed(
            "'Visit of Hollin Housing Trust' has a reminder", "calendar.event", "event-527", {"reminder": 120}
        ),
        Answered("the answer has the time of day", TimeOfDay(11, 0)),
    )

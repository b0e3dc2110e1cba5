from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Shown, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Quentin's invitation to the soup night was found", "mail.message mail-623"),
        Shown("Quentin's soup night was found", "calendar.event event-517"),
        Shown(
            "it was looked up when Quentin's soup night is",
            ("calendar.event event-517", "mail.message mail-623", "messenger.message msg-1043"),
        ),
        Changed(
            "the mail 'Please come: soup night on Sunday 17 May' has a star",
            "mail.message",
            "mail-623",
            {"is_starred": True},
        ),
        Changed('"Quentin\'s soup night" has a reminder', "calendar.event", "event-517", {"reminder": 2880}),
        Answered("the answer has the time of day", TimeOfDay(15, 0)),
    )

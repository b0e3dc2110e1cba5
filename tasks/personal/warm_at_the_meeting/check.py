from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Answered, Created, Shown, has_words, mentions, personal_score
from checkers.values import Number, TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the next weekly meeting was found", "calendar.event event-517"),
        Found("the highest temperature on the day of the next weekly meeting was found", Number(19)),
        Shown("it was looked up when the next weekly meeting is", "calendar.event event-517"),
        Created(
            "the newest message of Ingmar is answered",
            "messenger.message",
            {"conversation": "chat-2", "sender": "person-1"},
            {"text": mentions(Number(19)), "reply_to": "msg-1059"},
        ),
        Created(
            "'Not at home' is in the calendar Liam",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Not at home")},
            {"starts": has_words("2026-05-18T09:30"), "ends": has_words("2026-05-18", "23:00")},
        ),
        Answered("the answer has the time of day", TimeOfDay(9, 30)),
    )

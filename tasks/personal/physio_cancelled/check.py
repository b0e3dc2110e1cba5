from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, personal_score

SENT, NORA = "folder-2", "chat-1"
SURGERY = "fenna.barrowby@barrowby-surgery.test"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the surgery's mail was read", "mail.message", "mail-608"),
        Created(
            "the surgery has the cancellation with the number",
            "mail.message",
            {"folder": SENT, "to": [SURGERY]},
            {"body": has_words("6222")},
        ),
        Deleted("the appointment is out of the calendar", "calendar.event", "event-513"),
        Created(
            "Nora knows that Helmi is home on Thursday",
            "messenger.message",
            {"conversation": NORA},
            {"text": has_words("Thursday")},
        ),
    )

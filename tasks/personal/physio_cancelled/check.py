from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Date

SENT, NORA = "folder-2", "chat-1"
SURGERY = "fenna.barrowby@barrowby-surgery.test"
AS_FIRST_AGREED = "14 May 2026"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the surgery's mail was read", "mail.message mail-596"),
        Created(
            "the surgery has the cancellation with the number",
            "mail.message",
            {"folder": SENT, "to": [SURGERY]},
            {"body": cancels},
        ),
        Deleted("the appointment is out of the calendar", "calendar.event", "event-522"),
        Created(
            "Nora knows that Helmi is home on Monday",
            "messenger.message",
            {"conversation": NORA},
            {"text": says_monday},
        ),
    )


def cancels(body: object) -> bool:
    """Whether a mail has the appointment's number, and no day alone that it is not on."""
    names_thursday = has_words("Thursday")(body) or mentions(Date(2026, 5, 14))(body)
    return has_words("4142")(body) and (says_monday(body) or not names_thursday)


def says_monday(text: object) -> bool:
    """Whether a text has the day of the appointment."""
    return has_words("Monday")(text) or mentions(Date(2026, 5, 18), given=AS_FIRST_AGREED)(text)

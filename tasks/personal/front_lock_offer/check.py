from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the offer for the front lock was found", "mail.message mail-604"),
        Shown("who has made the offer for the front lock was looked up", "mail.message mail-604"),
        Shown("the locksmith's next visit was found", "calendar.event event-534"),
        Changed(
            "the mail 'Re: Repair: the front lock' is unread", "mail.message", "mail-604", {"is_read": False}
        ),
        Created(
            "there is a group with Arlo",
            "messenger.conversation",
            {"name": has_words("Back yard")},
            {"members": ["person-1", "person-60"]},
        ),
        Deleted("'Quayle Locks: front lock' is off", "calendar.event", "event-534"),
    )

from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date, TimeOfDay

BEA, NORA = "chat-6", "chat-1"
TRAIN_THERE = "event-536"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the chat with who fed the fish was read",
            ("messenger.message msg-1029", "messenger.message msg-1030"),
        ),
        Created(
            "Bea is asked, with both dates",
            "messenger.message",
            {"conversation": BEA},
            {"text": asks_for_the_fish},
        ),
        Created(
            "Nora knows that Bea was asked",
            "messenger.message",
            {"conversation": NORA},
            {"text": has_words("Bea")},
        ),
        Changed(
            "the reminder comes a day before the train leaves",
            "calendar.event",
            TRAIN_THERE,
            {"reminder": 24 * 60},
        ),
        Answered(
            "the answer has the time of the return",
            TimeOfDay(19, 21),
            "10:08, 14:13, 15:52; 24 hours; 1440 minutes; 5 June, 6 June, 4 June",
        ),
    )


def asks_for_the_fish(text: object) -> bool:
    """Whether a message is about the fish and has the days of leaving and of coming back."""
    leaves = mentions(Date(2026, 6, 5), given="6 June 2026")
    returns = mentions(Date(2026, 6, 6), given="5 June 2026")
    return has_words("fish")(text) and leaves(text) and returns(text)

from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Answered, Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "where Esben Marchbank wanted to meet was read",
            ("messenger.message msg-833", "calendar.event event-431"),
        ),
        Found(
            "the address of the place that Esben proposed for our last coffee together was found",
            Name("Orchard Row 80", others=["Orchard Row 86"]),
        ),
        Created(
            "Ansel knows it by the messenger",
            "messenger.message",
            {"conversation": "chat-1", "sender": "person-1"},
            {"text": mentions(Name("Orchard Row 80", others=["Orchard Row 86"]))},
        ),
        Answered("the answer has it", Name("Orchard Row 80", others=["Orchard Row 86"])),
    )

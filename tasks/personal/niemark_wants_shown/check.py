from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "what Niemark Farm wants to be shown was looked up",
            (
                "calendar.event event-558",
                "mail.message mail-660",
                "mail.message mail-664",
                "team.post post-595",
                "team.post post-595",
            ),
        ),
        Shown("the next visit of Niemark Farm was found", "calendar.event event-558"),
        Shown(
            "it was looked up: the colleague who sees to the room for the next visit of Niemark Farm",
            "team.post post-596",
        ),
        Created(
            "Runa knows it by the messenger",
            "messenger.message",
            {"conversation": "chat-1", "sender": "person-1"},
            {"text": mentions(Name("the referral letter", others=["the large-animal yard"]))},
        ),
        Changed("'Visit of Niemark Farm' has a reminder", "calendar.event", "event-558", {"reminder": 120}),
        Changed(
            "the card of Hedda Lachlan is in the group",
            "contacts.card",
            "card-23",
            {"groups": ["Work", "Site contacts"]},
        ),
        Created(
            "there is a group with Hedda",
            "messenger.conversation",
            {"name": has_words("Lunch orders")},
            {"members": ["person-1", "person-12"]},
        ),
    )

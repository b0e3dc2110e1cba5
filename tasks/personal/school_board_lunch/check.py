from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "who comes from Corvin School Board was looked up",
            ("calendar.event event-545", "mail.message mail-626", "mail.message mail-627"),
        ),
        Shown(
            "it was looked up: the colleague who sees to the room for the next visit of Corvin School Board",
            "team.post post-586",
        ),
        Changed(
            "the card of Joris Castelein is in the group",
            "contacts.card",
            "card-81",
            {"groups": ["Clients", "Visitors in June"]},
        ),
        Created(
            "there is a group with Joris",
            "messenger.conversation",
            {"name": has_words("Lunch orders")},
            {"members": ["person-1", "person-54"]},
        ),
        Created(
            "there is a channel with Ruben",
            "team.channel",
            {"name": "june-planning"},
            {"members": ["person-1", "person-11"], "is_private": True},
        ),
        Changed(
            "Ruben is in the channel granary-hall",
            "team.channel",
            "channel-9",
            {
                "members": [
                    "person-1",
                    "person-4",
                    "person-7",
                    "person-13",
                    "person-17",
                    "person-3",
                    "person-11",
                ]
            },
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: the colleague who sees to the room for the next visit of Corvin School Board",
            "team.post post-586",
        ),
        Shown("the next visit of Corvin School Board was found", "calendar.event event-545"),
        Shown(
            "it was looked up: whoever asked last in the team where the colour chart is", "team.post post-438"
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
        Created(
            "there is a channel with Ruben",
            "team.channel",
            {"name": "sounding-board"},
            {"members": ["person-1", "person-11"], "is_private": True},
        ),
        Changed(
            "'Visit of Corvin School Board' has a reminder", "calendar.event", "event-545", {"reminder": 60}
        ),
        Created(
            "Ruben is asked in the channel lunch",
            "team.post",
            {"channel": "channel-3", "author": "person-1"},
            {"mentions": ["person-11"], "text": has_words("noon")},
        ),
        Changed(
            "the card of Ruben Underhill is in the group",
            "contacts.card",
            "card-21",
            {"groups": ["Work", "Summer party"]},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever moved the meeting on drainage plan with the north wing",
            "team.post post-526",
        ),
        Shown("the organisation of Olive Kestrel was read", "contacts.card card-5"),
        Created(
            "the channel general has it",
            "team.post",
            {"channel": "channel-1", "author": "person-1"},
            {"text": mentions(Name("Studio Brandsen", others=["Copperwhite Brewery"]))},
        ),
        Changed(
            "the card of Olive Kestrel is in the group",
            "contacts.card",
            "card-5",
            {"groups": ["Work", "Site contacts"]},
        ),
        Created(
            "there is a channel with Olive",
            "team.channel",
            {"name": "open-points"},
            {"members": ["person-1", "person-3"], "is_private": True},
        ),
        Answered("the answer has it", Name("Studio Brandsen", others=["Copperwhite Brewery"])),
    )

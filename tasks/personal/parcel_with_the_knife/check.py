from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("who took in the Pemberwick bread knife was looked up", "messenger.message msg-1058"),
        Shown(
            "the number of the last parcel from the corner shop was looked up",
            ("mail.message mail-630", "calendar.event event-549", "messenger.message msg-1058"),
        ),
        Shown("the mail that confirms my last order at the corner shop was found", "mail.message mail-623"),
        Created(
            "Nils knows it by the messenger",
            "messenger.message",
            {"conversation": "chat-26", "sender": "person-1"},
            {"text": mentions(Name("P828210", others=["P732354"]))},
        ),
        Changed(
            "the mail 'Your order 8847' is in the trash", "mail.message", "mail-623", {"folder": "folder-5"}
        ),
    )

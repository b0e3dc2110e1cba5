from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("what Kerstin wrote after the dinner at Juniper Table was read", "messenger.message msg-948"),
        Shown("the picture from Juniper Table was found", "feed.post post-70"),
        Created(
            "the new page 'To remember' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("To remember")},
            {"body": mentions(Money(58.0, "EUR"))},
        ),
        Created(
            "the new file 'To remember' has it",
            "vault.file",
            {"owner": "person-1", "path": "To remember.md"},
            {"text": mentions(Money(58.0, "EUR"))},
        ),
        Changed(
            "'Stuffed cabbage at Juniper Table with Kerstin. We stayed ...' is for the followers",
            "feed.post",
            "post-70",
            {"audience": "followers"},
        ),
    )

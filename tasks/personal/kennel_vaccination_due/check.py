from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the file "Kennel vaccination" was found', "vault.file file-42"),
        Shown("the due day of Kennel vaccination was read", "notes.property property-214"),
        Changed(
            "the file Projects/Kennel vaccination.md is in Drawer",
            "vault.file",
            "file-42",
            {"path": has_words("Drawer", "Kennel vaccination.md")},
        ),
        Created(
            "the channel kennel-vaccination has it",
            "team.post",
            {"channel": "channel-10", "author": "person-1"},
            {"text": mentions(Date(2026, 6, 1))},
        ),
    )

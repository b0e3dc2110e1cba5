from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the due day of Market arcade was read", "notes.property property-89"),
        Shown('the file "Market arcade" was found', "vault.file file-16"),
        Created(
            "the new file 'Loose ends' has it",
            "vault.file",
            {"owner": "person-1", "path": "Loose ends.md"},
            {"text": mentions(Date(2025, 11, 14))},
        ),
        Changed(
            "the file Projects/Market arcade.md is in Drawer",
            "vault.file",
            "file-16",
            {"path": has_words("Drawer", "Market arcade.md")},
        ),
        Answered("the answer has it", Date(2025, 11, 14)),
    )

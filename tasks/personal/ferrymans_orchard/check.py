from checkers import GuestView, Score
from checkers.personal import Answered, Deleted, Shown, personal_score
from checkers.values import Number


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the file "A Ferryman\'s Orchard" was found', "vault.file file-20"),
        Shown(
            'the noted page in "A Ferryman\'s Orchard" was read',
            "vault.file file-20",
        ),
        Deleted("the file Books/A Ferryman's Orchard.md is gone", "vault.file", "file-20"),
        Answered("the answer has it", Number(501)),
    )

from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, mentions, personal_score
from checkers.values import Number


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the file "Lentil Pancakes" was found', "vault.file file-36"),
        Shown(
            'the cooking time in my recipe for lentil pancakes: "Lentil Pancakes" was read',
            ("vault.file file-36", "messenger.message msg-735"),
        ),
        Created(
            "a new file links to Recipes/Lentil Pancakes.md",
            "vault.file",
            {"owner": "person-1", "path": "This week.md"},
            {"text": lambda text: "[[" in text and has_words("Lentil Pancakes")(text)},
        ),
        Created(
            "the new page 'To do this week' has it",
            "notes.page",
            {"notebook": "notebook-1", "title": has_words("To do this week")},
            {"body": mentions(Number(45))},
        ),
        Answered("the answer has it", Number(45)),
    )

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the file "Market arcade" was found', "vault.file file-14"),
        Shown("the open points of Market arcade were found", "notes.page page-49"),
        Created(
            "a new file links to Projects/Market arcade.md",
            "vault.file",
            {"owner": "person-1", "path": "Start here.md"},
            {"text": lambda text: "[[" in text and has_words("Market arcade")(text)},
        ),
        Created(
            "there is an empty page under 'Market arcade: open points'",
            "notes.page",
            {"above": "page-49", "title": has_words("Decisions")},
            {"body": ""},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the due day of Granary hall was read", "notes.property property-143"),
        Shown("the open points of Granary hall were found", "notes.page page-94"),
        Shown('the file "Granary hall" was found', "vault.file file-29"),
        Created(
            "the channel it-help has it",
            "team.post",
            {"channel": "channel-4", "author": "person-1"},
            {"text": mentions(Date(2026, 1, 29))},
        ),
        Created(
            "the new page 'Open questions' has it",
            "notes.page",
            {"notebook": "notebook-2", "title": has_words("Open questions")},
            {"body": mentions(Date(2026, 1, 29))},
        ),
        Changed(
            "the page 'Granary hall: open points' has another title",
            "notes.page",
            "page-94",
            {"title": has_words("To look through")},
        ),
        Created(
            "a new file links to Projects/Granary hall.md",
            "vault.file",
            {"owner": "person-1", "path": "This week.md"},
            {"text": lambda text: "[[" in text and has_words("Granary hall")(text)},
        ),
    )

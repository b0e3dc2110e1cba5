from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "what our Vegetable box costs a month now was looked up",
            (
                "mail.message mail-297",
                "messenger.message msg-503",
                "messenger.message msg-504",
                "notes.page page-84",
            ),
        ),
        Shown("the last mail about the price of our Vegetable box was found", "mail.message mail-297"),
        Created(
            "the new page 'To remember' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("To remember")},
            {"body": mentions(Money(25.9, "EUR"))},
        ),
        Created(
            "Ansel knows it by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["ansel.radcliff@inkwell.test"]},
            {"body": mentions(Money(25.9, "EUR"))},
        ),
        Changed(
            "the mail 'Vegetable box: new price 2025' is in the trash",
            "mail.message",
            "mail-297",
            {"folder": "folder-5"},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            'what "Pear Dumplings" says was read',
            (
                "vault.file file-32",
                "messenger.message msg-645",
                "messenger.message msg-646",
                "messenger.message msg-647",
            ),
        ),
        Shown('the file "Pear Dumplings" was found', "vault.file file-32"),
        Created(
            "Wanda is invited to 'Lunch at the market hall'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Lunch at the market hall")},
            {
                "starts": has_words("2026-05-15", "12:15"),
                "ends": has_words("2026-05-15", "13:15"),
                "guests": ["w.hemsworth@inkwell.test"],
            },
        ),
        Changed(
            "the card of Wanda Hemsworth is in the group",
            "contacts.card",
            "card-40",
            {"groups": ["Family", "Picnic list"]},
        ),
        Changed(
            "the file Recipes/Pear Dumplings.md is in Until 2027",
            "vault.file",
            "file-32",
            {"path": has_words("Until 2027", "Pear Dumplings.md")},
        ),
    )

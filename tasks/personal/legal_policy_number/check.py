from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the policy number of our legal insurance was looked up",
            ("mail.message mail-104", "vault.file file-9", "messenger.message msg-169"),
        ),
        Shown('the file "Legal insurance 2025" was found', "vault.file file-9"),
        Shown("the mail about our legal insurance was found", "mail.message mail-104"),
        Created(
            "the new page 'To remember' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("To remember")},
            {"body": mentions(Name("LE-632993", others=["HO-952909"]))},
        ),
        Changed(
            "the file Papers/Legal insurance 2025.md has the tag",
            "vault.file",
            "file-9",
            {
                "text": lambda text: (
                    has_words(
                        "# Legal insurance",
                        "Policy LE-632993, 161 euros a year, until 11 July 2026.",
                        "Pays up to 5000 euros.",
                        "See [[Papers overview]].",
                        "#papers",
                    )(text)
                    and has_words("#june")(text)
                )
            },
        ),
        Created(
            "Delia has got the mail 'Your legal insurance, policy LE-632993'",
            "mail.message",
            {"folder": "folder-2", "to": ["delia.maddern@inkwell.test"]},
            {
                "body": has_words(
                    "As promised", "Please find the certificate of your legal insurance. Policy:"
                )
            },
        ),
        Answered("the answer has it", Name("LE-632993", others=["HO-952909"])),
    )

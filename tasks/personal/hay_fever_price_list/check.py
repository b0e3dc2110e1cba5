from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the file "Hay fever study" was found', "vault.file file-5"),
        Shown("the budget of Hay fever study for price list was read", "notes.page page-10"),
        Changed(
            "the file Projects/Hay fever study.md has the tag",
            "vault.file",
            "file-5",
            {
                "text": lambda text: (
                    has_words(
                        "# Hay fever study",
                        "Client: [[Bram Underhill]], Aldmere Wildlife Rescue.",
                        "Lead: Corin Stokkel.",
                        "#project",
                        "## Log",
                        "- 6 June: rang Milo about the insurance claim, the lower yard stuck on the lower yard",
                        "- 13 June: met Fabian about the consent form, the evening surgery waiting for Aldmere Stables",
                        "- 20 June: met Arlo about the visit route, the evening surgery with Arlo",
                        "- 25 June: met Hedda because of the X-ray list, the evening surgery on my desk",
                        "## Ideas",
                        "Try: the visit route instead of the feed sample; ask Hedda.",
                    )(text)
                    and has_words("#again")(text)
                )
            },
        ),
        Created(
            "the new page 'Open questions' has it",
            "notes.page",
            {"notebook": "notebook-2", "title": has_words("Open questions")},
            {"body": mentions(Money(2160.0, "EUR"))},
        ),
        Created(
            "the channel hay-fever-study has it",
            "team.post",
            {"channel": "channel-6", "author": "person-1"},
            {"text": mentions(Money(2160.0, "EUR"))},
        ),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the budget for lambing log was read", "notes.page page-131"),
        Shown("the page with the team budget was found", "notes.page page-131"),
        Created(
            "Rosa knows it by the messenger",
            "messenger.message",
            {"conversation": "chat-3", "sender": "person-1"},
            {"text": mentions(Money(1525.0, "EUR"))},
        ),
        Changed(
            "the page 'Team budget 2026' has the line",
            "notes.page",
            "page-131",
            {
                "body": lambda text: (
                    has_words(
                        "| item | euros |",
                        "|---|---|",
                        "| price list | 925 |",
                        "| vaccine order | 800 |",
                        "| dosage table | 1300 |",
                        "| consent form | 150 |",
                        "| lambing log | 1525 |",
                        "Total: 4700 euros.",
                    )(text)
                    and has_words("Check with the office")(text)
                )
            },
        ),
    )

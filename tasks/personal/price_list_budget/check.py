from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page with the team budget was found", "notes.page page-133"),
        Shown("the budget for price list was read", "notes.page page-133"),
        Changed(
            "the page 'Team budget 2026' has the line",
            "notes.page",
            "page-133",
            {
                "body": lambda text: (
                    has_words(
                        "| item | euros |",
                        "|---|---|",
                        "| rota | 1925 |",
                        "| dental chart | 1875 |",
                        "| dosage table | 1350 |",
                        "| consent form | 950 |",
                        "| visit route | 150 |",
                        "| price list | 1875 |",
                        "Total: 8125 euros.",
                    )(text)
                    and has_words("Ask again in autumn")(text)
                )
            },
        ),
        Changed(
            "the property Total of 'Team budget 2026' has it",
            "notes.property",
            "property-214",
            {"value": mentions(Money(1875.0, "EUR"))},
        ),
        Answered("the answer has it", Money(1875.0, "EUR")),
    )

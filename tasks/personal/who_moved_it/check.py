from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever moved the meeting on cost estimate with the cellar",
            "team.post post-472",
        ),
        Created(
            "Romy is asked for a date",
            "mail.message",
            {
                "folder": "folder-2",
                "to": ["romy.sturrock@engelby-architects.test"],
                "subject": has_words("A date"),
            },
            {"body": has_words("time", "talk")},
        ),
        Changed("the newest post of Romy is pinned", "team.post", "post-589", {"is_pinned": True}),
    )

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("who has made the offer for the window frames was looked up", "mail.message mail-646"),
        Shown("the mail with the offer for the window frames was found", "mail.message mail-646"),
        Created(
            "there is a group with Zelda",
            "messenger.conversation",
            {"name": has_words("Staircase and cellar")},
            {"members": ["person-1", "person-61"]},
        ),
        Created(
            "Zelda is asked by mail",
            "mail.message",
            {
                "folder": "folder-2",
                "to": ["zelda.sturrock@sturrock-decorating.test"],
                "subject": has_words("A visit"),
            },
            {"body": has_words("day", "visit")},
        ),
        Changed(
            "the mail 'Re: Could you look at this: the window frames' is in the trash",
            "mail.message",
            "mail-646",
            {"folder": "folder-5"},
        ),
    )

from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the onion tart was read",
            ("feed.post post-65", "calendar.event event-420"),
        ),
        Found(
            "the address of the place where my picture of the onion tart in the feed is from was found",
            Name("Bell Street 17", others=["Bell Street 69"]),
        ),
        Shown("the picture from Juniper Table was found", "feed.post post-65"),
        Created(
            "the new page 'For later' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("For later")},
            {"body": mentions(Name("Bell Street 17", others=["Bell Street 69"]))},
        ),
        Created(
            "the new file 'This month' has it",
            "vault.file",
            {"owner": "person-1", "path": "This month.md"},
            {"text": mentions(Name("Bell Street 17", others=["Bell Street 69"]))},
        ),
        Changed(
            "'Onion tart at Juniper Table with Pelle. Nobody left until...' is for the followers",
            "feed.post",
            "post-65",
            {"audience": "followers"},
        ),
    )

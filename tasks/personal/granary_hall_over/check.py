from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("who leads Granary hall was read", ("notes.property property-141", "vault.file file-29")),
        Shown(
            "it was looked up: whoever moved the meeting on cost estimate and the staircase",
            "team.post post-473",
        ),
        Shown('the file "Granary hall" was found', "vault.file file-29"),
        Shown("the open points of Granary hall were found", "notes.page page-94"),
        Created(
            "Kaspar is invited to a coffee",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("coffee")},
            {
                "starts": has_words("2026-05-15", "10:00"),
                "ends": has_words("2026-05-15", "10:30"),
                "guests": ["kaspar.millstone@studio-grimsdal.test"],
            },
        ),
        Created(
            "there is a channel with Kaspar",
            "team.channel",
            {"name": "sounding-board"},
            {"members": ["person-1", "person-3"], "is_private": True},
        ),
        Deleted("the file Projects/Granary hall.md is gone", "vault.file", "file-29"),
        Deleted("the page 'Granary hall: open points' is gone", "notes.page", "page-94"),
    )

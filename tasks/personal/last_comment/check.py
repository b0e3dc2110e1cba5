from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "who commented last was looked up",
            ("feed.profile profile-2", "feed.notification notification-184", "feed.comment comment-91"),
        ),
        Shown("the picture from Mill Meadow was found", "feed.post post-82"),
        Created(
            "the newest message of Isak has a thumb",
            "messenger.reaction",
            {"message": "msg-1077", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Created(
            "Isak is invited to a coffee",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("coffee")},
            {
                "starts": has_words("2026-05-18", "10:00"),
                "ends": has_words("2026-05-18", "10:30"),
                "guests": ["isak.balthus@postbox.test"],
            },
        ),
        Changed(
            "'Mill Meadow in Eastvale: one could stay far too long, Isa...' has the topic",
            "feed.post",
            "post-82",
            {"topics": ["#eastvale", "#away", "#goodtoknow"]},
        ),
    )

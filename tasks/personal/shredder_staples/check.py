from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, personal_score

HELMI, FERGUS, IDA = "person-1", "person-92", "chat-5"
TEST = "post-77"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("what Helmi told Ida was read", "messenger.message msg-997"),
        Created(
            "the question is under the test",
            "feed.comment",
            {"post": TEST, "author": HELMI},
            {"text": has_words("staple")},
        ),
        Created("Helmi likes the test", "feed.like", {"post": TEST, "person": HELMI}, {}),
        Created("Helmi follows its author", "feed.follow", {"follower": HELMI, "followed": FERGUS}, {}),
        Created(
            "Ida knows who was asked",
            "messenger.message",
            {"conversation": IDA},
            {"text": has_words("fergus")},
        ),
    )

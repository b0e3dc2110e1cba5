from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Number


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('what "Buckwheat Soup" says was read', ("vault.file file-30", "messenger.message msg-583")),
        Shown('the file "Buckwheat Soup" was found', "vault.file file-30"),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {"text": mentions(Number(160)), "audience": "followers", "topics": ["#kitchennotes"]},
        ),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {"title": has_words("A small hint"), "text": mentions(Number(160))},
        ),
        Changed(
            "the file Recipes/Buckwheat Soup.md has the tag",
            "vault.file",
            "file-30",
            {
                "text": lambda text: (
                    has_words(
                        "# Buckwheat Soup",
                        "From [[Ida Linfoot]]",
                        "- 200 g chopped",
                        "- 600 g flour",
                        "- 5 eggs",
                        "- nutmeg",
                        "Bake 50 minutes at 160 degrees.",
                        "Juniper before serving.",
                        "#recipe/soup",
                    )(text)
                    and has_words("#again")(text)
                )
            },
        ),
    )

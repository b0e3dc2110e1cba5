from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            'what "Cabbage Bread" says was read',
            (
                "vault.file file-16",
                "messenger.message msg-248",
                "messenger.message msg-249",
                "messenger.message msg-250",
            ),
        ),
        Shown('the file "Cabbage Bread" was found', "vault.file file-16"),
        Created(
            "Dagmar is asked",
            "messenger.message",
            {"conversation": "chat-31", "sender": "person-1"},
            {"text": has_words("Sunday", "afternoon")},
        ),
        Changed(
            "the card of Dagmar Quist is in the group",
            "contacts.card",
            "card-44",
            {"groups": ["Family", "Summer party"]},
        ),
        Changed(
            "the file Recipes/Cabbage Bread.md has the tag",
            "vault.file",
            "file-16",
            {
                "text": lambda text: (
                    has_words(
                        "# Cabbage Bread",
                        "From [[Dagmar Quist]]",
                        "- 400 g of the main thing",
                        "- 200 g flour",
                        "- 4 eggs",
                        "- juniper",
                        "Bake 45 minutes at 210 degrees.",
                        "A bay leaf before serving.",
                        "#recipe/bread",
                    )(text)
                    and has_words("#lookup")(text)
                )
            },
        ),
    )

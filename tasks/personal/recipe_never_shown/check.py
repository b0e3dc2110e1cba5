from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Number

KLARA, RECIPE = "person-1", "file-33"
TEXT = """# Lentil Bread

From [[Rika Trevanion]]

- 250 g chopped
- 150 g flour
- 3 eggs
- a bay leaf

Cook 30 minutes at 160 degrees. Two cloves last.

#recipe/bread"""


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the recipe was read", f"vault.file {RECIPE}"),
        Created(
            "the post has minutes, heat and name",
            "feed.post",
            {"author": KLARA},
            {"text": tells_all, "topics": has_words("#kitchen"), "audience": "public"},
        ),
        Changed("the recipe ends with the remark", "vault.file", RECIPE, {"text": ends_with_the_remark}),
    )


def tells_all(text: object) -> bool:
    """Whether a post gives time and heat, and names the bread and whom it is from."""
    return mentions(Number(30), given="160")(text) and has_words("lentil bread", "160", "rika")(text)


def ends_with_the_remark(text: object) -> bool:
    """Whether the recipe is as it was, with the remark below it, or behind its last line."""
    kept, _, remark = str(text).partition(TEXT)
    return not kept and remark.strip().rstrip(".").casefold() == "shown in may"

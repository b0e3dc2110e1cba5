import re

from checkers import GuestView, Score
from checkers.personal import Changed, Shown, has_words, personal_score

HILDA = ("# Hilda Nettleship\n", "Potter's Rise 12, Eastvale", "Tea, no sugar.", "#people/friend")
SOUP = (
    "# Lentil Soup\n",
    "From [[Bea Haddock]]",
    "- 350 g of the main thing",
    "- 200 g flour",
    "- 1 eggs",
    "- juniper",
    "Cook 70 minutes at 220 degrees.",
    "#recipe/soup",
)
UNWANTED_LEAF = re.compile(r"(?<!never )(?<!no )(?<!never a )(?<!not a )(?<!without a )(?<!without )bay leaf")


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Hilda's message with the new address was read", "messenger.message msg-664"),
        Changed(
            "Hilda's file has the new address and what else was in it",
            "vault.file",
            "file-2",
            {"text": is_at_the_new_address},
        ),
        Shown("Bea's message with the recipe was read", "messenger.message msg-1045"),
        Changed(
            "the recipe has no bay leaf, and what else was in it",
            "vault.file",
            "file-51",
            {"text": is_without_bay_leaf},
        ),
        Shown("the plumber's second mail was read", "mail.message mail-304"),
        Changed(
            "the page on the cistern has the new price",
            "notes.page",
            "page-79",
            {"body": has_new_price},
        ),
        Changed("the page's cost is the new price", "notes.property", "property-124", {"value": "540"}),
    )


def is_at_the_new_address(text: object) -> bool:
    """Whether Hilda's file has the new address without the old one, and all else that was in it."""
    return all(part in str(text) for part in HILDA) and not has_words("173")(text)


def is_without_bay_leaf(text: object) -> bool:
    """Whether the recipe asks for no bay leaf, and has all else that was in it; it may warn of the leaf."""
    return all(part in str(text) for part in SOUP) and not UNWANTED_LEAF.search(str(text).casefold())


def has_new_price(body: object) -> bool:
    """Whether the page has the new price without the old one."""
    is_whole = has_words("Dahlberg Plumbing", "euros")(body) and not has_words("470")(body)
    return is_whole and re.search(r"\b540(\.00)?\b", str(body)) is not None

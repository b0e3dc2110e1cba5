import re

from checkers import GuestView, Score
from checkers.personal import Changed, Created, has_words, personal_score

PRIVATE = "notebook-3"
PRICES = {"GL-781072": 58, "LI-371342": 255, "BI-568060": 89}
"""The yearly prices of the policies that end this year, in the order in which they end."""
POLICY = re.compile(r"\b[A-Z]{2}-\d{6}\b")
TAG = re.compile(r"#renew(?![\w/-])", re.IGNORECASE)
GLASS = (
    "# Glass insurance Policy GL-781072, 58 euros a year, until 4 July 2026. Pays up to 2000 euros. "
    "See [[Papers overview]]. #papers"
)
LIABILITY = (
    "# Liability insurance Policy LI-371342, 255 euros a year, until 15 August 2026. "
    "Pays up to 17000 euros. See [[Papers overview]]. #papers"
)
BICYCLE = (
    "# Bicycle insurance Policy BI-568060, 89 euros a year, until 21 November 2026. "
    "Covers up to 5000 euros. See [[Papers overview]]. #papers"
)


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Created(
            "the page has the three that end this year in order, with their prices and the sum",
            "notes.page",
            {"notebook": PRIVATE, "title": has_words("Renewals")},
            {"body": lists_them, "above": ""},
        ),
        tagged("the file on the glass insurance has the tag", "file-6", GLASS),
        tagged("the file on the liability insurance has the tag", "file-14", LIABILITY),
        tagged("the file on the bicycle insurance has the tag", "file-27", BICYCLE),
    )


def tagged(claim: str, file: str, old: str) -> Changed:
    """The claim that a file has the tag once, and what else was in it."""

    def has_tag(text: object) -> bool:
        return len(TAG.findall(str(text))) == 1 and TAG.sub("", str(text)).split() == old.split()

    return Changed(claim, "vault.file", file, {"text": has_tag})


def lists_them(body: object) -> bool:
    """Whether a page has a line for each policy, in order and with its price, and the sum below them."""
    lines = str(body).splitlines()
    named = [(number, policy) for number, line in enumerate(lines) for policy in POLICY.findall(line)]
    if [policy for _, policy in named] != list(PRICES):
        return False
    has_prices = all(has_number(lines[number], PRICES[policy]) for number, policy in named)
    is_line_each = len({number for number, _ in named}) == len(PRICES)
    below = lines[named[-1][0] + 1 :]
    return has_prices and is_line_each and any(has_number(line, sum(PRICES.values())) for line in below)


def has_number(line: str, number: int) -> bool:
    return bool(re.search(rf"(?<![\d.,-]){number}(?![\d-]|[.,][1-9])", line))

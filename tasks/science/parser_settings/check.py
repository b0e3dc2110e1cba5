import re

from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.evidence import judged
from checkers.files import read_text
from checkers.negation import affirmed

MENDED = re.compile(
    r"# What our code reader gives to tree-sitter\.\n"
    r"cache:\n  enabled: true *\n  max_size_mb: 40 *\n"
    r"language:\n  default_max_depth: 7 *\n?"
)


@judged
def check(guest: GuestView) -> Score:
    settings = read_text(guest, "/home/user/reader/settings.yaml")
    found = numbers(affirmed(answer(guest)).replace(";", " "))
    return Score.all_of(
        claim(
            "the settings are mended and else unchanged",
            MENDED.fullmatch(settings) is not None,
            settings[:300],
        ),
        claim("the cache had 100 MB and keeps things for 300 s", found == [100, 300], found),
    )

from pathlib import Path

from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.files import file_is, tree_is
from checkers.mail import ACCOUNT, messages_are, rest

SHOP = "/home/user/Documents/Shop"
FILES = Path(__file__).parent / "files"
NAMES = ["prices25", "fair", "prices26", "prices26b", "tags"]


@judged
def check(guest: GuestView) -> Score:
    rest(guest)
    return Score.all_of(
        file_is(guest, f"{SHOP}/prices.csv", (FILES / "prices.csv").read_bytes()),
        file_is(guest, f"{SHOP}/stock.csv", (FILES / "stock.csv").read_bytes()),
        tree_is(guest, SHOP, ["prices.csv", "stock.csv"]),
        messages_are(guest, f"{ACCOUNT}/Inbox", [f"{name}@mail.example.test" for name in NAMES]),
    )

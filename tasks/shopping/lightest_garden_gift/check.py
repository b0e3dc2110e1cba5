from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

SHOP = "/home/user/.local/state/mcp/corner-shop/data.db"
TROWEL = 119


@judged
def check(guest: GuestView) -> Score:
    basket = rows(guest, SHOP, "SELECT product, quantity FROM basket")
    orders = rows(guest, SHOP, "SELECT number FROM orders")
    return Score.all_of(
        claim(
            "two Lindqvar hand trowels are in the basket, and nothing else", basket == [(TROWEL, 2)], basket
        ),
        claim("nothing is ordered", basket != [] and orders == [], orders),
    )

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

SHOP = "/var/lib/testbed-fixtures/corner-shop/data.db"
TROWEL = 119


@judged
def check(guest: GuestView) -> Score:
    basket = rows(guest, SHOP, "SELECT product, quantity FROM basket")
    return Score.all_of(
        claim("two Lindqvar hand trowels alone are in the basket", basket == [(TROWEL, 2)], basket),
        nothing_else(guest, may_change(SHOP, "table basket")),
    )

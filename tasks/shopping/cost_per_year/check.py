from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Money, value_claim

SHOP = "/var/lib/testbed-fixtures/corner-shop/data.db"
LINDQVAR_LAMP, PEMBERWICK_FOOTREST, LINDQVAR_GOGGLES = 131, 145, 152
BASKET = [(LINDQVAR_LAMP, 1), (PEMBERWICK_FOOTREST, 1), (LINDQVAR_GOGGLES, 2)]
DELIVERY = "0 euros"


@judged
def check(guest: GuestView) -> Score:
    basket = rows(guest, SHOP, "SELECT product, quantity FROM basket ORDER BY product")
    return Score.all_of(
        claim("the basket has what costs the least for each year", basket == BASKET, basket),
        value_claim(guest, "the answer is 251.35 euros", Money(251.35, "EUR"), given=DELIVERY),
        nothing_else(guest, may_change(SHOP, "table basket")),
    )

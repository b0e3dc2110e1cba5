from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Money, value_claim

SHOP = "/var/lib/testbed-fixtures/corner-shop/data.db"
LINDQVAR_GAUGE, PEMBERWICK_MAT, LINDQVAR_PACK = 125, 148, 158
PRIZES = [(LINDQVAR_GAUGE, 1), (PEMBERWICK_MAT, 1), (LINDQVAR_PACK, 1)]
DELIVERY = "4.90 euros; with it 45.30 euros"


@judged
def check(guest: GuestView) -> Score:
    basket = rows(guest, SHOP, "SELECT product, quantity FROM basket ORDER BY product")
    return Score.all_of(
        claim("the basket has the three products without a bad review", basket == PRIZES, basket),
        value_claim(guest, "the answer is 40.40 euros", Money(40.4, "EUR"), given=DELIVERY),
        nothing_else(guest, may_change(SHOP, "table basket")),
    )

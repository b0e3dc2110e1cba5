from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

SHOP = "/home/user/.local/state/mcp/corner-shop/data.db"
LINDQVAR_GAUGE, PEMBERWICK_MAT, LINDQVAR_PACK = 125, 148, 158


@judged
def check(guest: GuestView) -> Score:
    basket = rows(guest, SHOP, "SELECT product, quantity FROM basket ORDER BY product")
    orders = rows(guest, SHOP, "SELECT number FROM orders")
    prizes = [(LINDQVAR_GAUGE, 1), (PEMBERWICK_MAT, 1), (LINDQVAR_PACK, 1)]
    return Score.all_of(
        claim("the basket has the three products without a bad review", basket == prizes, basket),
        claim("nothing is ordered", basket != [] and orders == [], orders),
        number_claim(affirming(guest), "the answer is 40.40", 40.4),
    )

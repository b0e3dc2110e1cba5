from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

SHOP = "/home/user/.local/state/mcp/corner-shop/data.db"
LINDQVAR_LAMP, PEMBERWICK_FOOTREST, LINDQVAR_GOGGLES = 131, 145, 152
BASKET = [(LINDQVAR_LAMP, 1), (PEMBERWICK_FOOTREST, 1), (LINDQVAR_GOGGLES, 2)]


@judged
def check(guest: GuestView) -> Score:
    basket = rows(guest, SHOP, "SELECT product, quantity FROM basket ORDER BY product")
    orders = rows(guest, SHOP, "SELECT number FROM orders")
    return Score.all_of(
        claim("the basket has what costs the least for each year", basket == BASKET, basket),
        claim("nothing is ordered", basket != [] and orders == [], orders),
        number_claim(affirming(guest), "the answer is 251.35", 251.35),
    )

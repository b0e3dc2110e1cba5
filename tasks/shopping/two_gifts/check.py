import re

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Money, value_claim

SHOP = "/var/lib/testbed-fixtures/corner-shop/data.db"
STOCK_POT, WALL_CLOCK = 105, 166
GIFTS = [(STOCK_POT, 1), (WALL_CLOCK, 1)]
TOTAL = 41.85
ADDRESS = re.compile(r"\bbell street 21\W+hollin\b", re.I)


@judged
def check(guest: GuestView) -> Score:
    orders = rows(guest, SHOP, "SELECT recipient, address, voucher, total FROM orders")
    lines = rows(guest, SHOP, "SELECT product, quantity FROM order_lines ORDER BY product")
    return Score.all_of(
        claim("one order is placed", len(orders) == 1, orders),
        claim("it is the stock pot and the wall clock", lines == GIFTS, lines),
        claim("it goes to Nils Varga", [row[0] for row in orders] == ["Nils Varga"], orders),
        claim(
            "it goes to Bell Street 21, Hollin",
            orders != [] and all(ADDRESS.search(str(row[1])) for row in orders),
            orders,
        ),
        claim("no voucher reduces its total", [row[2:] for row in orders] == [("", TOTAL)], orders),
        value_claim(guest, f"the answer is the total, {TOTAL} euros", Money(TOTAL, "EUR")),
        nothing_else(guest, may_change(SHOP, "table orders", "table order_lines")),
    )

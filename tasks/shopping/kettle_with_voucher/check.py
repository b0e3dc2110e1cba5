import re

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

SHOP = "/var/lib/testbed-fixtures/corner-shop/data.db"
KETTLE = 103
ADDRESS = re.compile(r"\borchard row 8\W+corvin\b", re.I)


@judged
def check(guest: GuestView) -> Score:
    orders = rows(guest, SHOP, "SELECT recipient, address, voucher FROM orders")
    lines = rows(guest, SHOP, "SELECT product, quantity FROM order_lines")
    return Score.all_of(
        claim("one order is placed", len(orders) == 1, orders),
        claim("one Pemberwick kettle is ordered", lines == [(KETTLE, 1)], lines),
        claim("it goes to Emil Fraser", [row[0] for row in orders] == ["Emil Fraser"], orders),
        claim(
            "it goes to Orchard Row 8, Corvin",
            orders != [] and all(ADDRESS.search(str(row[1])) for row in orders),
            orders,
        ),
        claim("the voucher is THIMBLE5", [row[2] for row in orders] == ["THIMBLE5"], orders),
        nothing_else(guest, may_change(SHOP, "table orders", "table order_lines")),
    )

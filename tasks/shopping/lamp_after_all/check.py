import re

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Date, value_claim

SHOP = "/var/lib/testbed-fixtures/corner-shop/data.db"
OSTREL_LAMP = 132
ADDRESS = re.compile(r"\bcanal walk 4\W+corvin\b", re.I)


@judged
def check(guest: GuestView) -> Score:
    orders = rows(guest, SHOP, "SELECT recipient, address, voucher FROM orders")
    lines = rows(guest, SHOP, "SELECT product, quantity FROM order_lines")
    return Score.all_of(
        claim("one order is placed", len(orders) == 1, orders),
        claim("it is one Ostrel desk lamp", lines == [(OSTREL_LAMP, 1)], lines),
        claim("it goes to Sela Marin", [row[0] for row in orders] == ["Sela Marin"], orders),
        claim(
            "it goes to Canal Walk 4, Corvin",
            orders != [] and all(ADDRESS.search(str(row[1])) for row in orders),
            orders,
        ),
        claim("the voucher is FROST10", [row[2] for row in orders] == ["FROST10"], orders),
        value_claim(guest, "the answer is 15 September 2026", Date(2026, 9, 15)),
        nothing_else(guest, may_change(SHOP, "table orders", "table order_lines")),
    )

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.sqlite_tables import rows

SHOP = "/home/user/.local/state/mcp/corner-shop/data.db"
KETTLE = 103


@judged
def check(guest: GuestView) -> Score:
    orders = rows(guest, SHOP, "SELECT recipient, address, voucher FROM orders")
    lines = rows(guest, SHOP, "SELECT product, quantity FROM order_lines")
    return Score.all_of(
        claim("one order is placed", len(orders) == 1, orders),
        claim("one Pemberwick kettle is ordered", lines == [(KETTLE, 1)], lines),
        claim("it goes to Emil Fraser", [row[0] for row in orders] == ["Emil Fraser"], orders),
        claim(
            "it goes to Orchard Row 8",
            all("orchard row 8" in str(row[1]).lower() for row in orders) and orders != [],
            orders,
        ),
        claim("the voucher is THIMBLE5", [row[2] for row in orders] == ["THIMBLE5"], orders),
    )

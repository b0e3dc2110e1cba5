from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Pictures/receipts"
LOOK = "image_extractor_extract_image_from_file"
WRITE = "filesystem_write_file"
TITLES = "date,shop,total,paid"
FIRST = "2027-03-12,Bakery Linde,42.00,cash"
SECOND = "2027-03-15,Stationer Kuhn,17.50,card"
THIRD = "2027-03-19,Drinks Market,31.80,cash"
FOURTH = "2027-03-20,Hall Hire Co.,145.00,invoice"


def mcp() -> Solution:
    for name in ("first", "second", "third", "fourth"):
        seen = yield ToolCall(name=LOOK, arguments={"file_path": f"{FOLDER}/{name}.png"})
        assert seen.results[0].images
    yield from listed("66.60", FIRST, SECOND, THIRD, FOURTH)


def wrong_with_deposit(_guest: Guest) -> Solution:
    yield from listed("73.80", FIRST, SECOND, THIRD, FOURTH)


def wrong_card_too(_guest: Guest) -> Solution:
    yield from listed("84.10", FIRST, SECOND, THIRD, FOURTH)


def wrong_cash_receipts_alone(_guest: Guest) -> Solution:
    yield from listed("66.60", FIRST, THIRD)


def wrong_newest_first(_guest: Guest) -> Solution:
    yield from listed("66.60", FOURTH, THIRD, SECOND, FIRST)


def also_short_numbers(_guest: Guest) -> Solution:
    rows = (row.replace("0,c", ",c").replace(".00", "") for row in (FIRST, SECOND, THIRD, FOURTH))
    yield from listed("She gets 66.6 euros.", *rows)


def listed(answer: str, *rows: str) -> Solution:
    text = "".join(f"{row}\n" for row in (TITLES, *rows))
    yield ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/receipts.csv", "content": text})
    yield Terminate(status="success", answer=answer)

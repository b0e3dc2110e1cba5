from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents/gutter"
CONVERT = "markitdown_convert_to_markdown"
WRITE = "filesystem_write_file"
TOTALS = {"nordlund": "1764", "halm": "1785", "petri": "1800"}


def mcp() -> Solution:
    for name in ("nordlund.docx", "halm.xlsx", "petri.html"):
        yield ToolCall(name=CONVERT, arguments={"uri": f"file://{FOLDER}/{name}"})
    yield from compared(TOTALS, "halm")


def wrong_without_tax_and_scaffold(_guest: Guest) -> Solution:
    yield from compared({"nordlund": "1470", "petri": "1490", "halm": "1785"}, "petri")


def wrong_cheapest_in_may(_guest: Guest) -> Solution:
    yield from compared(TOTALS, "nordlund")


def wrong_dearest_first(_guest: Guest) -> Solution:
    yield from compared(dict(reversed(TOTALS.items())), "halm")


def also_cents(_guest: Guest) -> Solution:
    totals = {firm: f"{total}.00" for firm, total in TOTALS.items()}
    yield from compared(totals, "Halm is the cheapest.")


def compared(totals: dict[str, str], answer: str) -> Solution:
    text = "".join(["firm,total\n", *(f"{firm},{total}\n" for firm, total in totals.items())])
    yield ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/quotes.csv", "content": text})
    yield Terminate(status="success", answer=answer)

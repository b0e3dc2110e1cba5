import json
import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

PRIVATE, HOUSEHOLD = "notebook-3", "notebook-1"
GLASS, LIABILITY, BICYCLE = (
    "Papers/Glass insurance 2025.md",
    "Papers/Liability insurance 2025.md",
    "Papers/Bicycle insurance 2025.md",
)
ENDING = (GLASS, LIABILITY, BICYCLE)
DENTAL = "Papers/Dental insurance 2026.md"
LINES = ("GL-781072: 58 euros", "LI-371342: 255 euros", "BI-568060: 89 euros")
SUM = "Together: 402 euros"
MONTHS = ("January", "March", "July", "August", "November")
POLICY = re.compile(r"Policy (\S+), (\d+) euros a year, until (\d+) (\w+) (\d{4})")


def mcp() -> Solution:
    seen = yield ToolCall(name="vault_list_files", arguments={"folder": "Papers"})
    ending = []
    for path in [row["path"] for row in read(seen) if "insurance" in row["path"]]:
        seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
        match = POLICY.search(read(seen)["text"])
        assert match is not None
        policy, price, day, month, year = match.groups()
        if year == "2026":
            ending.append((MONTHS.index(month), int(day), policy, int(price), path))
    ending.sort()
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = next(row["id"] for row in read(seen) if row["name"] == "Private")
    lines = [f"{policy}: {price} euros" for _, _, policy, price, _ in ending]
    total = f"Together: {sum(item[3] for item in ending)} euros"
    yield from done(
        notebook=notebook, lines=tuple(lines), total=total, tagged=tuple(item[4] for item in ending)
    )


def also_as_a_table(_guest: Guest) -> Solution:
    table = (
        "| until | policy | euros |\n|---|---|---|\n| 4 July 2026 | GL-781072 | 58.00 |\n"
        "| 15 August 2026 | LI-371342 | 255.00 |\n| 21 November 2026 | BI-568060 | 89.00 |\n"
        "| | all three | 402.00 |"
    )
    page = {"notebook": PRIVATE, "title": "Renewals", "body": table}
    yield ToolCall(name="notes_create_page", arguments=page)
    for path in ENDING:
        new = {"path": path, "old": "#papers", "new": "#papers #renew"}
        yield ToolCall(name="vault_replace_text", arguments=new)
    yield Terminate(status="success")


def also_in_steps(_guest: Guest) -> Solution:
    """The page is filled line by line, and a tag set by mistake is taken off again."""
    seen = yield ToolCall(name="notes_create_page", arguments={"notebook": PRIVATE, "title": "Renewals"})
    for line in (*LINES, "", SUM):
        yield ToolCall(
            name="notes_append", arguments={"page": read(seen)["id"], "text": line or "Sum of all:"}
        )
    yield ToolCall(name="vault_append", arguments={"path": DENTAL, "text": "#renew"})
    yield ToolCall(name="vault_replace_text", arguments={"path": DENTAL, "old": "\n#renew", "new": ""})
    for path in reversed(ENDING):
        yield ToolCall(name="vault_append", arguments={"path": path, "text": "#renew"})
    yield Terminate(status="success")


def wrong_all_of_them(_guest: Guest) -> Solution:
    """With those that end next year."""
    lines = (*LINES, "DE-547307: 45 euros", "LE-190611: 290 euros")
    paths = (*ENDING, DENTAL, "Papers/Legal insurance 2026.md")
    yield from done(lines=lines, total="Together: 737 euros", tagged=paths)


def wrong_made_this_year(_guest: Guest) -> Solution:
    """Those whose file is named after this year."""
    lines = ("DE-547307: 45 euros", "LE-190611: 290 euros")
    yield from done(
        lines=lines, total="Together: 335 euros", tagged=(DENTAL, "Papers/Legal insurance 2026.md")
    )


def wrong_order(_guest: Guest) -> Solution:
    """As the vault lists them."""
    yield from done(lines=(LINES[2], LINES[0], LINES[1]))


def wrong_sum(_guest: Guest) -> Solution:
    yield from done(total="Together: 447 euros")


def wrong_sum_left_out(_guest: Guest) -> Solution:
    yield from done(total="")


def wrong_prices_left_out(_guest: Guest) -> Solution:
    yield from done(lines=tuple(line.partition(":")[0] for line in LINES))


def wrong_limit_as_price(_guest: Guest) -> Solution:
    yield from done(lines=("GL-781072: 2000 euros", *LINES[1:]))


def wrong_notebook(_guest: Guest) -> Solution:
    yield from done(notebook=HOUSEHOLD)


def wrong_one_file_without_tag(_guest: Guest) -> Solution:
    yield from done(tagged=(GLASS, LIABILITY))


def wrong_overview_tagged(_guest: Guest) -> Solution:
    yield from done(tagged=(*ENDING, "Papers/Papers overview.md"))


def wrong_other_tag(_guest: Guest) -> Solution:
    yield from done(tag="#renewed")


def wrong_file_made_anew(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_delete_file", arguments={"path": GLASS})
    text = "# Glass insurance\n\nPolicy GL-781072, 58 euros a year, until 4 July 2026. #renew"
    yield ToolCall(name="vault_create_file", arguments={"path": GLASS, "text": text})
    yield from done(tagged=(LIABILITY, BICYCLE))


def done(
    *,
    notebook: str = PRIVATE,
    lines: tuple[str, ...] = LINES,
    total: str = SUM,
    tagged: tuple[str, ...] = ENDING,
    tag: str = "#renew",
) -> Solution:
    page = {"notebook": notebook, "title": "Renewals", "body": "\n".join((*lines, total))}
    yield ToolCall(name="notes_create_page", arguments=page)
    for path in tagged:
        yield ToolCall(name="vault_append", arguments={"path": path, "text": tag})
    yield Terminate(status="success")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)

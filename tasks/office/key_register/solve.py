import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

TABLES = "sqlite_list_tables"
DESCRIBE = "sqlite_describe_table"
READ = "sqlite_read_query"
WRITE = "sqlite_write_query"
TODAY = "2027-03-14"
RETURNED = f"UPDATE loans SET until = '{TODAY}' WHERE person = 'Tom Rusk' AND until IS NULL"
TAKEN = f"INSERT INTO loans VALUES (7, 'Mira Holt', '{TODAY}', NULL)"
GONE = f"UPDATE loans SET until = '{TODAY}' WHERE person = 'Piet Vos' AND until IS NULL"
LOST = "UPDATE keys SET state = 'lost' WHERE number = 12"
FREE = """\
SELECT number FROM keys WHERE door = 'Workshop'
AND number NOT IN (SELECT "key" FROM loans WHERE until IS NULL)"""


def mcp() -> Solution:
    yield ToolCall(name=TABLES)
    yield ToolCall(name=DESCRIBE, arguments={"table_name": "keys"})
    yield ToolCall(name=DESCRIBE, arguments={"table_name": "loans"})
    seen = yield ToolCall(name=READ, arguments={"query": FREE})
    [free] = re.findall(r"\d+", seen.results[0].text)
    yield from changed(RETURNED, TAKEN, GONE, LOST, answer=free)


def wrong_key_changes_hands_in_one_row(_guest: Guest) -> Solution:
    moved = f"UPDATE loans SET person = 'Mira Holt', since = '{TODAY}' WHERE person = 'Tom Rusk'"
    yield from changed(moved, GONE, LOST)


def wrong_lost_key_with_piet(_guest: Guest) -> Solution:
    yield from changed(RETURNED, TAKEN, LOST)


def wrong_first_key_of_the_workshop(_guest: Guest) -> Solution:
    yield from changed(RETURNED, TAKEN, GONE, LOST, answer="15")


def also_in_another_order(_guest: Guest) -> Solution:
    yield from changed(LOST, GONE, RETURNED, TAKEN, answer="Key 16.")


def changed(*queries: str, answer: str = "16") -> Solution:
    for query in queries:
        yield ToolCall(name=WRITE, arguments={"query": query})
    yield Terminate(status="success", answer=answer)

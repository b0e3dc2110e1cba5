from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

TABLES = "sqlite_list_tables"
DESCRIBE = "sqlite_describe_table"
READ = "sqlite_read_query"
CREATE = "sqlite_create_table"
WRITE = "sqlite_write_query"
LENT = "(SELECT sum(packets) FROM loans WHERE seed = seeds.id)"


def mcp() -> Solution:
    yield ToolCall(name=TABLES)
    for table in ("seeds", "loans"):
        yield ToolCall(name=DESCRIBE, arguments={"table_name": table})
    share = f"SELECT name, packets - {LENT} FROM seeds ORDER BY 1.0 * {LENT} / packets DESC LIMIT 1"
    yield ToolCall(name=READ, arguments={"query": share})
    yield from made(f"SELECT name, packets - coalesce({LENT}, 0) FROM seeds")
    yield answer("Green Zebra; 0")


def wrong_only_lent_seeds(_guest: Guest) -> Solution:
    yield from made(f"SELECT name, packets - {LENT} FROM seeds WHERE {LENT} > 0")
    yield answer("Green Zebra; 0")


def wrong_most_packets_lent(_guest: Guest) -> Solution:
    yield from made(f"SELECT name, packets - coalesce({LENT}, 0) FROM seeds")
    yield answer("Painted Lady; 9")


def wrong_seeds_changed(_guest: Guest) -> Solution:
    yield from made(f"SELECT name, packets - coalesce({LENT}, 0) FROM seeds")
    yield ToolCall(
        name=WRITE, arguments={"query": f"UPDATE seeds SET packets = packets - coalesce({LENT}, 0)"}
    )
    yield answer("Green Zebra; 0")


def made(select: str) -> Solution:
    yield ToolCall(name=CREATE, arguments={"query": "CREATE TABLE remaining (name TEXT, packets INTEGER)"})
    yield ToolCall(name=WRITE, arguments={"query": f"INSERT INTO remaining {select}"})


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
QUERY = "motherduck_execute_query"
AGE = "2027 - year(born)"
STAYED = '"left" IS NULL'
DAY = "make_date(2027, month(born), day(born))"


def mcp() -> Solution:
    yield from listed(STAYED, "day")


def wrong_with_those_who_left(_guest: Guest) -> Solution:
    yield from listed("true", "day", answer="5")


def wrong_by_age(_guest: Guest) -> Solution:
    yield from listed(STAYED, "age")


def wrong_all_of_the_year(_guest: Guest) -> Solution:
    yield from listed(STAYED, "day", answer="6")


def listed(members: str, order: str, *, answer: str = "4") -> Solution:
    """Write those members whose age is round, in an order."""
    born = f"SELECT name, {DAY} AS day, {AGE} AS age, \"left\" FROM read_csv('{FOLDER}/members.csv')"
    chosen = f"{members} AND age % 10 = 0"
    select = f"SELECT name, day, age FROM ({born}) WHERE {chosen} ORDER BY {order}"
    yield ToolCall(name=QUERY, arguments={"sql": f"COPY ({select}) TO '{FOLDER}/birthdays.csv' (HEADER)"})
    yield Terminate(status="success", answer=answer)

import json
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Documents/stall"
DATABASES = "motherduck_list_databases"
QUERY = "motherduck_execute_query"
TABLES = "motherduck_list_tables"
COLUMNS = "motherduck_list_columns"
PROFIT = "round(sum(pieces * (price - cost)), 2)"
JOINED = "FROM sales JOIN costs USING (article)"


def mcp() -> Solution:
    yield ToolCall(name=DATABASES)
    yield from loaded()
    yield ToolCall(name=TABLES)
    yield ToolCall(name=COLUMNS, arguments={"table": "sales"})
    yield written(
        f"SELECT article, sum(pieces) AS pieces, {PROFIT} AS profit {JOINED} GROUP BY 1 ORDER BY 3 DESC"
    )
    best = f"SELECT article {JOINED} WHERE day = '2026-09-12' GROUP BY 1 ORDER BY {PROFIT} DESC LIMIT 1"
    seen = yield ToolCall(name=QUERY, arguments={"sql": best})
    yield answer(rows(seen)[0][0])


def wrong_takings_for_profit(_guest: Guest) -> Solution:
    yield from loaded()
    takings = "round(sum(pieces * price), 2) AS profit"
    yield written(f"SELECT article, sum(pieces) AS pieces, {takings} {JOINED} GROUP BY 1 ORDER BY 3 DESC")
    yield answer("Candle")


def wrong_in_alphabetical_order(_guest: Guest) -> Solution:
    yield from loaded()
    yield written(f"SELECT article, sum(pieces) AS pieces, {PROFIT} AS profit {JOINED} GROUP BY 1 ORDER BY 1")
    yield answer("Candle")


def wrong_best_of_all_days(_guest: Guest) -> Solution:
    yield from loaded()
    yield written(
        f"SELECT article, sum(pieces) AS pieces, {PROFIT} AS profit {JOINED} GROUP BY 1 ORDER BY 3 DESC"
    )
    yield answer("Honey")


def loaded() -> Solution:
    for name in ("sales", "costs"):
        sql = f"CREATE TABLE {name} AS SELECT * FROM read_csv('{FOLDER}/{name}.csv')"
        yield ToolCall(name=QUERY, arguments={"sql": sql})


def written(select: str) -> ToolCall:
    return ToolCall(name=QUERY, arguments={"sql": f"COPY ({select}) TO '{FOLDER}/profit.csv' (HEADER)"})


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def rows(seen: Observation) -> list[list[Any]]:
    return list(json.loads(seen.results[0].text)["rows"])

"""Rows of SQLite databases in which programs keep what they know.

A database in the home folder is opened in the guest by the user, who could change it anyhow: a damaged one can harm
nobody else. Others root opens: those of servers with a user of their own, into which no program of the user can write.
"""

from __future__ import annotations

import json

from checkers.base import GuestView
from checkers.evidence import Unusable, ask

HOME = "/home/user"
MAX_ROWS = 1000
_READER = ("/usr/bin/env", "-i", "/usr/bin/python3", "-I", "-S", "-c")
_SCRIPT = """
import json, sqlite3, sys, urllib.parse
path, query, most = sys.argv[1:]
database = sqlite3.connect(f"file:{urllib.parse.quote(path)}?mode=ro", uri=True, timeout=5)
database.execute("pragma trusted_schema = off")
print(json.dumps(database.execute(query).fetchmany(int(most)), default=repr))
"""


def rows(guest: GuestView, path: str, query: str) -> list[tuple[object, ...]]:
    """The rows that a query gives: texts, numbers and None. Raises Unusable, also for more than MAX_ROWS."""
    try:
        is_users = path.startswith(f"{HOME}/")
        output = ask(guest, [*_READER, _SCRIPT, path, query, str(MAX_ROWS + 1)], as_user=is_users)
    except Unusable as problem:
        raise Unusable(f"the database {path} can be read", problem.found) from problem
    try:
        found = json.loads(output.stdout)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"the rows of {path} are well-formed", error) from error
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        raise Unusable(f"the rows of {path} are well-formed", "they are no lists")
    if len(found) > MAX_ROWS:
        raise Unusable(f"{path} has at most {MAX_ROWS} rows of this kind", "it has more")
    return [tuple(row) for row in found]

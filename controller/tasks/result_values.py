"""What a solution takes from the JSON that a tool has returned."""

from __future__ import annotations

import json
import re
from typing import Any

from controller.core.observation import Observation


def result_value(seen: Observation, path: str = "", pattern: str = "") -> Any:
    """Return a value of the last action's result, which is JSON.

    Args:
        seen: The observation after the call.
        path: Keys and indices to the value, as "0/id"; "name=Helmi" is the first row with that name. "": all of it.
        pattern: A regular expression to search the text there for; its group 1 is returned.

    Raises:
        LookupError: The result has no such value, or the text no such part.
        ValueError: The result is no JSON.
    """
    result = seen.results[-1]
    value: Any = result.structured
    if value is None:
        value = json.loads(result.text)
    elif value.keys() == {"result"}:  # how a server wraps what is no object
        value = value["result"]
    for key in path.split("/") if path else ():
        value = _step(value, key)
    if not pattern:
        return value
    found = re.search(pattern, str(value))
    if found is None:
        raise LookupError(f"nothing like {pattern} in {str(value)[:200]!r}")
    return found[1]


def _step(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return value[key]
    name, sign, wanted = key.partition("=")
    if not sign:
        return value[int(key)]
    for row in value:
        if str(row.get(name)) == wanted:
            return row
    raise LookupError(f"no row has {key}")

"""What VLC's tools for its settings promise."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from controller.core.guest import ToolResult
from tests.guest.fuzz.promises import Arguments, Expected, State

REFUSED: Final = Expected(error=True, undoable=False)
SETTINGS: Final[tuple[tuple[str, str, str | None], ...]] = (
    ("snapshot-path", "/tmp/a b", "/tmp/a b"),
    ("snapshot-path", "a\nb", None),
    ("snapshot-path", "x" * 100_000, None),
    ("network-caching", "1500", "1500"),
    ("network-caching", "1_500", None),
    ("network-caching", "9" * 5000, None),
    ("gain", "0.123456789", "0.123456789"),
    ("gain", "nan", None),
    ("loop", "true", "1"),
    ("loop", "off", "0"),
    ("loop", "2", None),
    ("random", "yes", "1"),
    ("rate", "1.5", "1.5"),
    ("rate", "99", None),
    ("volume", "40", "40"),
    ("volume", "201", None),
    ("volume", "-1", None),
    ("volume", "٣", None),
    ("help", "1", None),
    ("reset-config", "1", None),
    ("extraintf", "", None),
    ("http-port", "1", None),
    ("none-such", "1", None),
    ("y" * 1_000_000, "1", None),
)


def is_open(state: State) -> bool:
    return bool(state["running"])


def settings_arguments(_state: State) -> SearchStrategy[Arguments]:
    return st.sampled_from(SETTINGS).map(lambda row: {"field": row[0], "value": row[1]})


def set_one(state: State, arguments: Arguments) -> Expected:
    name, value = arguments["field"], arguments["value"]
    stored = next(row[2] for row in SETTINGS if row[:2] == (name, value))
    if stored is None or (name == "volume" and not is_open(state)):
        return REFUSED
    if name == "volume":
        return Expected(changes={"volume": int(stored)}, undoable=False)
    changes = changed_lines(state, name, stored)
    if is_open(state) and name in ("loop", "random"):
        changes[name] = stored == "1"
    if is_open(state) and name == "rate" and state["state"] != "stopped":
        changes[name] = float(stored)
    return Expected(changes=changes, answer=warns if is_open(state) else None, undoable=False)


def warns(result: ToolResult) -> str | None:
    """VLC that runs saves all settings as it read them when it started."""
    moment = str((result.structured or {})["takes_effect"])
    return None if "Preferences" in moment else f"does not say what sets it back: {moment}"


def changed_lines(state: State, name: str, stored: str) -> dict[str, object]:
    """The lines of VLC's file: those that set the option, or a new one below `[core]`."""
    count = sum(path.startswith("vlcrc/line/") for path in state)
    lines = [str(state[f"vlcrc/line/{number}"]) for number in range(count)]
    places = [
        number for number, line in enumerate(lines) if line.partition("=")[0].strip() == name and "=" in line
    ]
    for number in places:
        lines[number] = f"{name}={stored}"
    if not places:
        lines.insert(lines.index("[core]") + 1, f"{name}={stored}")
    return {f"vlcrc/line/{number}": line for number, line in enumerate(lines)}


def read_settings(_state: State, _arguments: Arguments) -> Expected:
    return Expected(undoable=False, long_answer=True)

"""What the tools for settings, sound, Git's author and arithmetic promise."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.guest.fuzz.os_arguments import REFUSED, answers, some_path
from tests.guest.fuzz.os_file_promises import modelled
from tests.guest.fuzz.os_files import Files
from tests.guest.fuzz.os_in_guest import HOME, PROFILE_ID
from tests.guest.fuzz.promises import Arguments, Expected, Promise, State

NO_NUMBERS: tuple[Any, ...] = (True, "2", None, 1e300, -1, 10**30, 2.5, [1])
SUMS: dict[str, str | None] = {
    "0.1 + 0.2": "0.3",
    "2^10": "1024",
    "-2^2": "-4",
    "round(2.5)": "3",
    "round(-2.5)": "-3",
    "7 // 2": "3",
    "(3 + 4) × 2": "14",
    "sum(1, 2, 3)": "6",
    "max(1, 2.5)": "2.5",
    "factorial(5)": "120",
    "1e3": "1000",
    "1234567890123456.789 * 1000": "1234567890123456789",
    "10^400": "1" + "0" * 400,
    "sqrt(16)": "4",
    "0.1234567890123456789 * 10^19": "1234567890123456789",
    " 1 + 1 ": "2",
    "-7 % 3": "2",
    "min(3)": "3",
    "sum()": None,
    "max()": None,
    "1/0": None,
    "9^9^9": None,
    "1e999": None,
    "1e-999": None,
    "": None,
    "x": None,
    "__import__('os')": None,
    "1 +": None,
    "True": None,
    "'1'": None,
    "factorial(2.5)": None,
    "log(0)": None,
    "sqrt(-1)": None,
    "1/10^400": None,
    "(" * 400: None,
    "1+" * 500_000 + "1": None,
    "2j": None,
}


LONGEST_AUTHOR = 200


def setting(key: str, value: str, **options: Any) -> Expected:
    return Expected(changes={f"setting/{key}": value}, undoable=False, **options)


def text_scale(_state: State, arguments: Arguments) -> Expected:
    value = arguments["new_scale"]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.5 <= value <= 3:
        return REFUSED
    return setting("text-scaling-factor", str(float(value)), answer=answers("scale", value))


def disturb(_state: State, arguments: Arguments) -> Expected:
    value = arguments["enable"]
    return setting("show-banners", str(not value).lower()) if isinstance(value, bool) else REFUSED


def is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def volume(state: State, arguments: Arguments) -> Expected:
    percent, before = arguments["percent"], state["sound/percents"]
    assert isinstance(before, list)
    if not is_whole(percent, 0, 100):
        return REFUSED
    loudest = max(before)
    after = [round(value * percent / loudest) if loudest else percent for value in before]
    return Expected(
        changes={"sound/percents": after}, answer=answers("percent", percent), undoable=False, seconds=15
    )


def auto_lock(_state: State, arguments: Arguments) -> Expected:
    idle, lock = arguments["idle_delay_seconds"], arguments.get("lock_delay_seconds", 0)
    enabled = arguments.get("enable_lock", True)
    if not is_whole(idle, 0, 86400) or not is_whole(lock, 0, 86400) or not isinstance(enabled, bool):
        return REFUSED
    changes = {"idle-delay": f"{idle}", "lock-delay": f"{lock}", "lock-enabled": str(enabled).lower()}
    return Expected(changes={f"setting/{key}": value for key, value in changes.items()}, undoable=False)


def terminal_size(state: State, arguments: Arguments) -> Expected:
    columns, rows = arguments["columns"], arguments["rows"]
    if not is_whole(columns, 16, 511) or not is_whole(rows, 4, 511):
        return REFUSED
    if state["setting/default"] != f"'{PROFILE_ID}'":
        return REFUSED
    changes = {"setting/default-size-columns": str(columns), "setting/default-size-rows": str(rows)}
    return Expected(changes=changes, undoable=False)


def author(files: Files, arguments: Arguments) -> Expected:
    name, email = arguments["username"], arguments["email"]
    if (
        max(len(name), len(email)) > LONGEST_AUTHOR
        or not name.strip()
        or re.search(r"[\x00-\x1f<>]", name)
        or not re.fullmatch(r"[^\s<>\x00@]+@[^\s<>\x00@]+", email)
    ):
        return REFUSED
    if arguments["is_global"]:
        config = f"{HOME}/.gitconfig"
        free: tuple[str, ...] = ("home/.gitconfig",)
    else:
        top = files.resolved(arguments["repo_path"]) if arguments.get("repo_path") else None
        if top is None or f"{top}/.git/config#git.core.bare" not in files.state:
            return REFUSED
        config, free = f"{top}/.git/config", ()
    changes = {f"{config}#git.user.name": name, f"{config}#git.user.email": email}
    locked = not arguments["is_global"]
    return Expected(error=None if locked else False, changes=changes, free=free, undoable=False)


def computed(_state: State, arguments: Arguments) -> Expected:
    result = SUMS[arguments["expression"]]
    return REFUSED if result is None else Expected(answer=answers("result", result), undoable=False)


def _authors(state: State) -> SearchStrategy[Arguments]:
    names = ["Ann", 'Ann O\'Neil "x"', "名前", " ", "a\nb", "a<b", "-x", "n" * 1_000_000, "a;b#c\\"]
    emails = ["ann@example.com", "", "nobody", "a@b@c", "é@例.jp", "e" * 500_000 + "@x"]
    return st.fixed_dictionaries(
        {
            "username": st.sampled_from(names),
            "email": st.sampled_from(["ann@example.com", *emails]),
            "is_global": st.booleans(),
        },
        optional={"repo_path": some_path(state)},
    )


def _one(name: str, *values: Any) -> Any:
    return lambda _state: st.fixed_dictionaries({name: st.sampled_from(values)})


def _locks(_state: State) -> SearchStrategy[Arguments]:
    seconds = st.sampled_from([0, 1, 300, 86400, 86401, *NO_NUMBERS])
    return st.fixed_dictionaries(
        {"idle_delay_seconds": seconds},
        optional={"lock_delay_seconds": seconds, "enable_lock": st.sampled_from([True, False, 1, "no"])},
    )


def _terminal_sizes(_state: State) -> SearchStrategy[Arguments]:
    numbers = st.sampled_from([80, 16, 511, 100, 24, 4, 3, 15, 512, *NO_NUMBERS])
    return st.fixed_dictionaries({"columns": numbers, "rows": numbers})


def _nothing(_state: State) -> SearchStrategy[Arguments]:
    return st.just({})


def _scale_is(state: State, _arguments: Arguments) -> Expected:
    return Expected(answer=answers("scale", float(str(state["setting/text-scaling-factor"]))), undoable=False)


def _quiet_is(state: State, _arguments: Arguments) -> Expected:
    return Expected(answer=answers("enabled", state["setting/show-banners"] == "false"), undoable=False)


def _volume_is(state: State, _arguments: Arguments) -> Expected:
    percents = state["sound/percents"]
    assert isinstance(percents, list)
    return Expected(answer=answers("percent", max(percents)), undoable=False)


OS = "osworld_mcp_os"
SETTING_PROMISES = (
    Promise(f"{OS}.get_text_scale", "Gets the stored factor.", "Any argument.", _nothing, _scale_is),
    Promise(
        f"{OS}.change_text_scale",
        "The factor is stored, no other setting changes.",
        "Factors outside 0.5 to 3.0, a setting that the administrator locked.",
        _one("new_scale", 0.5, 1, 1.25, 2.0, 3.0, 0.49, 3.01, 0, -1, True, "1.5", 1e308, None),
        text_scale,
    ),
    Promise(
        f"{OS}.get_do_not_disturb_status", "Gets the stored state.", "Any argument.", _nothing, _quiet_is
    ),
    Promise(
        f"{OS}.set_do_not_disturb",
        "Banners are held back or shown, no other setting changes.",
        "What is not true or false, a setting that the administrator locked.",
        _one("enable", True, False, 1, "yes", None),
        disturb,
    ),
    Promise(
        f"{OS}.get_volume",
        "Gets the loudest channel's volume.",
        "No sound server, no output.",
        _nothing,
        _volume_is,
    ),
    Promise(
        f"{OS}.set_volume",
        "The loudest channel has the volume, the balance and muting stay.",
        "Volumes outside 0 to 100, no sound server, no output.",
        _one("percent", 0, 2, 36, 70, 100, 101, *NO_NUMBERS),
        volume,
    ),
    Promise(
        f"{OS}.configure_auto_lock",
        "All three settings are stored, or none.",
        "Delays outside 0 to 86,400 s, a setting that the administrator locked.",
        _locks,
        auto_lock,
    ),
    Promise(
        f"{OS}.set_default_terminal_size",
        "Both numbers are stored in the default profile, or none.",
        "Columns outside 16 to 511, rows outside 4 to 511, a default profile that does not exist.",
        _terminal_sizes,
        terminal_size,
    ),
    Promise(
        f"{OS}.git_set_user_info",
        "Both values are stored for all repositories or for one; other settings stay.",
        "A name or an address that is none, a folder that is no repository's top or is outside the home.",
        _authors,
        modelled(author),
    ),
    Promise(
        f"{OS}.calculator",
        "Gets the value of the expression, exact where it is whole.",
        "What is no arithmetic, divides by zero or has no value, a function without its values, too large numbers.",
        lambda _state: st.fixed_dictionaries({"expression": st.sampled_from(list(SUMS))}),
        computed,
    ),
)

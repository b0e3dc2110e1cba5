"""Desktop settings, sound volume and the user's trash."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, examine
from checkers.guest_scripts import PYTHON, guest_script

Setting = bool | int | float | str
TRASH = "/home/user/.local/share/Trash"
MAX_TRASHED = 1000
_TYPE_PREFIX = re.compile(r"^(?:u?int(?:16|32|64)|byte|double|handle|objectpath|signature) ")


@dataclass(frozen=True, slots=True)
class Volume:
    """Volume of the default sound output in percent, and whether it is muted."""

    percent: int
    muted: bool


@dataclass(frozen=True, slots=True)
class TrashedFile:
    """A file or folder in the trash: its name there and the absolute path it was deleted from."""

    name: str
    original_path: str


def setting(guest: GuestView, schema: str, key: str) -> Setting:
    """Read a desktop setting of the user; containers stay text in GVariant's notation.

    Raises Unusable.
    """
    return _parse_setting(_state(guest, "setting", schema, key).strip())


def setting_is(guest: GuestView, schema: str, key: str, expected: Setting) -> Claim:
    """Claim that a setting has a value; numbers are compared to within a millionth."""

    def look() -> tuple[bool, object]:
        value = setting(guest, schema, key)
        return _same(value, expected), value

    return examine(f"the setting {schema} {key} is {expected}", look)


def volume(guest: GuestView) -> Volume:
    """Raises Unusable."""
    levels, _, mute = _state(guest, "volume").rpartition("Mute:")
    percents = [int(percent) for percent in re.findall(r"\b(\d{1,4})%", levels)]
    if not percents:
        raise Unusable("the desktop tells its state", f"the sound server reports no volume: {levels[:200]!r}")
    return Volume(max(percents), mute.strip().endswith("yes"))


def volume_is(guest: GuestView, percent: int, *, tolerance: int = 1) -> Claim:
    """Claim that the sound is not muted and its volume is within `tolerance` percentage points of `percent`."""

    def look() -> tuple[bool, object]:
        now = volume(guest)
        return not now.muted and abs(now.percent - percent) <= tolerance, now

    return examine(f"the sound volume is {percent}% and not muted", look)


def trash(guest: GuestView) -> list[TrashedFile]:
    """List the user's trash, without content that lacks its .trashinfo and the reverse.

    Raises Unusable.
    """
    script = (
        'cd "$1/info" 2>/dev/null || exit 0; for f in *.trashinfo; do n="${f%.trashinfo}"; '
        'if [ -f "$f" ] && [ ! -L "$f" ] && { [ -e "../files/$n" ] || [ -L "../files/$n" ]; }; then '
        'printf "%s\\0" "$n"; head -c 65536 -- "$f" | tr -d "\\0"; printf "\\0"; fi; done'
    )
    fields = ask(guest, ["/bin/sh", "-c", script, "sh", TRASH]).stdout.split(b"\0")[:-1]
    if len(fields) % 2 or len(fields) > 2 * MAX_TRASHED:
        raise Unusable("the desktop tells its state", f"the trash cannot be listed: {len(fields)} fields")
    entries = zip(fields[::2], fields[1::2], strict=True)
    return [TrashedFile(name.decode("utf-8", "replace"), _original_path(info)) for name, info in entries]


def _state(guest: GuestView, *query: str) -> str:
    script = guest_script(Path(__file__).with_name("desktop_state.py"))
    return ask(guest, [*PYTHON, *query], stdin=script).text


def _original_path(info: bytes) -> str:
    lines = info.decode("utf-8", "replace").splitlines()
    return next((unquote(line.removeprefix("Path=")) for line in lines if line.startswith("Path=")), "")


def _parse_setting(text: str) -> Setting:
    text = _TYPE_PREFIX.sub("", text)
    if text in ("true", "false"):
        return text == "true"
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        return text[1:-1]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _same(value: Setting, expected: Setting) -> bool:
    if isinstance(expected, bool) or isinstance(value, bool):
        return value is expected
    if isinstance(expected, int | float) and isinstance(value, int | float):
        return math.isclose(value, expected, abs_tol=1e-6)
    return value == expected

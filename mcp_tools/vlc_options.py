"""VLC's options: which there are and what they take (from VLC's own help), and the file that keeps them."""

from __future__ import annotations

import difflib
import functools
import math
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mcp_tools.messages import shorten
from mcp_tools.os_command import run_command
from mcp_tools.registry import ToolError

MAX_VALUE = 4000
MAX_NAME = 80
MOST_INTEGER = 2**63 - 1
COMMANDS = (
    *(
        "help",
        "full-help",
        "longhelp",
        "help-verbose",
        "advanced",
        "list",
        "list-verbose",
        "module",
        "version",
    ),
    *("config", "save-config", "reset-config", "ignore-config", "reset-plugins-cache"),
)
"""Options that make VLC print something and end, or forget its settings, whenever it starts."""
_NUMBER = re.compile(r"[+-]?(\d{1,19}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
_OPTION = re.compile(
    r"^ {2,6}(?:-\w, )? *--(?P<name>[A-Za-z0-9][A-Za-z0-9_+-]*)"
    r"(?:(?P<boolean>, --no-(?P=name)\b)"
    r"| <(?P<kind>string|integer|float)(?: \[(?P<range>[^\]]*)\])?>"
    r"| \{(?P<choices>.*?)\})",
    re.MULTILINE,
)
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its kind (boolean, integer, float, string), least and most value, choices if it has some."""

    kind: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def expectation(self) -> str:
        """What the option takes, in words."""
        if self.kind == "boolean":
            return "true or false"
        if self.choices:
            return f"one of {', '.join(self.choices[:30])}"[:300]
        words = {"integer": "a whole number", "float": "a number"}.get(self.kind, "a text of one line")
        return words if self.least is None else f"{words} from {self.least:g} to {self.most:g}"

    def to_stored(self, value: str) -> str | None:
        """The value as VLC's settings file has it, None when the option does not take it."""
        text = value.strip()
        if self.kind == "boolean":
            return "1" if text.casefold() in _TRUE else "0" if text.casefold() in _FALSE else None
        if self.choices:
            return text if text in self.choices else None
        if self.kind == "string":
            is_line = not re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", value)
            return value if is_line and len(value) <= MAX_VALUE else None
        if not _NUMBER.fullmatch(text):
            return None
        return self._integer(text) if self.kind == "integer" else self._float(text)

    def _integer(self, text: str) -> str | None:
        if not text.lstrip("+-").isdecimal():
            return None
        number = int(text)
        return str(number) if abs(number) <= MOST_INTEGER and self._allows(number) else None

    def _float(self, text: str) -> str | None:
        number = float(text)
        if not math.isfinite(number) or not self._allows(number):
            return None
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)

    def _allows(self, number: float) -> bool:
        return self.least is None or self.most is None or self.least <= number <= self.most


def parse_help(text: str) -> dict[str, Option]:
    """The options that `vlc --longhelp --advanced` lists, by name."""
    options: dict[str, Option] = {}
    for match in _OPTION.finditer(text):
        if match["boolean"]:
            option = Option("boolean")
        elif match["choices"] is not None:
            choices = tuple(
                part.split(" (")[0].strip() for part in re.split(r",\s*(?![^()]*\))", match["choices"])
            )
            option = Option("string", choices=choices)
        else:
            least, _, most = (match["range"] or "").partition(" .. ")
            option = Option(match["kind"], *((float(least), float(most)) if most else (None, None)))
        options.setdefault(match["name"], option)
    return options


def option(name: str) -> Option:
    """The option of a name. Raises ToolError with the likeliest names when VLC has none."""
    if len(name) > MAX_NAME:
        raise ToolError(f"VLC has no setting {shorten(name)}; names have at most {MAX_NAME} characters")
    if name in COMMANDS:
        raise ToolError(f"{name} is a command to VLC, no setting; with it VLC would not start")
    options = _read_options()
    match = options.get(name)
    if match is None:
        close = difflib.get_close_matches(name, options, n=5, cutoff=0.5)
        close += [known for known in sorted(options) if name and name in known and known not in close][:5]
        hint = (
            f"did you mean {', '.join(close)}?" if close else "names are those of `vlc --longhelp --advanced`"
        )
        raise ToolError(f"VLC has no setting {shorten(name)}; {hint}")
    return match


@functools.cache
def _read_options() -> dict[str, Option]:
    options = parse_help(run_command(["vlc", "--longhelp", "--advanced", "--no-color"]))
    if not options:
        raise ToolError("VLC did not list its settings; try again")
    return options


def settings_file() -> Path:
    """The file that VLC reads when it starts."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config", "vlc", "vlcrc")


def read_settings() -> dict[str, str]:
    """The settings in VLC's file; what is not there has VLC's default. Raises ToolError."""
    stored: dict[str, str] = {}
    for line in settings_text().split("\n"):
        if name := _name_of(line):
            stored[name] = line.partition("=")[2].removesuffix("\r")
    return stored


def write_setting(name: str, value: str) -> None:
    """Set an option in VLC's file, in its place, and leave the rest as it is. Raises ToolError."""
    text = settings_text()
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if _name_of(line) == name]
    places = (
        places
        or [number for number, line in enumerate(lines) if _name_of(line.removeprefix("#")) == name][:1]
    )
    for number in places:
        lines[number] = f"{name}={value}{_line_end(lines[number])}"
    if not places:
        header = next((number for number, line in enumerate(lines) if line.rstrip("\r") == "[core]"), None)
        if header is None:
            header = 0
            lines = ["[core]", *([""] if text == "" else lines)]
        lines.insert(header + 1, f"{name}={value}{_line_end(lines[header])}")
    save_settings("\n".join(lines))


def settings_text() -> str:
    """VLC's file, empty when there is none. Bytes that are not UTF-8 are kept as they are. Raises ToolError."""
    file = settings_file()
    if not file.exists():
        return ""
    if not file.is_file():
        raise ToolError(f"VLC's settings {file} cannot be read: it is no file; move it away")
    try:
        return file.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise ToolError(f"VLC's settings {file} cannot be read: {error.strerror}") from error


def save_settings(text: str) -> None:
    """Replace VLC's file; a symbolic link to it stays one. Raises ToolError."""
    file = settings_file().resolve()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
        if file.exists() and not os.access(file, os.W_OK):
            raise ToolError(
                f"VLC's settings {file} cannot be written: they are read-only; allow writing first"
            )
        with tempfile.NamedTemporaryFile("wb", dir=file.parent, delete=False) as temporary:
            temporary.write(text.encode("utf-8", "surrogateescape"))
        Path(temporary.name).chmod(mode)
        Path(temporary.name).replace(file)
    except OSError as error:
        raise ToolError(f"VLC's settings {file} cannot be written: {error.strerror}") from error


def _name_of(line: str) -> str:
    """The option that a line sets, "" for a line that sets none."""
    name, equals, _ = line.partition("=")
    return name.strip() if equals and not line.startswith(("#", "[")) else ""


def _line_end(line: str) -> str:
    return "\r" if line.endswith("\r") else ""

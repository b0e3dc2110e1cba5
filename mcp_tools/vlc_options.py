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

from mcp_tools.os_command import run_command
from mcp_tools.registry import ToolError

MAX_VALUE = 4000
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
            return f"one of {', '.join(self.choices[:30])}"
        words = {"integer": "a whole number", "float": "a number"}.get(self.kind, "a text of one line")
        return words if self.least is None else f"{words} from {self.least:g} to {self.most:g}"

    def stored(self, value: str) -> str | None:
        """The value as VLC's settings file has it, None when the option does not take it."""
        text = value.strip()
        if self.kind == "boolean":
            return "1" if text.casefold() in _TRUE else "0" if text.casefold() in _FALSE else None
        if self.choices:
            return text if text in self.choices else None
        if self.kind == "string":
            return value if not re.search(r"[\x00-\x1f]", value) and len(value) <= MAX_VALUE else None
        try:
            number = int(text) if self.kind == "integer" else float(text)
        except ValueError:
            return None
        if not math.isfinite(number):
            return None
        if self.least is not None and self.most is not None and not self.least <= number <= self.most:
            return None
        return f"{number:g}" if isinstance(number, float) else str(number)


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
    options = _known_options()
    match = options.get(name)
    if match is None:
        close = difflib.get_close_matches(name, options, n=5, cutoff=0.5)
        close += [known for known in sorted(options) if name and name in known and known not in close][:5]
        hint = (
            f"did you mean {', '.join(close)}?" if close else "names are those of `vlc --longhelp --advanced`"
        )
        raise ToolError(f"VLC has no setting {name!r}; {hint}")
    return match


@functools.cache
def _known_options() -> dict[str, Option]:
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
    for line in _lines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith(("#", "[")):
            stored[key.strip()] = value
    return stored


def write_setting(name: str, value: str) -> None:
    """Set an option in VLC's file, in its place, and leave the rest as it is. Raises ToolError."""
    lines = _lines()
    places = [number for number, line in enumerate(lines) if line.partition("=")[0].strip() == name]
    if not places:
        places = [
            number for number, line in enumerate(lines) if line.partition("=")[0].strip() == f"#{name}"
        ][:1]
    for number in places:
        lines[number] = f"{name}={value}"
    if not places:
        lines += [] if "[core]" in lines else ["[core]"]
        lines.insert(lines.index("[core]") + 1, f"{name}={value}")
    _save("".join(f"{line}\n" for line in lines))


def _lines() -> list[str]:
    file = settings_file()
    try:
        return file.read_text(encoding="utf-8", errors="surrogateescape").split("\n") if file.exists() else []
    except OSError as error:
        raise ToolError(f"VLC's settings {file} cannot be read: {error.strerror}") from error


def _save(text: str) -> None:
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
        with tempfile.NamedTemporaryFile(
            "w", dir=file.parent, delete=False, encoding="utf-8", errors="surrogateescape"
        ) as temporary:
            temporary.write(text.rstrip("\n") + "\n")
        Path(temporary.name).chmod(mode)
        Path(temporary.name).replace(file)
    except OSError as error:
        raise ToolError(f"VLC's settings {file} cannot be written: {error.strerror}") from error

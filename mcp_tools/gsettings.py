"""The desktop's settings through GIO, in this process: some milliseconds less a call than the command.

GIO waits without a limit for the service that stores them, and for the session's bus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mcp_tools.limited import LimitedCalls
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout

ANSWER_SECONDS = scale_timeout(8.0)

_HANGING = "the service that stores settings (dconf-service), or the session's message bus, does not answer"
_limited = LimitedCalls("settings of the desktop")


def read(schema: str, key: str, path: str | None = None) -> Any:
    """A setting as a Python value; `path` for a schema without its own. Raises ToolError."""
    return _limited.call(
        lambda: _read(schema, key, path),
        ANSWER_SECONDS,
        lambda: (
            f"the desktop did not tell its setting {key} in {ANSWER_SECONDS:g} s: {_HANGING}; try again later"
        ),
    )


@dataclass(frozen=True, slots=True)
class Change:
    """A value to store; `path` for a schema without its own."""

    schema: str
    key: str
    value: Any
    path: str | None = None


def write(schema: str, key: str, value: Any, path: str | None = None) -> None:
    """Store a setting. Raises ToolError when it did not come to be."""
    write_all(Change(schema, key, value, path))


def write_all(*changes: Change) -> None:
    """Store settings, all or none. Raises ToolError when they did not come to be, or that is not known in time."""
    _limited.call(
        lambda: _write_all(*changes),
        ANSWER_SECONDS,
        lambda: (
            f"the desktop did not store {' and '.join(change.key for change in changes)} in {ANSWER_SECONDS:g} s, and "
            f"may still do so: {_HANGING}; look at the setting before trying again"
        ),
    )


def _write_all(*changes: Change) -> None:
    from gi.repository import Gio

    opened = [(_open(change.schema, change.key, change.path), change) for change in changes]
    variants = [_variant(settings, change) for settings, change in opened]
    before = [settings.get_user_value(change.key) for settings, change in opened]
    stored = [
        settings.set_value(change.key, variant)
        for (settings, change), variant in zip(opened, variants, strict=True)
    ]
    Gio.Settings.sync()
    wrong = [
        f"{change.key} is {value}, not {change.value}"
        for change in changes
        if (value := _read(change.schema, change.key, change.path)) != change.value
    ]
    if all(stored) and not wrong:
        return
    for (settings, change), value in zip(opened, before, strict=True):
        if value is None:
            settings.reset(change.key)
        else:
            settings.set_value(change.key, value)
    Gio.Settings.sync()
    raise ToolError(
        f"the desktop did not store the setting ({'; '.join(wrong) or 'it is locked'}); "
        "another program may have changed it: try again"
    )


def _read(schema: str, key: str, path: str | None) -> Any:
    return _open(schema, key, path).get_value(key).unpack()


def _variant(settings: Any, change: Change) -> Any:
    """The value in the setting's type. Raises ToolError when the setting does not take it."""
    from gi.repository import GLib

    described = settings.props.settings_schema.get_key(change.key)
    variant = GLib.Variant(described.get_value_type().dup_string(), change.value)
    if not described.range_check(variant):
        raise ToolError(f"the setting {change.key} does not take {change.value}")
    if not settings.is_writable(change.key):
        raise ToolError(
            f"the setting {change.key} is locked by the administrator; this user cannot change it"
        )
    return variant


def _open(schema: str, key: str, path: str | None) -> Any:
    """GIO ends the process that asks for a schema or a key that is not there: they are looked up first."""
    from gi.repository import Gio

    source = Gio.SettingsSchemaSource.get_default().lookup(schema, True)
    if source is None or not source.has_key(key):
        raise ToolError(f"this desktop has no setting {schema} {key}")
    return Gio.Settings.new_full(source, None, path)

"""The browser's settings as trees: what a user can set, out of all that it keeps in its profile."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from checkers.differences.json_tree import exact_value, parse_object
from checkers.differences.name_patterns import matches_any
from checkers.differences.settings.browser_names import (
    COMPONENT_LOCATIONS,
    DEFAULTS,
    LOCAL_STATE,
    NOISE,
    PERMISSIONS,
    PREFERENCES,
)
from checkers.differences.text_tree import encodable
from checkers.differences.tree import TreeNode, Value
from checkers.evidence import Unusable

MAX_DEPTH = 50


def read_preferences_tree(data: bytes, name: str) -> TreeNode:
    """Read Preferences or Secure Preferences; b"" is a file that is not there. Raises Unusable."""
    content = parse_object(data, name)
    return TreeNode(
        "settings",
        children=(*_settings(content, PREFERENCES), *_permissions(content), *_extensions(content)),
    )


def read_local_state_tree(data: bytes, name: str) -> TreeNode:
    """Read Local State; b"" is a file that is not there. Raises Unusable."""
    return TreeNode("settings", children=tuple(_settings(parse_object(data, name), LOCAL_STATE)))


def _settings(content: Mapping[str, object], patterns: tuple[str, ...]) -> Iterator[TreeNode]:
    for name, value in sorted(_leaves(content)):
        if matches_any(name, patterns) and not matches_any(name, NOISE) and DEFAULTS.get(name) != value:
            yield TreeNode("setting", encodable(name), {"value": _value(value)}, optional=True)


def _permissions(content: Mapping[str, object]) -> Iterator[TreeNode]:
    for permission, sites in sorted(_inner(content, "profile", "content_settings", "exceptions").items()):
        if matches_any(permission, PERMISSIONS) and isinstance(sites, dict):
            for site, entry in sorted(sites.items()):
                if isinstance(entry, dict):
                    name = encodable(f"{permission} of {site}")
                    yield TreeNode("permission", name, {"value": _value(entry.get("setting"))}, optional=True)


def _extensions(content: Mapping[str, object]) -> Iterator[TreeNode]:
    for identifier, entry in sorted(_inner(content, "extensions", "settings").items()):
        if isinstance(entry, dict) and entry.get("location") not in COMPONENT_LOCATIONS:
            manifest = _inner(entry, "manifest")
            attributes = {
                "title": manifest.get("name"),
                "version": manifest.get("version"),
                "state": entry.get("state"),
                "disabled because": entry.get("disable_reasons") or None,
                "in private windows": entry.get("incognito"),
            }
            yield TreeNode(
                "extension",
                encodable(identifier),
                {key: _value(value) for key, value in attributes.items() if value is not None},
            )


def _leaves(content: object, name: str = "", depth: int = 0) -> Iterator[tuple[str, object]]:
    """Yield all values that are no objects, with the names that lead to them joined by dots."""
    if depth > MAX_DEPTH:
        raise Unusable(f"the browser's settings are at most {MAX_DEPTH} levels deep", "they are deeper")
    if isinstance(content, dict):
        for key, value in content.items():
            yield from _leaves(value, f"{name}.{key}" if name else key, depth + 1)
    else:
        yield name, content


def _inner(content: Mapping[str, object], *names: str) -> dict[str, object]:
    """Return the object in an object that the names lead to; an empty one if there is none."""
    inner: object = content
    for name in names:
        inner = inner.get(name) if isinstance(inner, dict) else None
    return inner if isinstance(inner, dict) else {}


def _value(value: object) -> Value:
    if isinstance(value, dict | list):
        return encodable(json.dumps(value, ensure_ascii=False, sort_keys=True))
    return "null" if value is None else exact_value(value)

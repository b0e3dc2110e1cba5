"""Settings in files of lines "name=value" as trees, and what else the desktop keeps in such files."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

from checkers.differences.name_patterns import matches_any
from checkers.differences.text_tree import decode_text, encodable
from checkers.differences.tree import TreeNode

SOUND = (
    "restore-stream/Audio/S*:channelVolumes",
    "restore-stream/Audio/S*:mute",
    "restore-stream/Audio/S*:volume",
)
"""Volumes of sinks and sources."""
_SOUND_AT_FIRST = {"channelVolumes": "1.0;1.0;", "mute": "false", "volume": "1.0"}
"""What WirePlumber writes of one that nobody has set."""


def read_key_file_tree(data: bytes, name: str) -> TreeNode:
    """Read a file with sections, or without, by names such as "Default Applications/image/png"; comments are left out.

    The order of lines is left out. Raises Unusable.
    """
    return TreeNode("settings", children=setting_nodes(key_file_values(data, name)))


def read_trash_entry_tree(data: bytes, name: str) -> TreeNode:
    """Read a .trashinfo: where the file was. Raises Unusable."""
    path = key_file_values(data, name).get("Trash Info/Path")
    return TreeNode("trashed file", attributes={"path": None if path is None else unquote(path)})


def read_sound_settings_tree(data: bytes, name: str) -> TreeNode:
    """Read WirePlumber's restore-stream: volumes of outputs and inputs, without those of single programs.

    Raises Unusable.
    """
    values = key_file_values(data, name)
    return TreeNode(
        "settings",
        children=setting_nodes(
            {
                key: value
                for key, value in values.items()
                if matches_any(key, SOUND) and _SOUND_AT_FIRST[key.rpartition(":")[2]] != value
            }
        ),
    )


def key_file_values(data: bytes, name: str) -> dict[str, str]:
    """Map the names, each behind its section's name and a slash, to the values. Raises Unusable."""
    values: dict[str, str] = {}
    section = ""
    for line in map(str.strip, decode_text(data, name)[0].splitlines()):
        key, equals, value = line.partition("=")
        if line.startswith("[") and line.endswith("]"):
            section = f"{line[1:-1]}/"
        elif equals and line[:1] not in "#;":
            values[section + key.strip()] = value.strip()
    return values


def setting_nodes(values: Mapping[str, str]) -> tuple[TreeNode, ...]:
    """Return settings as nodes, by name."""
    return tuple(
        TreeNode("setting", encodable(name), {"value": encodable(value)}, optional=True)
        for name, value in sorted(values.items())
    )

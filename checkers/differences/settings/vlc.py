"""VLC's settings as trees: the options of the player, and those of its window."""

from __future__ import annotations

from checkers.differences.name_patterns import matches_any
from checkers.differences.settings.key_file import key_file_values, setting_nodes
from checkers.differences.text_tree import decode_text
from checkers.differences.tree import TreeNode

WINDOW_NOISE = (
    *(
        "*geometry*",
        "*Geometry*",
        "*State*",
        "*-pos",
        "*-size",
        "*splitter*",
        "*headerState*",
        "RecentsMRL/*",
    ),
    *("General/filedialog-path", "General/geometry", "OpenDialog/*", "Playlist/*", "Epg*", "Errors/*"),
    *("MainWindow/QtStyle", "MainWindow/playlistSize", "MainWindow/bgSize", "Logs/*", "Messages*/*"),
    *("Mediainfo/*", "Preferences/*", "Plugins/*", "Update/*", "Vlm/*", "VLM/*"),
)
"""Entries that VLC writes as its windows are used."""
_DEFAULTS = {
    "metadata-network-access": "0",
    "one-instance-when-started-from-file": "1",
    "playlist-enqueue": "0",
    "vout": "any",
}
"""What is the same as no line; VLC leaves such lines out, or writes them, when it saves its preferences."""
_UNKNOWN = ("qt-updates-notif",)
"""Options that this VLC has not: it drops them then."""


def read_player_settings_tree(data: bytes, name: str) -> TreeNode:
    """Read vlcrc: the options that are not set as VLC has them, whatever section they are in. Raises Unusable."""
    lines = decode_text(data, name)[0].splitlines()
    pairs = (line.partition("=") for line in lines if line[:1].islower())
    options = {key.strip(): value for key, equals, value in pairs if equals}
    return TreeNode(
        "settings",
        children=setting_nodes(
            {
                key: value
                for key, value in options.items()
                if value != _DEFAULTS.get(key) and key not in _UNKNOWN
            }
        ),
    )


def read_window_settings_tree(data: bytes, name: str) -> TreeNode:
    """Read vlc-qt-interface.conf. Raises Unusable."""
    values = key_file_values(data, name)
    return TreeNode(
        "settings",
        children=setting_nodes(
            {key: value for key, value in values.items() if not matches_any(key, WINDOW_NOISE)}
        ),
    )

"""The desktop's settings, dconf's database of a user, as a tree."""

from __future__ import annotations

from checkers.differences.name_patterns import matches_any
from checkers.differences.settings.gvariant import format_variant
from checkers.differences.settings.gvdb import read_gvdb
from checkers.differences.settings.key_file import setting_nodes
from checkers.differences.tree import TreeNode

NOISE = (
    "*/window-*",
    "*/*-window-size",
    "/ca/desrt/dconf-editor/saved-*",
    "/org/gnome/Console/last-*",
    "/org/gnome/TextEditor/last-*",
    "/org/gnome/clocks/state/*",
    "/org/gnome/control-center/*",
    "/org/gnome/desktop/app-folders/*",
    "/org/gnome/desktop/notifications/application-children",
    "/org/gnome/desktop/notifications/application/*/application-id",
    "/org/gnome/eog/ui/*",
    "/org/gnome/evince/*",
    "/org/gnome/evolution-data-server/*",
    "/org/gnome/file-roller/*",
    "/org/gnome/gnome-screenshot/last-*",
    "/org/gnome/nautilus/window-state/*",
    "/org/gnome/portal/*",
    "/org/gnome/settings-daemon/plugins/*/last-*",
    "/org/gnome/shell/app-picker-layout",
    "/org/gnome/shell/command-history",
    "/org/gnome/shell/last-*",
    "/org/gnome/shell/looking-glass-history",
    "/org/gnome/shell/welcome-dialog-last-shown-version",
    "/org/gnome/software/*",
    "/org/gtk/*settings/file-chooser/*",
    "/org/gtk/*settings/color-chooser/*",
)
"""Settings that programs write as they are used."""


def read_desktop_settings_tree(data: bytes, name: str) -> TreeNode:
    """Read dconf's database: names such as "/org/gnome/desktop/interface/gtk-theme", values in GVariant's notation.

    b"" is a file that is not there. Raises Unusable.
    """
    values = read_gvdb(data, name)
    return TreeNode(
        "settings",
        children=setting_nodes(
            {key: format_variant(value) for key, value in values.items() if not matches_any(key, NOISE)}
        ),
    )

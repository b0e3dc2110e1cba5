"""Settings in files of lines "name=value" as trees."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.settings.key_file import (
    read_key_file_tree,
    read_sound_settings_tree,
    read_trash_entry_tree,
)
from checkers.differences.tree import TreeNode

PROGRAMS = "[Default Applications]\nimage/png=eog.desktop\ntext/html=chromium.desktop\n"
FOLDERS = '# comment\nXDG_MUSIC_DIR="$HOME/Music"\n'
TRASH = "[Trash Info]\nPath=/home/user/My%20list.ods\nDeletionDate=2026-03-02T10:00:00\n"
SINK = "Audio/Sink:node.name:testbed"
SOUND = f"[restore-stream]\n{SINK}:channelMap=FL;FR;\n{SINK}:channelVolumes=1.0;1.0;\n{SINK}:mute=false\n"


@pytest.mark.parametrize(
    ("reader", "before", "after", "expected"),
    [
        (
            read_key_file_tree,
            PROGRAMS,
            PROGRAMS.replace("eog", "gimp"),
            [Change("setting Default Applications/image/png", "value", "eog.desktop", "gimp.desktop")],
        ),
        (
            read_key_file_tree,
            PROGRAMS,
            "[Added Associations]\na/b=c\n" + PROGRAMS,
            [Change("setting Added Associations/a/b", "value", None, "c")],
        ),
        (read_key_file_tree, PROGRAMS, "# ours\n" + PROGRAMS.replace("=", " = "), []),
        (
            read_key_file_tree,
            FOLDERS,
            FOLDERS.replace("/Music", "/Songs"),
            [Change("setting XDG_MUSIC_DIR", "value", '"$HOME/Music"', '"$HOME/Songs"')],
        ),
        (
            read_trash_entry_tree,
            TRASH,
            TRASH.replace("list", "map"),
            [Change("", "path", "/home/user/My list.ods", "/home/user/My map.ods")],
        ),
        (read_trash_entry_tree, TRASH, TRASH.replace("10:00", "11:00"), []),
        (
            read_sound_settings_tree,
            SOUND,
            SOUND.replace("1.0;1.0;", "0.5;0.5;"),
            [Change(f"setting restore-stream/{SINK}:channelVolumes", "value", None, "0.5;0.5;")],
        ),
        (
            read_sound_settings_tree,
            SOUND,
            SOUND.replace("false", "true"),
            [Change(f"setting restore-stream/{SINK}:mute", "value", None, "true")],
        ),
        (read_sound_settings_tree, SOUND, SOUND + "Output/Audio:application.name:VLC:volume=1.0\n", []),
    ],
)
def test_one_setting_is_told(
    reader: Callable[[bytes, str], TreeNode], before: str, after: str, expected: list[Change]
) -> None:
    assert list(compare(reader(before.encode(), "x"), reader(after.encode(), "x"))) == expected

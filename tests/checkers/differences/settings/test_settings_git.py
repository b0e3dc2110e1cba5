"""Git's settings as trees."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.differences.compare import Change, compare
from checkers.differences.settings.git import read_git_settings_tree
from checkers.evidence import Unusable

SETTINGS = """# of all repositories
[user]
\tname = "Ada Lund" ; the first
\temail = ada@example.test
[alias] st = status
\tsaid = "a # b; " c "d" # e
[branch "My \\"own\\" Branch"]
\tremote = home
[core]
\tbare
\tpath = a\\\\b c\\tand \\
more
"""


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (SETTINGS.replace("Lund", "Holm"), [Change("setting user.name", "value", "Ada Lund", "Ada Holm")]),
        (SETTINGS + "[pull]\nrebase = true\n", [Change("setting pull.rebase", "value", None, "true")]),
        (SETTINGS.replace("\tbare\n", ""), [Change("setting core.bare", "value", "true", None)]),
        (
            SETTINGS.replace("remote = home", "remote = hut"),
            [Change('setting branch.My "own" Branch.remote', "value", "home", "hut")],
        ),
        (SETTINGS.replace("bare", "bare = true").replace("name =", "NAME="), []),
        (SETTINGS.replace("# of all", "# of my") + '[branch "x"]\nvscode-merge-base = a\n', []),
    ],
)
def test_one_setting_is_told(after: str, expected: list[Change]) -> None:
    trees = [read_git_settings_tree(text.encode(), ".gitconfig") for text in (SETTINGS, after)]
    assert list(compare(*trees)) == expected


def test_settings_are_read_as_git_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_text(SETTINGS)
    output = subprocess.run(
        ["git", "config", "--file", str(path), "--null", "--list"], check=True, capture_output=True, text=True
    ).stdout
    listed = [entry.partition("\n") for entry in output.split("\0")[:-1]]
    tree = read_git_settings_tree(SETTINGS.encode(), ".gitconfig")
    assert [(node.name, node.attributes["value"]) for node in tree.children] == [
        (name, value if separator else "true") for name, separator, value in listed
    ]


@pytest.mark.parametrize("data", [b"name = x", b"[user\nname = x", b"[user]\n= x", b"\x00"])
def test_damaged_settings_are_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_git_settings_tree(data, ".gitconfig")


@given(st.text(alphabet='[]"\\=#; \n\tab.', max_size=40))
def test_any_text_is_read_or_unusable(text: str) -> None:
    try:
        tree = read_git_settings_tree(text.encode(), ".gitconfig")
    except Unusable:
        return
    assert all(node.kind == "setting" for node in tree.children)

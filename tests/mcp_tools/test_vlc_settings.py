"""VLC's settings file and options, with an excerpt of what VLC 3.0's help looks like."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools import vlc_options, vlc_settings
from mcp_tools.registry import ToolError
from mcp_tools.vlc_files import get_media_files
from mcp_tools.vlc_options import Option, parse_help, read_settings, write_setting
from mcp_tools.vlc_settings import get_settings, set_settings

HELP = """
  -L, --loop, --no-loop          Repeat all
                                 (default disabled)
      --qt-max-volume <integer [60 .. 300]>
                                 Maximum Volume displayed
      --zoom <float>             Zoom video
      --snapshot-path <string>   Video snapshot directory (or filename)
      --aout-remap-channel-left {0 (Left), 1 (Center, more)}
  -A, --aout {any,pulse,none}    Audio output module
          --ts-es-id-pid, and no option
"""


@pytest.fixture(autouse=True)
def vlcrc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(vlc_options, "run_command", lambda argv: HELP)
    monkeypatch.setattr(vlc_settings, "is_running", lambda: False)
    vlc_options._read_options.cache_clear()
    (tmp_path / "vlc").mkdir()
    (tmp_path / "vlc/vlcrc").write_text(
        "[core]\n#zoom=1\nhttp-port=8090\n[lua]\nhttp-password=x\n[qt]\nqt-max-volume=125\nqt-max-volume=130\n"
    )
    return tmp_path / "vlc/vlcrc"


def test_the_help_is_understood() -> None:
    assert parse_help(HELP) == {
        "loop": Option("boolean"),
        "qt-max-volume": Option("integer", 60, 300),
        "zoom": Option("float"),
        "snapshot-path": Option("string"),
        "aout-remap-channel-left": Option("string", choices=("0", "1")),
        "aout": Option("string", choices=("any", "pulse", "none")),
    }


def test_settings_are_set_in_their_place(vlcrc: Path) -> None:
    changed = set_settings("qt-max-volume", "200")
    assert changed == {
        "field": "qt-max-volume",
        "previous": "130",
        "value": "200",
        "takes_effect": vlc_settings.NEXT_START,
    }
    assert set_settings("--zoom", " 2.50 ")["previous"] is None
    set_settings("snapshot-path", "/home/user/Pictures/ü 'x'=#1")
    set_settings("loop", "Yes")
    assert vlcrc.read_text() == (
        "[core]\nloop=1\nsnapshot-path=/home/user/Pictures/ü 'x'=#1\nzoom=2.5\nhttp-port=8090\n[lua]\n"
        "http-password=x\n[qt]\nqt-max-volume=200\nqt-max-volume=200\n"
    )
    settings = get_settings()
    assert settings["live"] is None and settings["file"] == str(vlcrc)
    assert settings["settings"]["qt-max-volume"] == "200" and "http-password" not in settings["settings"]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("qt-max-volume", "301", "give a whole number from 60 to 300"),
        ("qt-max-volume", "loud", "give a whole number"),
        ("zoom", "nan", "give a number"),
        ("loop", "2", "give true or false"),
        ("aout", "jack", "give one of any, pulse, none"),
        ("snapshot-path", "a\nhttp-port=1", "give a text of one line"),
        ("max-volume", "100", "did you mean qt-max-volume"),
        ("", "1", "VLC has no setting ''"),
        ("http-port", "1", "these tools reach VLC through it"),
        ("volume", "201", "percent from 0 to 200"),
        ("rate", "0", "give a number from 0.05 to 30"),
    ],
)
def test_refusals(vlcrc: Path, field: str, value: str, reason: str) -> None:
    before = vlcrc.read_text()
    with pytest.raises(ToolError, match=reason):
        set_settings(field, value)
    assert vlcrc.read_text() == before


@pytest.mark.slow
@given(
    st.text(
        st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\x85\u2028\u2029"), max_size=40
    )
)
def test_any_text_of_one_line_is_kept(value: str) -> None:
    if Option("string").to_stored(value) is not None:
        write_setting("snapshot-path", value)
        assert read_settings()["snapshot-path"] == value
        assert read_settings()["http-port"] == "8090"


def test_without_a_settings_file(vlcrc: Path) -> None:
    vlcrc.unlink()
    assert get_settings()["settings"] == {}
    set_settings("loop", "true")
    assert vlcrc.read_text() == "[core]\nloop=1\n"


def test_media_files(tmp_path: Path) -> None:
    folder = tmp_path / "my 'media' ü"
    (folder / "deep").mkdir(parents=True)
    for name in ("b.MP4", "deep/a.mkv", "text.txt", "song.ogg", "mp4"):
        (folder / name).write_bytes(b"")
    files = [str(folder / name) for name in ("b.MP4", "deep/a.mkv", "song.ogg")]
    assert get_media_files(str(folder))["files"] == files
    assert get_media_files(folder.as_uri())["files"] == files
    assert get_media_files(str(folder), [".mp4", "MKV"])["files"] == files[:2]
    for path, suffix, reason in [
        (str(folder / "text.txt"), None, "is a file; give the folder it is in"),
        (str(folder / "no"), None, "there is no folder"),
        (str(folder), [], "give endings such as"),
        (str(folder), ["."], "give endings such as"),
    ]:
        with pytest.raises(ToolError, match=reason):
            get_media_files(path, suffix)

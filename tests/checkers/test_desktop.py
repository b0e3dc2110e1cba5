from __future__ import annotations

from pathlib import Path

import pytest

from checkers import desktop
from checkers.evidence import Unusable
from tests.checkers.guests import LocalGuest


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.25", 1.25),
        ("true", True),
        ("uint32 300", 300),
        ("int32 -4", -4),
        ("'prefer-dark'", "prefer-dark"),
        ('"it\'s"', "it's"),
        ("['a', 'b']", "['a', 'b']"),
        ("@as []", "@as []"),
    ],
)
def test_reads_settings(local_guest: LocalGuest, text: str, value: object) -> None:
    local_guest.program("python3", f"cat >/dev/null; cat <<'END'\n{text}\nEND")
    assert desktop.setting(local_guest, "schema", "key") == value
    assert desktop.setting_is(local_guest, "schema", "key", value).holds  # type: ignore[arg-type]


def test_near_misses_of_settings(local_guest: LocalGuest) -> None:
    local_guest.program("python3", "cat >/dev/null; echo 1.0")
    assert not desktop.setting_is(local_guest, "schema", "key", 1.25).holds
    assert not desktop.setting_is(local_guest, "schema", "key", True).holds
    local_guest.program("python3", "cat >/dev/null; echo no such schema; exit 1")
    claim = desktop.setting_is(local_guest, "schema", "key", 1.25)
    assert not claim.holds
    assert "no such schema" in claim.found


@pytest.mark.parametrize(
    ("level", "mute", "holds"),
    [
        ("30%", "no", True),
        ("31%", "no", True),
        ("33%", "no", False),
        ("30%", "yes", False),
        ("", "no", False),
    ],
)
def test_volume(local_guest: LocalGuest, level: str, mute: str, holds: bool) -> None:
    script = f'echo "Volume: front-left: 1 / {level} / 0 dB"; echo "Mute: {mute}"'
    local_guest.program("python3", f"cat >/dev/null; {script}")
    assert desktop.volume_is(local_guest, 30).holds is holds


def test_trash(local_guest: LocalGuest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desktop, "TRASH", str(tmp_path / "Trash"))
    assert desktop.trash(local_guest) == []
    for folder in ("files", "info"):
        (tmp_path / "Trash" / folder).mkdir(parents=True)
    (tmp_path / "Trash/files/a b.txt").write_text("x")
    (tmp_path / "Trash/info/a b.txt.trashinfo").write_text(
        "[Trash Info]\nPath=/home/user/a%20b.txt\nDeletionDate=2026-01-01T00:00:00\n"
    )
    (tmp_path / "Trash/files/no-info.txt").write_text("x")
    (tmp_path / "Trash/info/no-file.trashinfo").write_text("[Trash Info]\nPath=/x\n")
    (tmp_path / "Trash/info/link.trashinfo").symlink_to("/etc/hostname")
    assert desktop.trash(local_guest) == [desktop.TrashedFile("a b.txt", "/home/user/a b.txt")]


def test_trash_with_hostile_content(
    local_guest: LocalGuest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop, "TRASH", str(tmp_path / "Trash"))
    for folder in ("files", "info"):
        (tmp_path / "Trash" / folder).mkdir(parents=True)
    (tmp_path / "Trash/files/a").write_text("x")
    (tmp_path / "Trash/info/a.trashinfo").write_bytes(b"Path=/x\0y\0z\n")
    assert [entry.name for entry in desktop.trash(local_guest)] == ["a"]
    monkeypatch.setattr(desktop, "MAX_TRASHED", 0)
    with pytest.raises(Unusable, match="cannot be listed"):
        desktop.trash(local_guest)

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from checkers import files
from checkers.evidence import BadEvidence


def tar(path: Path, members: dict[str, bytes], mode: str = "w:gz") -> str:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return str(path)


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_reads_tar(local_guest: Any, tmp_path: Path, mode: str) -> None:
    path = tar(tmp_path / "a.tar", {"./x/a.txt": b"a", "b.txt": b""}, mode)
    assert files.archive(local_guest, path) == {"x/a.txt": b"a", "b.txt": b""}


def test_reads_zip(local_guest: Any, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x/a.txt", "a")
    assert files.archive(local_guest, str(tmp_path / "a.zip")) == {"x/a.txt": b"a"}


def test_hostile_archives(local_guest: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str, reason: str) -> None:
        with pytest.raises(BadEvidence, match=reason):
            files.archive(local_guest, path)

    refused(tar(tmp_path / "up", {"../a": b""}), "points outside")
    refused(tar(tmp_path / "root", {"/a": b""}), "points outside")
    (tmp_path / "text").write_text("no archive")
    refused(str(tmp_path / "text"), "no archive that can be read")
    (tmp_path / "cut").write_bytes(Path(tar(tmp_path / "whole", {"a": b"x" * 5000})).read_bytes()[:50])
    refused(str(tmp_path / "cut"), "no archive that can be read")
    with tarfile.open(tmp_path / "link", "w") as archive:
        info = tarfile.TarInfo("passwd")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)
    refused(str(tmp_path / "link"), "not a plain file")
    monkeypatch.setattr(files, "MEMBER_LIMIT", 50_000)
    refused(tar(tmp_path / "bomb", {"zeros": bytes(100_000)}), "unpacks to more")
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as zip_file:
        zip_file.writestr("zeros", bytes(100_000))
    refused(str(tmp_path / "bomb.zip"), "unpacks to more")
    monkeypatch.setattr(files, "MAX_MEMBERS", 3)
    refused(tar(tmp_path / "many", {str(number): b"" for number in range(4)}), "more than 3 members")
    refused(str(tmp_path / "missing"), "there is no")
    refused(str(tmp_path), "is a directory, not a file")


def test_texts(local_guest: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\n")
    assert files.read_text(local_guest, str(path)) == "one\ntwo\n"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadEvidence, match="not UTF-8"):
        files.read_text(local_guest, str(path))
    with pytest.raises(BadEvidence, match="more than 1"):
        files.read(local_guest, str(path), limit=1)
    assert files.file_is(local_guest, str(path), b"\xff\xfe").holds
    assert not files.file_is(local_guest, str(path), b"other").holds
    assert not files.file_is(local_guest, str(tmp_path / "none"), b"").holds


def test_trees(local_guest: Any, tmp_path: Path) -> None:
    (tmp_path / "t/sub/empty").mkdir(parents=True)
    (tmp_path / "t/sub/new\nline").write_text("12")
    assert files.tree(local_guest, str(tmp_path / "t"))["sub/new\nline"] == files.Entry(
        "sub/new\nline", "f", 2
    )
    assert files.tree_is(local_guest, str(tmp_path / "t"), ["sub/new\nline"]).holds
    assert not files.tree_is(local_guest, str(tmp_path / "t"), []).holds
    assert not files.tree_is(local_guest, str(tmp_path / "none"), []).holds
    assert files.absent(local_guest, str(tmp_path / "none")).holds
    assert not files.absent(local_guest, str(tmp_path / "t")).holds

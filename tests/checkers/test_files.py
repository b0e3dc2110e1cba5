from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from checkers import files
from checkers.evidence import Unusable
from tests.checkers.guests import LocalGuest


def tar(path: Path, members: dict[str, bytes], mode: str = "w:gz") -> str:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return str(path)


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_reads_tar(local_guest: LocalGuest, tmp_path: Path, mode: str) -> None:
    path = tar(tmp_path / "a.tar", {"./x/a.txt": b"a", "b.txt": b""}, mode)
    assert files.tar_archive(local_guest, path) == {"x/a.txt": b"a", "b.txt": b""}


def test_hostile_archives(local_guest: LocalGuest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str, reason: str) -> None:
        with pytest.raises(Unusable, match=reason):
            files.tar_archive(local_guest, path)

    refused(tar(tmp_path / "up", {"../a": b""}), "stay inside")
    refused(tar(tmp_path / "root", {"/a": b""}), "stay inside")
    (tmp_path / "text").write_text("no archive")
    refused(str(tmp_path / "text"), "readable tar archive")
    (tmp_path / "cut").write_bytes(Path(tar(tmp_path / "whole", {"a": b"x" * 5000})).read_bytes()[:50])
    refused(str(tmp_path / "cut"), "readable tar archive")
    with tarfile.open(tmp_path / "link", "w") as archive:
        info = tarfile.TarInfo("passwd")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)
    refused(str(tmp_path / "link"), "plain files")
    monkeypatch.setattr(files, "UNPACKED_LIMIT", 50_000)
    refused(tar(tmp_path / "bomb", {"zeros": bytes(100_000)}), "unpacks to at most")
    monkeypatch.setattr(files, "MAX_MEMBERS", 3)
    refused(tar(tmp_path / "many", {str(number): b"" for number in range(4)}), "at most 3 members")
    refused(str(tmp_path / "missing"), "no such file")


def test_texts(local_guest: LocalGuest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\n")
    assert files.read_text(local_guest, str(path)) == "one\ntwo\n"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(Unusable, match="not UTF-8"):
        files.read_text(local_guest, str(path))
    monkeypatch.setattr(files, "TEXT_LIMIT", 1)
    with pytest.raises(Unusable, match="at most 1 bytes"):
        files.read_text(local_guest, str(path))
    assert files.file_is(local_guest, str(path), b"\xff\xfe").holds
    assert not files.file_is(local_guest, str(path), b"other").holds
    assert not files.file_is(local_guest, str(tmp_path / "none"), b"").holds


def test_trees(local_guest: LocalGuest, tmp_path: Path) -> None:
    (tmp_path / "t/sub/empty").mkdir(parents=True)
    (tmp_path / "t/sub/new\nline").write_text("12")
    assert files.tree(local_guest, str(tmp_path / "t"))["sub/new\nline"] == files.FileEntry(
        "sub/new\nline", "f", 2
    )
    assert files.tree_is(local_guest, str(tmp_path / "t"), ["sub/new\nline"]).holds
    assert not files.tree_is(local_guest, str(tmp_path / "t"), []).holds
    assert not files.tree_is(local_guest, str(tmp_path / "none"), []).holds
    assert files.absent(local_guest, str(tmp_path / "none")).holds
    assert not files.absent(local_guest, str(tmp_path / "t")).holds
    (tmp_path / "dangling").symlink_to("nowhere")
    assert not files.absent(local_guest, str(tmp_path / "dangling")).holds

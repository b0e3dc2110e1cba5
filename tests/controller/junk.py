"""What file managers and file systems leave in folders."""

from __future__ import annotations

from pathlib import Path

JUNK = (
    *("._a.json", "._a.png", "._a.toml", ".DS_Store", ".AppleDouble", "__MACOSX", "Thumbs.db", "desktop.ini"),
    *("@eaDir", ".directory", ".Trash-1000", ".nfs00000000012", ".fuse_hidden0001", "lost+found"),
    *(".~lock.budget.xlsx#", "~$budget.xlsx"),
)


def leave_junk(folder: Path) -> None:
    """Leave some in a folder."""
    for name in JUNK:
        if "." in name:
            (folder / name).write_bytes(b"\x00\x05\x16\x07\xff")
        else:
            (folder / name).mkdir(exist_ok=True)
            (folder / name / "._a.json").write_bytes(b"\x00\x05\x16\x07\xff")

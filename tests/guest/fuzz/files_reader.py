"""A folder of difficult files in the guest: made from a list of features, and read back entry by entry."""

from __future__ import annotations

from typing import Any, Final

ROOT: Final = "/home/user/fuzz-files"
OUTSIDE: Final = "/tmp/fuzz-outside"

FEATURES: Final = {
    "plain": {"notes.txt": "alpha\nbeta\nalpha beta\n"},
    "crlf": {"crlf.txt": "eins\r\nzwei\r\n\r\ndrei\r\n"},
    "mixed": {"mixed.txt": "one\r\ntwo\nthree\rfour\n"},
    "no end": {"no end.txt": "first\nlast"},
    "mark": {"mark.txt": "\ufeffwith a mark\n"},
    "empty": {"empty.txt": ""},
    "long": {"long.txt": "a long line of words " * 400 + "\nshort\n"},
    "odd": {"-n $(id) 'q'.txt": "x\n", "zwei\nzeilen.txt": "y\n", "[a]*{b}.txt": "z\n", "grün.md": "g\n"},
    "deep": {"sub/deep/er/leaf.txt": "leaf\n", "sub/pic.png": "\x89PNG"},
    "hidden": {".hidden/.file": "h\n"},
}
"""Texts by file, by feature; other features are made by `MAKE`."""
SPECIAL: Final = ("latin", "binary", "links", "outside", "fixed", "pipe", "twin", "names", "folder", "bytes")

MAKE: Final = """
import os, shutil, stat
def make(root, outside, texts, special):
    for place in (root, outside):
        for folder, _, _ in os.walk(place):
            os.chmod(folder, 0o755)
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
    with open(outside + "/secret.txt", "w") as file:
        file.write("outside")
    os.chdir(root)
    for name, text in texts.items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "wb") as file:
            file.write(text.encode())
    if "latin" in special:
        open("latin.txt", "wb").write("grün\\n".encode("latin-1"))
    if "binary" in special:
        open("binary.bin", "wb").write(bytes(range(256)))
    if "links" in special:
        os.symlink("notes.txt", "link.txt")
        os.symlink("nowhere", "dangling")
        os.symlink("loop", "loop")
        os.makedirs("target", exist_ok=True)
        os.symlink("target", "linked folder")
    if "outside" in special:
        os.symlink(outside, "out")
        os.symlink(outside + "/secret.txt", "out.txt")
    if "fixed" in special:
        open("fixed.txt", "w").write("alpha\\n")
        os.chmod("fixed.txt", 0o444)
    if "pipe" in special:
        os.mkfifo("pipe")
    if "twin" in special:
        open("twin.txt", "w").write("alpha\\n")
        os.link("twin.txt", "twin too.txt")
    if "names" in special:
        open("gru\\u0308n.txt", "w").write("d\\n")
    if "folder" in special:
        os.makedirs("empty folder")
        os.makedirs("closed")
        os.chmod("closed", 0o555)
    if "bytes" in special:
        open(b"half \\xff.txt", "w").write("no UTF-8 in its name\\n")
        os.makedirs(b"half \\xff folder/in")
"""

READ: Final = """
def read(root, outside):
    state = {}
    def note(path, name):
        status = os.lstat(path)
        kinds = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}
        kind = kinds.get(stat.S_IFMT(status.st_mode), "other")
        state[name + "#kind"] = kind
        state[name + "#real"] = os.path.realpath(path)
        if kind != "link":
            state[name + "#mode"] = oct(stat.S_IMODE(status.st_mode))
            state[name + "#writable"] = os.access(path, os.W_OK)
        if kind == "link":
            state[name + "#target"] = os.readlink(path)
        elif kind == "file":
            state[name + "#links"] = status.st_nlink
            state[name + "#content"] = open(path, "rb").read().decode("latin-1")
    note(root, ".")
    note(outside + "/secret.txt", "outside")
    for folder, folders, files in os.walk(root):
        for entry in folders + files:
            path = os.path.join(folder, entry)
            note(path, os.path.relpath(path, root))
    state["outside entries"] = sorted(os.listdir(outside))
    return state
"""


def texts_of(features: list[str]) -> dict[str, str]:
    """The text files of these features."""
    return {name: text for feature in features for name, text in FEATURES.get(feature, {}).items()}


def make_code(features: list[str]) -> str:
    """Python that makes the folder anew."""
    return f"make({ROOT!r}, {OUTSIDE!r}, {texts_of(features)!r}, {features!r})"


def read_value() -> Any:
    """A Python expression of the folder's state."""
    return f"read({ROOT!r}, {OUTSIDE!r})"

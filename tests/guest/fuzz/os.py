"""The operating system's tools: files, media, trash, settings and sound."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from controller.core.guest import Guest
from tests.guest.fuzz import os_in_guest
from tests.guest.fuzz.guest_python import GuestPython
from tests.guest.fuzz.os_file_promises import FILE_PROMISES
from tests.guest.fuzz.os_in_guest import DISK, PROFILE_ID, ROOT, TRASH
from tests.guest.fuzz.os_media_promises import MEDIA_PROMISES
from tests.guest.fuzz.os_setting_promises import SETTING_PROMISES
from tests.guest.fuzz.promises import Promise, State, Subject
from tests.guest.processes import end_application

NAMES = (
    *("one.txt", "two  words.txt", "quo'te\".txt", "line\nbreak.txt", "-n $(id).txt", "Отчёт 報告.txt"),
    *("cafe\u0301.txt", "[x]*?.txt", ".hidden.txt", "ONE.TXT", "x.trashinfo", "no ending", "half\udcff.txt"),
    *("ü" * 125 + ".txt", "n" * 251 + ".txt"),
)
TRASHED = tuple(name for name in NAMES if len(os.fsencode(name)) <= 255 - len(".trashinfo"))
FOLDERS = ("", "a/", "a/b/", "two  words/", "new \n folder/", "deep/er/est/")
KINDS = (
    *("text", "empty", "sparse", "link", "folder_link", "dangling", "loop", "outside", "hard", "pipe"),
    *("socket", "unreadable", "readonly", "folder", "repository"),
)
PICTURES = (
    *("rgb.png", "alpha.png", "palette.png", "palette_clear.png", "deep.png", "deep.tiff", "plain.jpg"),
    *("turned.jpg", "turned.png", "grey_alpha.png", "print.jpg", "moving.gif", "moving.webp", "one_bit.bmp"),
    *("cut.jpg", "text.png", "empty.png", "bomb.png", "really_png.jpg"),
)
VIDEOS = ("film.mp4", "film.mkv", "turned.mp4", "slow.mp4", "film.gif", "sound.mp3", "broken.mp4")


class OperatingSystem(Subject):
    """The desktop's user: their files, trash, settings and sound."""

    name = "os"
    promises: ClassVar[Sequence[Promise]] = (*FILE_PROMISES, *MEDIA_PROMISES, *SETTING_PROMISES)

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self._desktop = guest.run(["dconf", "dump", "/"], as_user=True).text
        guest.run(["sh", "-c", f"mkdir -p {DISK} && mount -t tmpfs -o size=4m,mode=777 fuzz {DISK}"])
        self.python = GuestPython(guest)
        self.python.run(Path(os_in_guest.__file__).read_text())
        self.python.run("make_media()", seconds=180)

    def documents(self) -> SearchStrategy[Any]:
        odd = st.builds(
            lambda folder, name, kind: (folder + name, kind),
            *map(st.sampled_from, (FOLDERS, NAMES, KINDS)),
        )
        media = st.builds(
            lambda folder, kind: (folder + kind, kind), *map(st.sampled_from, (FOLDERS, PICTURES + VIDEOS))
        )
        originals = (f"{ROOT}/one.txt", f"{ROOT}/gone/one.txt", f"{ROOT}/first.txt/x", f"{DISK}/back.txt", "")
        trashed = st.tuples(
            *map(st.sampled_from, (TRASHED, originals, ("text", "folder", "link", "pipe", "dangling")))
        )
        settings = st.tuples(
            st.sampled_from(["1.0", "1.25", "0.5", "3.0"]),
            *[st.sampled_from(["true", "false"])],
            st.sampled_from(["uint32 0", "uint32 300"]),
            st.sampled_from(["uint32 0", "uint32 30"]),
            st.sampled_from(["true", "false"]),
            st.sampled_from([f"'{PROFILE_ID}'"] * 4 + ["''", "'gone'", "'../x'"]),
        )
        loudness = st.sampled_from([0, 50, 100])
        sound = st.tuples(loudness, loudness, st.booleans())
        return st.fixed_dictionaries(
            {
                "files": st.lists(st.one_of(odd, media), max_size=8),
                "trash": st.lists(trashed, max_size=4),
                "locked_folders": st.lists(
                    st.sampled_from(["a", "a/b", "two  words", "deep/er"]), max_size=2
                ),
                "full_disk": st.sampled_from([False, False, False, True]),
                "settings": settings,
                "sound": sound,
            }
        )

    def open(self, document: Any) -> None:
        end_application(self.guest, "gnome-terminal-server")
        wipe = f"rm -rf {ROOT} {TRASH} {DISK}/* {DISK}/.[!.]* /home/user/.gitconfig; chmod 777 {DISK}"
        self.guest.run(["sh", "-c", f"cd /; {wipe}"])
        self.python.run(f"make({document!r})")

    def state(self) -> State:
        found: State = self.python.value("read()")
        return found

    def memory_mib(self) -> float:
        output = self.guest.run(["sh", "-c", "pgrep -u user -f mcp_tools | xargs -r ps -o rss= -p"]).text
        return sum(int(line) for line in output.split()) / 1024

    def close(self) -> None:
        end_application(self.guest, "gnome-terminal-server")
        self.python.close()
        self.guest.run(["sh", "-c", f"cd /; rm -rf {ROOT} {TRASH}; umount {DISK}"])
        # Text of three times the size, for example, makes other applications' windows larger than the screen.
        self.guest.run(["dconf", "reset", "-f", "/"], as_user=True)
        self.guest.run(["dconf", "load", "/"], as_user=True, stdin=self._desktop.encode())

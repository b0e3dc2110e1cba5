"""VLC: what its playlist, its window and its settings file are, read without the tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from controller.core.guest import Guest
from tests.guest.fuzz import vlc_promises
from tests.guest.fuzz.guest_python import GuestPython
from tests.guest.fuzz.promises import Promise, State, Subject
from tests.guest.fuzz.vlc_promises import BROKEN, FOLDER, MEDIA, SOUND, VLCRC
from tests.guest.processes import end_application

CLIPS = Path(__file__).parents[3] / "tasks" / "vlc" / "show_third_clip" / "files" / "trip"
PORT = 8090
ODD_LINES = ("# a comment", "odd", "=nothing", "snapshot-prefix=\xe4\udcff", " audio-language=de ")

_READER = f"""
import base64, json, os, re, subprocess, time, urllib.error, urllib.request

def get(page):
    request = urllib.request.Request("http://127.0.0.1:{PORT}/requests/" + page)
    request.add_header("Authorization", "Basic " + base64.b64encode(b":testbed").decode())
    with urllib.request.urlopen(request, timeout=5) as answer:
        return json.load(answer)

def leaves(node):
    for child in node.get("children", []):
        if child["type"] == "leaf":
            yield child
        else:
            yield from leaves(child)

def wait(condition):
    deadline = time.monotonic() + 120
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("VLC is not in the state that the document asks for")
        time.sleep(0.02)

def listens():
    try:
        return bool(get("status.json"))
    except (urllib.error.URLError, OSError):
        return False

def is_picture_on_screen():
    tree = subprocess.run(["xwininfo", "-root", "-tree"], capture_output=True, text=True).stdout
    wide = re.findall(r'(0x[0-9a-f]+) .*"vlc".* 1280x720\\+0\\+0', tree)
    shown = [w for w in wide if "IsViewable" in subprocess.run(
        ["xwininfo", "-id", w], capture_output=True, text=True).stdout]
    return len(shown) >= 4

def is_fullscreen():
    # A window that is about to change may have the screen's size for a moment.
    deadline = time.monotonic() + 3
    while (shown := is_picture_on_screen()) != get("status.json")["fullscreen"] and time.monotonic() < deadline:
        time.sleep(0.1)
    return shown

def state():
    rc = os.path.expanduser("~/.config/vlc/vlcrc")
    lines = open(rc, "rb").read().decode("utf-8", "surrogateescape").split("\\n") if os.path.exists(rc) else []
    known = {{"vlcrc/line/" + str(n): l.encode("utf-8", "backslashreplace").decode() for n, l in enumerate(lines)}}
    running = subprocess.run(["pgrep", "-x", "vlc"], capture_output=True).returncode == 0
    known["running"] = running
    if not running:
        return known
    now = get("status.json")
    items = list(leaves(get("playlist.json")["children"][0]))
    stopped = now["state"] == "stopped"
    # Of a list that it has not played, VLC makes the first entry the current one, at some later time.
    first = 0 if stopped and items else -1
    current = next((n for n, item in enumerate(items) if "current" in item), first)
    known |= {{"playlist": [item["uri"] for item in items], "state": now["state"], "current": current}}
    known |= {{name: now[name] for name in ("loop", "repeat", "random")}}
    # While it plays, VLC counts in whole thousandths of the period: 1.5 is 1000/666.
    known["rate"] = round(now["rate"], 2)
    # Until it has played sound, VLC tells 0 instead of 100; no document and no call makes it 0.
    known["volume"] = round(now["volume"] / 2.56) or 100
    if not stopped:
        known["fullscreen"] = is_fullscreen()
    if now["state"] == "paused":
        known["second"] = round(now["position"] * now["length"], 1)
    return known
"""


class Vlc(Subject):
    """VLC with a playlist of clips, sound and broken files."""

    name: ClassVar[str] = "vlc"
    promises: ClassVar[list[Promise]] = vlc_promises.PROMISES
    calls_per_document: ClassVar[int] = 30

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self._python = GuestPython(guest)
        self._python.run(_READER)
        guest.run(["rm", "-rf", FOLDER])  # an earlier test on this guest left its own
        for name, source in zip(MEDIA, sorted(CLIPS.glob("*.mp4")), strict=False):
            guest.write_file(f"{FOLDER}/{name}", source.read_bytes())
        make_sound = ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=d=20", f"{FOLDER}/{SOUND}"]
        guest.run(make_sound, as_user=True)
        guest.write_file(f"{FOLDER}/text.txt", b"no media\n")
        guest.write_file(f"{FOLDER}/empty.mp4", b"")
        guest.run(["mkfifo", f"{FOLDER}/fifo.mp4"], as_user=True)
        guest.run(["mkdir", f"{FOLDER}/folder.mp4"], as_user=True)
        self._settings = guest.read_file(VLCRC)

    def documents(self) -> SearchStrategy[Any]:
        return st.fixed_dictionaries(
            {
                "items": st.lists(st.sampled_from([*MEDIA, *BROKEN, SOUND]), max_size=4),
                "state": st.sampled_from(["playing", "paused", "stopped", "none"]),
                "keys": st.sampled_from([[], [], ["ctrl", "p"], ["ctrl", "h"], ["F11"], ["ctrl", "l"]]),
                "lines": st.lists(st.sampled_from(ODD_LINES), max_size=3, unique=True),
                "loop": st.booleans(),
                "switches": st.sampled_from([[], [], [], ["random"], ["repeat"], ["random", "repeat"]]),
            }
        )

    def open(self, document: Any) -> None:
        end_application(self.guest, "vlc", port=PORT)
        switches = [f"{name}=1" for name in document.get("switches", ())]
        lines = [self._settings.decode(), *document["lines"], "loop=1" if document["loop"] else "", *switches]
        self.guest.write_file(VLCRC, "\n".join(lines).encode("utf-8", "surrogateescape"))
        if document["state"] == "none":
            return
        first, *others = document["items"] or [None]
        if first in BROKEN:
            first = MEDIA[0]
        opened = [f"{FOLDER}/{first}"] if first else []
        self.guest.run(["testbed-open", "vlc", *opened], as_user=True)
        self._python.run("wait(listens)")
        if opened:
            shown = "playedabuffers" if first == SOUND else "displayedpictures"
            self._python.run(f"wait(lambda: get('status.json').get('stats', {{}}).get({shown!r}, 0) > 0)")
        for name in others:
            uri = f"file://{FOLDER}/{name}"
            self._python.run(f"get({'status.json?command=in_enqueue&input=' + uri!r})")
        if opened and document["state"] != "playing":
            command = {"paused": "pl_forcepause", "stopped": "pl_stop"}[document["state"]]
            self._python.run(
                f"get('status.json?command={command}')\n"
                f"wait(lambda: get('status.json')['state'] == {document['state']!r})"
            )
        if document["keys"]:
            self.guest.call_tool("computer.key", {"keys": document["keys"]})
            self.guest.call_tool("computer.screenshot")

    def state(self) -> State:
        return dict(json.loads(self._python.run("print(json.dumps(state()))")))

    def memory_mib(self) -> float:
        sizes = self.guest.run(["ps", "-C", "vlc", "-o", "rss="], check=False).text.split()
        return sum(map(int, sizes)) / 1024

    def close(self) -> None:
        end_application(self.guest, "vlc", port=PORT)
        self.guest.write_file(VLCRC, self._settings)
        self._python.close()

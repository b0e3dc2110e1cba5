"""The attacks that are played on every task to which they apply.

Their classes are those in which benchmarks of agents were found to give the score without the work: gold that the agent
can read, checkers that find words instead of results, lenient comparisons of answers, and state that the agent forges.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from controller.core.guest import HOME
from controller.proofs.attacks.attack import Attack, Scene, reads_answer, reads_files
from controller.proofs.attacks.stuffed import stuffed_file

GOLD = ("*gold*", "*expected*", "*solution*", "*truth*", "check.py", "solve.py", "variant.py", "task.toml")
"""Names that files with the right result may have."""
NOT_SEARCHED = ("/proc", "/sys", "/dev", "/usr", "/var/lib/dpkg", "/var/cache", "/opt")
"""Folders of the system: the same in every guest."""
MOST_GOLD = 10
HUGE_BYTES = "200M"
"""More than any checker reads."""
MOST_NAMES = 20
_DIGIT = re.compile(r"[0-9]")
LONGEST_ANSWER = 3900
APPLICATIONS = "soffice|chrom|node|vlc|gimp|thunderbird|nautilus"
"""Beginnings of the names of the programs that checkers ask, as `pkill` takes them."""


def _gold(scene: Scene) -> Iterator[str]:
    """A file with a result's own name counts outside the user's home alone: in it the task may have put that."""
    pruned = [part for folder in NOT_SEARCHED for part in ("-path", folder, "-prune", "-o")]
    wanted = [part for name in GOLD for part in ("-o", "-iname", name)][1:]
    for path in scene.originals:
        wanted += ["-o", "(", "-name", PurePosixPath(path).name, "-not", "-path", f"{HOME}/*", ")"]
    found = scene.run(
        "find", "/", *pruned, "-type", "f", "-readable", "(", *wanted, ")", "-size", "-4096k", "-print"
    )
    for gold in [path for path in found.text.splitlines() if path not in scene.originals][:MOST_GOLD]:
        for path in scene.originals:
            if PurePosixPath(path).suffix == PurePosixPath(gold).suffix:
                scene.clear(path)
                scene.run("cp", gold, path)
        yield scene.run("head", "-c", str(LONGEST_ANSWER), gold).text
    yield ""


def _stuff(scene: Scene) -> Iterator[str]:
    words = [scene.task.instruction, *scene.task.instruction.split(), *scene.words]
    for path in scene.originals:
        scene.replace(path, stuffed_file(path, words))
    yield "; ".join(words)[:LONGEST_ANSWER]


def _copy(scene: Scene) -> Iterator[str]:
    """Missing results are copies of files that are there; the others are left as they are."""
    present = [path for path, data in scene.originals.items() if data is not None]
    missing = [path for path, data in scene.originals.items() if data is None]
    for source in present or [f"{HOME}/.bashrc"]:
        for path in missing:
            scene.clear(path)
            scene.run("cp", source, path)
        yield ""


def _all_options(scene: Scene) -> Iterator[str]:
    """With another one beside each number, as the only number that a checker names may be the right answer."""
    numbers = [_DIGIT.sub(_other_digit, word, count=1) for word in scene.words]
    options = list(dict.fromkeys([*scene.words, *numbers]))
    yield ", ".join(options)[:LONGEST_ANSWER]
    yield "One of these: " + " or ".join(reversed(options))[:LONGEST_ANSWER]


def _other_digit(digit: re.Match[str]) -> str:
    return str(int(digit[0]) % 9 + 1)


def _negate(scene: Scene) -> Iterator[str]:
    for word in scene.words:
        yield f"It is not {word}."


def _empty(scene: Scene) -> Iterator[str]:
    for path in scene.originals:
        scene.replace(path, b"")
    yield ""


def _huge(scene: Scene) -> Iterator[str]:
    for path in scene.originals:
        scene.clear(path)
        scene.run("truncate", "-s", HUGE_BYTES, path)
    yield ""


def _symlinks(scene: Scene) -> Iterator[str]:
    for target in ("/dev/zero", "/etc/passwd", "/root", "/proc/self/environ"):
        for path in scene.originals:
            scene.clear(path)
            scene.run("ln", "-s", target, path)
        yield ""


def _file_names(scene: Scene) -> Iterator[str]:
    folders = {str(PurePosixPath(path).parent) for path in scene.originals} | {f"{HOME}/Desktop"}
    for folder in sorted(folders):
        for word in scene.words[:MOST_NAMES]:
            name = word.replace("/", " ").strip()[:80]
            if name and f"{folder}/{name}" not in scene.originals:
                scene.replace(f"{folder}/{name}", b"")
    yield ""


def _clock(scene: Scene) -> Iterator[str]:
    scene.run("date", "--set", "+400 days")
    scene.run("timedatectl", "--no-ask-password", "set-time", "2099-01-01 00:00:00")
    scene.run("timedatectl", "--no-ask-password", "set-timezone", "Pacific/Kiritimati")
    scene.run("systemctl", "--user", "set-environment", "TZ=Pacific/Kiritimati")
    for path, data in scene.originals.items():
        if data is not None:
            scene.run("touch", "-d", "2099-01-01", path)
    yield ""


_WINDOWS = """
import gi, sys
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
for title in sys.argv[1:]:
    window = Gtk.Window(title=title)
    window.set_wmclass(title.lower(), title)
    window.show()
Gtk.main()
"""
_PORTS = """
import http.server, socketserver, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = sys.argv[2].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
socketserver.TCPServer.allow_reuse_address = True
socketserver.TCPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
"""
PLAYER_PORT = "8090"
BROWSER_PORT = "9222"
READY_SECONDS = "10"


def _forge(scene: Scene) -> Iterator[str]:
    """Windows with the names of the results, and servers in the place of programs that checkers ask."""
    titles = [PurePosixPath(path).name for path in scene.originals] + list(scene.words[:10])
    scene.run(
        "systemd-run", "--user", "--quiet", "--collect", "python3", "-c", _WINDOWS, *(titles or ["done"])
    )
    scene.run("pkill", "-KILL", "vlc|chrom")
    says = {
        PLAYER_PORT: json.dumps({"state": "playing", "title": "; ".join(scene.words)[:500]}),
        BROWSER_PORT: json.dumps([{"type": "page", "title": word, "url": word} for word in scene.words]),
    }
    for port, content in says.items():
        scene.run("systemd-run", "--user", "--quiet", "--collect", "python3", "-c", _PORTS, port, content)
        scene.run(
            "timeout", READY_SECONDS, "sh", "-c", f"until curl -s -m 1 127.0.0.1:{port}; do sleep 0.2; done"
        )
    yield ""


def _kill(scene: Scene) -> Iterator[str]:
    scene.run("pkill", "-KILL", APPLICATIONS)
    yield ""


ATTACKS: tuple[Attack, ...] = (
    Attack(
        "gold", "searches the guest for files with the right result, copies them and answers with them", _gold
    ),
    Attack(
        "stuffed result",
        "writes the instruction's and the checker's words into every file that the checker reads",
        _stuff,
        reads_files,
    ),
    Attack(
        "copied input", "puts copies of the files that are there in the result's place", _copy, reads_files
    ),
    Attack("all options", "answers with all names and numbers that may be right", _all_options, reads_answer),
    Attack("negated answer", "says of each name and number that it is not the answer", _negate, reads_answer),
    Attack("empty file", "leaves the result empty", _empty, reads_files),
    Attack("huge file", "leaves a result of 200 MB", _huge, reads_files),
    Attack(
        "symlink",
        "links the result to a device, a system file, a folder and a process's file",
        _symlinks,
        reads_files,
    ),
    Attack("file name", "gives empty files the names of what may be right", _file_names),
    Attack("clock", "sets the clock, the time zone and the files' times", _clock, destructive=True),
    Attack(
        "forged window",
        "opens windows with the results' names, and answers in the place of the player and the browser",
        _forge,
        destructive=True,
    ),
    Attack("killed programs", "ends the programs that checkers ask", _kill, destructive=True),
)
"""In the order in which they are played: those that destroy something last."""

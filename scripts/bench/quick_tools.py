"""What the settings and information tools of the system, git, VLC, VS Code and Chrome cost.

    .venv/bin/python scripts/bench/quick_tools.py [--only os,git,vlc,code,chrome]

Prints the median of each call beside the target. A call that changes something is timed on a settled screen, as an
agent makes it. In brackets: what an application takes by itself, asked from inside the guest. VS Code's settings take
what its own `configuration.update` takes, most of it the thread of its page; a page of Chrome what it takes to load.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from controller.guest import HOME, Guest
from controller.providers.base import GuestOptions
from controller.providers.nspawn import create
from controller.waiting import wait_until

TARGET_MS = 15
TIMES = 20
CLIP = Path(__file__).parents[2] / "tasks/vlc/show_third_clip/files/trip"
FOLDER = f"{HOME}/quick"
OS, VLC, CODE, CHROME = "osworld_mcp_os", "osworld_mcp_vlc", "osworld_mcp_code", "osworld_mcp_google_chrome"

Row = tuple[str, Callable[[], float]]
"""What is called, and what gives its median in milliseconds."""

IN_GUEST = """
import statistics, subprocess, sys, time
def run():
    start = time.perf_counter()
    subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1000
run()
print(statistics.median(run() for _ in range(20)))
"""

UPDATE = """
import statistics, time
from mcp_tools.code_window import active_window
window = active_window()
def run(number):
    start = time.perf_counter()
    window.call("set_setting", key="editor.wordWrapColumn", value=110 + number % 2)
    return (time.perf_counter() - start) * 1000
run(1)
print(statistics.median(run(number) for number in range(20)))
"""


def call(guest: Guest, name: str, **arguments: Any) -> None:
    result = guest.call_tool(name, arguments)
    if result.is_error:
        raise SystemExit(f"{name}: {result.text}")


def median_ms(action: Callable[[], Any], before: Callable[[], Any] = lambda: None) -> float:
    action()
    durations = []
    for _ in range(TIMES):
        before()
        start = time.perf_counter()
        action()
        durations.append((time.perf_counter() - start) * 1000)
    return statistics.median(durations)


def process_ms(guest: Guest, *argv: str) -> float:
    """What a process that runs this takes in the guest, its start included."""
    return float(guest.run(["python3", "-c", IN_GUEST, *argv], as_user=True).text)


def each(guest: Guest, name: str, **choices: Any) -> Row:
    """A call; an argument that is a list takes its values in turn, so that each call changes something."""
    turns = {
        key: itertools.cycle(value if isinstance(value, list) else [value]) for key, value in choices.items()
    }
    changed = [key for key, value in choices.items() if isinstance(value, list)]

    def action() -> None:
        call(guest, name, **{key: next(values) for key, values in turns.items()})

    def settle() -> None:
        if changed:
            call(guest, "computer.screenshot")

    return " ".join([name.removeprefix("osworld_mcp_"), *changed]), lambda: median_ms(action, settle)


def in_turn(guest: Guest, *names: str) -> Row:
    """Calls without arguments that take each other back."""
    turns = itertools.cycle(names)
    shown = " and ".join(name.removeprefix("osworld_mcp_") for name in names)
    return shown, lambda: median_ms(
        lambda: call(guest, next(turns)), lambda: call(guest, "computer.screenshot")
    )


def of_system(guest: Guest) -> Iterator[Row]:
    yield each(guest, f"{OS}.calculator", expression="6*7")
    for name in ("get_volume", "get_text_scale", "get_do_not_disturb_status", "get_trash_directory"):
        yield each(guest, f"{OS}.{name}")
    yield each(guest, f"{OS}.set_volume", percent=[30, 60])
    yield each(guest, f"{OS}.change_text_scale", new_scale=[1.0, 1.25])
    yield each(guest, f"{OS}.change_text_scale", new_scale=1.0)
    yield each(guest, f"{OS}.set_do_not_disturb", enable=[True, False])
    yield each(guest, f"{OS}.configure_auto_lock", idle_delay_seconds=[0, 600], enable_lock=[False, True])
    yield each(guest, f"{OS}.set_default_terminal_size", columns=[80, 100], rows=[24, 30])
    yield each(guest, f"{OS}.search_files", keyword="note")
    yield each(guest, "filesystem_list_directory", path=HOME)


def of_git(guest: Guest) -> Iterator[Row]:
    repo = f"{FOLDER}/repo"
    commands = f"""set -e; mkdir -p {repo}; cd {repo}; git init -q
    git config user.name Ann; git config user.email a@example.com
    for n in 1 2 3; do echo $n >$n.txt; git add .; git commit -qm "commit $n"; done"""
    guest.run(["sh", "-c", commands], as_user=True)
    git = ("git", "-C", repo)
    for words in (
        ("version",),
        ("status",),
        ("log", "-3"),
        ("add", "."),
        ("config", "--local", "user.name", "Ann"),
    ):
        yield f"(git {' '.join(words[:2])})", lambda words=words: process_ms(guest, *git, *words)
    yield each(guest, "git_init", repo_path=repo)
    yield each(guest, "git_status", repo_path=repo)
    yield each(guest, "git_log", repo_path=repo)
    yield each(guest, "git_diff_unstaged", repo_path=repo)
    yield each(guest, "git_show", repo_path=repo, revision="HEAD")
    yield each(guest, "git_branch", repo_path=repo, branch_type="local")
    yield each(guest, "git_add", repo_path=repo, files=[["1.txt"]])
    operation = f"{OS}.git_operation"
    for word in ("status", "log"):
        yield f"os.git_operation {word}", each(guest, operation, operation=word, repo_path=repo)[1]
    yield each(
        guest, f"{OS}.git_set_user_info", username=["Ann", "Ben"], email="a@example.com", is_global=True
    )


def of_vlc(guest: Guest) -> Iterator[Row]:
    clips = []
    for number, source in enumerate(sorted(CLIP.glob("*.mp4"))):
        clips.append(f"{FOLDER}/{number}.mp4")
        guest.write_file(clips[-1], source.read_bytes())
    guest.run(["testbed-open", "vlc", clips[0]], as_user=True)
    wait_until(lambda: not guest.call_tool(f"{VLC}.play", {}).is_error, seconds=60, what="VLC")
    for clip in clips[1:]:
        call(guest, f"{VLC}.add_to_playlist", uri=clip)
    for name in ("get_playlist", "get_current_time", "get_media_duration", "get_settings"):
        yield each(guest, f"{VLC}.{name}")
    yield each(guest, f"{VLC}.get_media_files", path=FOLDER)
    yield each(guest, f"{VLC}.set_settings", field="volume", value=["50", "80"])
    yield each(guest, f"{VLC}.set_settings", field="rate", value=["1", "1.5"])
    yield each(guest, f"{VLC}.set_settings", field="loop", value=["1", "0"])
    yield each(guest, f"{VLC}.set_settings", field="snapshot-path", value=["/tmp", "/var/tmp"])
    yield in_turn(guest, f"{VLC}.pause", f"{VLC}.play")
    yield in_turn(guest, f"{VLC}.next", f"{VLC}.previous")
    yield each(guest, f"{VLC}.toggle_fullscreen")
    yield each(guest, f"{VLC}.add_to_playlist", uri=clips[0])
    guest.run(["pkill", "-x", "-u", "user", "vlc"])


def of_code(guest: Guest) -> Iterator[Row]:
    guest.write_file(f"{FOLDER}/work/a.txt", b"one\n")
    launched = guest.call_tool(f"{CODE}.launch_vscode", {"path": f"{FOLDER}/work"}, timeout=120)
    if launched.is_error:
        raise SystemExit(launched.text)
    call(guest, f"{CODE}.goto_file", file_path=f"{FOLDER}/work/a.txt")
    yield each(guest, f"{CODE}.list_extensions")
    python = ["env", "PYTHONPATH=/opt/testbed", "/opt/testbed/venv/bin/python", "-c", UPDATE]
    yield "(VS Code's configuration.update)", lambda: float(guest.run(python, as_user=True).text)
    yield each(guest, f"{CODE}.set_word_wrap_column", column=[90, 100])
    yield "code.set_word_wrap_column, as it is", each(guest, f"{CODE}.set_word_wrap_column", column=100)[1]
    yield each(guest, f"{CODE}.set_auto_save_delay", delay_ms=[900, 1100])
    yield each(guest, f"{CODE}.set_focus_editor_on_break", value=[False, True])
    yield each(guest, f"{CODE}.set_wrap_tabs", value=[True, False])
    yield each(guest, f"{CODE}.add_files_exclude", pattern=[f"**/out{number}" for number in range(50)])
    overrides = f"{CODE}.set_python_diagnostics_override"
    yield each(guest, overrides, rule="reportMissingImports", severity=["none", "error"])
    yield each(guest, f"{CODE}.toggle_sync", state="off")
    yield each(guest, f"{CODE}.set_color_theme", theme_name=["Monokai", "Dark Modern"])


def of_chrome(guest: Guest) -> Iterator[Row]:
    call(guest, f"{CHROME}.chrome_open_tabs_setup", url="chrome://version")
    yield each(guest, f"{CHROME}.open_bookmarks")
    yield each(guest, f"{CHROME}.open_extensions")
    yield each(guest, f"{CHROME}.open_privacy_settings")


PARTS = {"os": of_system, "git": of_git, "vlc": of_vlc, "code": of_code, "chrome": of_chrome}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", default=",".join(PARTS), help="parts to measure, between commas")
    options = parser.parse_args()
    table = Table("call", "median", "target")
    provider = create(GuestOptions())
    try:
        guest = provider.start()
        for part in options.only.split(","):
            for name, measure in PARTS[part](guest):
                taken = measure()
                table.add_row(name, f"{taken:.1f} ms", f"<= {TARGET_MS} ms" if taken <= TARGET_MS else "over")
    finally:
        provider.close()
    Console(width=110).print(table)


if __name__ == "__main__":
    main()

"""OSWorld's protocol on a real guest, over HTTP: what its controllers ask, and the forms of the answers."""

from __future__ import annotations

import io
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx2
import pytest
from PIL import Image

from controller.core.guest import Guest
from controller.core.windows import windows_of
from plugins.osworld.serving.desktops import ServedDesktop
from plugins.osworld.tasks.server.commands import run_in_guest
from tests.checkers.office_files import zipped
from tests.waiting import eventually, poll

pytestmark = pytest.mark.guest

NAMES = {
    "st": "https://accessibility.ubuntu.example.org/ns/state",
    "cp": "https://accessibility.ubuntu.example.org/ns/component",
}


@pytest.fixture(scope="module")
def desktop(osworld_guest: Guest) -> Iterator[ServedDesktop]:
    desktop = ServedDesktop(osworld_guest)
    yield desktop
    desktop.close()


@pytest.fixture(scope="module")
def client(desktop: ServedDesktop) -> Iterator[httpx2.Client]:
    host, server = desktop.address.split(":")[:2]
    with httpx2.Client(base_url=f"http://{host}:{server}", timeout=180) as client:
        yield client


def post(client: httpx2.Client, path: str, /, **fields: Any) -> Any:
    response = client.post(path, json=fields)
    assert response.status_code == 200, response.text
    return response.json() if response.headers["content-type"] == "application/json" else response.text


@pytest.mark.core
def test_a_command_is_the_users(client: httpx2.Client) -> None:
    said = post(client, "/execute", command="id -un; pwd; echo $DISPLAY", shell=True)
    assert said == {"status": "success", "output": "user\n/home/user\n:0\n", "error": "", "returncode": 0}
    assert post(client, "/execute", command=["wmctrl", "-l"])["returncode"] == 0
    assert post(client, "/execute", command=["false"])["returncode"] == 1


ACTIONS = (
    "import pyautogui; pyautogui.moveTo(640, 360); print(pyautogui.position(), pyautogui.size())",
    "import os, sys, pyautogui\nprint(__name__, sys.argv, os.getcwd(), sorted(vars()), sys.stdin.read())",
    "import pyautogui\n\ndef fail():\n    raise ValueError('no')\n\nfail()",
    "import pyautogui bad(",
    "import pyautogui, sys; print('to both'); sys.exit('ended')",
    "import pyautogui, sys; sys.exit(3)",
    "import pyautogui, os; os.kill(os.getpid(), 9)",
    "import pyautogui, atexit; atexit.register(print, 'at the end'); pyautogui.typewrite('é\\n')",
)


@pytest.mark.core
def test_actions_end_as_those_of_a_python_of_their_own(client: httpx2.Client, osworld_guest: Guest) -> None:
    server = ["grep", "-q", "@testbed-python", "/proc/net/unix"]
    eventually(lambda: osworld_guest.run(server, check=False).exit_code == 0, what="PyAutoGUI is imported")
    prepared = [post(client, "/execute", command=["python", "-c", code]) for code in ACTIONS]
    own = [post(client, "/execute", command=["/usr/bin/python3", "-c", code]) for code in ACTIONS]
    assert prepared == own
    assert [answer["returncode"] for answer in own] == [0, 0, 1, 1, 1, 3, -9, 0]


def test_an_action_without_end_is_ended(osworld_guest: Guest) -> None:
    command = ["python", "-c", "import pyautogui, time; time.sleep(999)"]
    assert "timed out" in run_in_guest(osworld_guest, 1, command=command)["timeout"]
    marked = "import pyautogui; print('the next one runs')"
    assert (
        run_in_guest(osworld_guest, 30, command=["python", "-c", marked])["output"] == "the next one runs\n"
    )


@pytest.mark.core
def test_the_screenshot_and_its_size(client: httpx2.Client) -> None:
    size = client.post("/screen_size").json()
    picture = Image.open(io.BytesIO(client.get("/screenshot").content))
    assert picture.format == "PNG" and picture.size == (size["width"], size["height"])
    assert len(client.get("/cursor_position").json()) == 2


@pytest.mark.core
def test_a_document_is_opened_and_its_window_closed(client: httpx2.Client, osworld_guest: Guest) -> None:
    files = {"file_data": ("note.txt", b"hello")}
    client.post("/setup/upload", data={"file_path": "/home/user/Documents/note.txt"}, files=files)
    post(client, "/setup/open_file", path="/home/user/Documents/note.txt")
    post(client, "/setup/close_window", window_name="note.txt")
    titles = poll(
        lambda: [window.title for window in windows_of(osworld_guest)],
        lambda titles: not any("note.txt" in title for title in titles),
    )
    assert not any("note.txt" in title for title in titles)
    assert client.post("/setup/open_file", json={"path": "/home/user/none.txt"}).status_code == 404


def test_the_terminals_text(client: httpx2.Client) -> None:
    assert client.get("/terminal").json() == {"output": None, "status": "success"}
    post(client, "/setup/launch", command=["gnome-terminal", "--maximize", "--working-directory=/home/user"])
    post(
        client,
        "/execute_with_verification",
        command="true",
        shell=True,
        verification={"window_exists": "user@"},
    )
    post(client, "/execute", command=["xdotool", "type", "echo a$((1+1))b\n"])
    said = poll(lambda: client.get("/terminal").json()["output"] or "", lambda text: "a2b" in text)
    assert "a2b" in said and not said.endswith("\n")
    post(client, "/execute", command=["pkill", "-f", "gnome-terminal-server"])


def test_a_spreadsheet_in_the_accessibility_tree(client: httpx2.Client) -> None:
    rows = "\n".join(f"item {row},{row}" for row in range(1, 40)).encode()
    files = {"file_data": ("items.csv", rows)}
    client.post("/setup/upload", data={"file_path": "/home/user/items.csv"}, files=files)
    post(client, "/setup/launch", command="localc --infilter=CSV:44,34,76 --norestore items.csv", shell=True)
    verified = {"window_exists": "items.csv"}
    post(
        client,
        "/execute_with_verification",
        command="true",
        shell=True,
        verification=verified,
        max_wait_time=90,
    )

    def read() -> ElementTree.Element:
        return ElementTree.fromstring(client.get("/accessibility").json()["AT"])

    tree = poll(read, lambda root: root.find(".//table-cell[@name='A5']") is not None, seconds=60)
    assert tree.tag == "desktop-frame"
    office = tree.find("application[@name='soffice']")
    assert office is not None
    cell = office.find(".//table-cell[@name='A5']")
    assert cell is not None and cell.text == "item 5"
    assert cell.get(f"{{{NAMES['st']}}}showing") == "true"
    x, y = map(int, str(cell.get(f"{{{NAMES['cp']}}}screencoord")).strip("()").split(","))
    assert 0 < x < 1920 and 0 < y < 1080
    started = time.monotonic()
    read()
    print(f"accessibility of an open sheet: {time.monotonic() - started:.2f} s")
    assert client.post("/window_size", data={"app_class_name": "libreoffice-calc"}).json()["width"] > 500
    post(client, "/execute", command=["pkill", "soffice"])


def test_the_browsers_name(client: httpx2.Client, osworld_guest: Guest) -> None:
    osworld_guest.call_tool("computer.enable_accessibility", {})
    osworld_guest.write_file("/home/user/page.html", b"<title>A page</title><button>Press here</button>")
    post(client, "/setup/launch", command=["google-chrome", "file:///home/user/page.html"])
    post(
        client,
        "/execute_with_verification",
        command="true",
        shell=True,
        verification={"window_exists": "A page"},
        max_wait_time=60,
    )

    def read() -> ElementTree.Element | None:
        root = ElementTree.fromstring(client.get("/accessibility").json()["AT"])
        return root.find("application[@name='Google Chrome']//*[@name='Press here']")

    assert poll(read, lambda found: found is not None, seconds=60) is not None
    assert post(client, "/execute", command=["pgrep", "-x", "chrome"])["returncode"] == 0
    post(client, "/execute", command=["pkill", "chrome"])
    gone = poll(
        lambda: post(client, "/execute", command=["pgrep", "chrom"])["output"], lambda pids: pids == ""
    )
    assert gone == ""


def test_the_browsers_port_behind_socat(client: httpx2.Client, desktop: ServedDesktop) -> None:
    port = int(desktop.address.split(":")[2])
    browser = ["google-chrome", "--remote-debugging-port=1337", "file:///home/user/page.html"]
    post(client, "/setup/launch", command=browser)
    post(client, "/setup/launch", command=["socat", "tcp-listen:9222,fork", "tcp:localhost:1337"])

    def titles() -> list[str]:
        try:
            pages = httpx2.get(f"http://localhost:{port}/json/list", timeout=5).json()
        except (httpx2.HTTPError, ValueError):
            return []
        return [page["title"] for page in pages if page["type"] == "page"]

    assert poll(titles, lambda found: "A page" in found, seconds=60) == ["A page"]
    post(client, "/execute", command="pkill chrome; pkill socat", shell=True)


def test_vlc_answers_to_osworlds_password(client: httpx2.Client, desktop: ServedDesktop) -> None:
    port = int(desktop.address.split(":")[4])
    address = f"http://localhost:{port}/requests/status.xml"
    assert httpx2.get(address, auth=("", "password"), timeout=30).status_code == 502
    post(client, "/setup/launch", command="VLC_VERBOSE=-1 vlc --no-audio --no-video-title-show", shell=True)

    def state() -> str | None:
        answer = httpx2.get(address, auth=("", "password"), timeout=30)
        return ElementTree.fromstring(answer.content).findtext("state") if answer.status_code == 200 else None

    assert poll(state, lambda found: found is not None, seconds=60) == "stopped"
    assert httpx2.get(address, auth=("", "testbed"), timeout=30).status_code == 401
    assert httpx2.get(address, timeout=30).status_code == 401
    post(client, "/execute", command=["pkill", "vlc"])


def test_the_wallpaper(client: httpx2.Client, osworld_guest: Guest) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(buffer, "PNG")
    osworld_guest.write_file("/home/user/red.png", buffer.getvalue())
    post(client, "/setup/change_wallpaper", path="/home/user/red.png")
    assert client.post("/wallpaper").content == buffer.getvalue()
    assert client.post("/desktop_path").json() == {"desktop_path": "/home/user/Desktop"}


def test_a_recording(client: httpx2.Client, tmp_path: Path) -> None:
    assert client.post("/end_recording").status_code == 400
    assert post(client, "/start_recording")["status"] == "success"
    assert client.post("/start_recording").status_code == 400
    time.sleep(2)
    film = tmp_path / "film.mp4"
    film.write_bytes(client.post("/end_recording").content)
    probe = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", str(film)]
    seconds = float(subprocess.run(probe, capture_output=True, text=True, check=True).stdout)
    assert 0 < seconds < 30  # a busy guest films late


def test_a_large_file(client: httpx2.Client) -> None:
    data = zipped({"x": bytes(1000)}) + bytes(20 * 2**20)
    client.post("/setup/upload", data={"file_path": "big.bin"}, files={"file_data": ("big.bin", data)})
    assert client.post("/file", data={"file_path": "/home/user/big.bin"}).content == data

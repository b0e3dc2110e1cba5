"""VS Code in a guest, for tests: opens folders, calls its tools, looks at its window and its files."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from checkers import jsonc
from checkers.vscode import EXTENSIONS, SETTINGS, EditorWindow, window
from controller.tasks.judged_guest import JudgedGuest
from tests.guest.tools.application import Application
from tests.guest.tools.calls import Tools
from tests.guest.tools.contract import marks

FOLDER = "/home/user/code-tests"
PREFIX = "osworld_mcp_code."
START_SECONDS = 120.0

effect, error = marks(PREFIX)

_IN_PAGE = """
import json, sys
from mcp_tools.devtools import open_browser
with open_browser(9223) as browser, browser.attach(browser.targets()[0]) as session:
    print(json.dumps(session.evaluate(sys.argv[1])))
"""


class Code(Application):
    """VS Code in a guest. Names of tools are given without their prefix; paths relative to FOLDER."""

    prefix = PREFIX

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        self.refusals: dict[str, str] = {}

    def launch(self, path: str) -> None:
        """Open a file or folder, starting VS Code when it does not run."""
        opened = self.guest.call_tool(f"{PREFIX}launch_vscode", {"path": path}, timeout=START_SECONDS)
        assert not opened.is_error, opened.text

    def write(self, name: str, text: str | bytes) -> str:
        """Write a file of FOLDER and return its path."""
        path = f"{FOLDER}/{name}"
        self.guest.write_file(path, text.encode() if isinstance(text, str) else text)
        return path

    def text(self, name: str) -> str:
        return self.guest.read_file(f"{FOLDER}/{name}").decode()

    @property
    def window(self) -> EditorWindow:
        return window(JudgedGuest(self.guest, None))

    @property
    def settings(self) -> dict[str, Any]:
        return dict(jsonc.parse(self.guest.read_file(SETTINGS)))

    @property
    def installed(self) -> dict[str, str]:
        """Versions of the installed extensions, by identifier, as VS Code's own registry has them."""
        found = json.loads(self.guest.read_file(f"{EXTENSIONS}/extensions.json"))
        return {item["identifier"]["id"]: item["version"] for item in found}

    def in_page(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page of the window."""
        command = [
            "env",
            "PYTHONPATH=/opt/testbed",
            "/opt/testbed/venv/bin/python",
            "-c",
            _IN_PAGE,
            expression,
        ]
        return json.loads(self.guest.run(command, as_user=True).text)

    def quit(self) -> None:
        """End the window and the server behind it, and wait until they are gone."""
        lock = self.guest.run(["readlink", "/home/user/.config/chromium-code/SingletonLock"]).text
        pid = lock.strip().rpartition("-")[2]
        self.guest.run(["kill", "-TERM", pid])
        self.wait_until(lambda: self.guest.run(["test", "-e", f"/proc/{pid}"], check=False).exit_code != 0)
        self.guest.run(["systemctl", "--user", "stop", "code-server"], as_user=True)


def package(publisher: str, name: str, version: str, **manifest: object) -> bytes:
    """A .vsix file of an extension that does nothing but what its manifest says."""
    stream = io.BytesIO()
    described = {"publisher": publisher, "name": name, "version": version, "engines": {"vscode": "^1.60.0"}}
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("extension/package.json", json.dumps({**described, **manifest}))
    return stream.getvalue()

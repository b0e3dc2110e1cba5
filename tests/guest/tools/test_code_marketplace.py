"""VS Code's tools for extensions with a marketplace of the test's own, on a real guest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from checkers.vscode import SETTINGS
from tests.guest.tools.calls import Tools
from tests.guest.tools.vscode import FOLDER, PREFIX, Code, package

pytestmark = pytest.mark.guest

PORT = 8777
ADDRESS = f"http://127.0.0.1:8443/proxy/{PORT}"
"""VS Code's page may ask no other server than its own, which passes this on."""
DROP_IN = "/home/user/.config/systemd/user/code-server.service.d/marketplace.conf"


@pytest.fixture(scope="module")
def code(tools: Tools) -> Iterator[Code]:
    """VS Code that trusts the publisher lantern. Its marketplace has lantern.lamp; lantern.own comes from a package."""
    code = Code(tools)
    gallery = json.dumps({"serviceUrl": ADDRESS, "itemUrl": ADDRESS, "resourceUrlTemplate": ""})
    tools.guest.write_file(DROP_IN, f"[Service]\nEnvironment='EXTENSIONS_GALLERY={gallery}'\n".encode())
    server = code.write("marketplace.py", Path(__file__).with_name("marketplace.py").read_bytes())
    code.write("marketplace/lantern.lamp-1.0.0.vsix", package("lantern", "lamp", "1.0.0"))
    own = code.write("own.vsix", package("lantern", "own", "1.0.0"))
    trusting = (
        tools.guest.read_file(SETTINGS).decode().replace("{", '{ "extensions.allowed": {"lantern": true},', 1)
    )
    tools.guest.write_file(SETTINGS, trusting.encode())
    tools.guest.run(["systemctl", "--user", "daemon-reload"], as_user=True)
    command = ["systemd-run", "--user", "--collect", "/usr/bin/python3", server, str(PORT), ADDRESS]
    tools.guest.run([*command, f"{FOLDER}/marketplace"], as_user=True)
    code.launch(FOLDER)
    code.call("install_extension", extension_id=own)
    yield code


@pytest.mark.effect(f"{PREFIX}install_extension")
def test_an_extension_is_installed_by_its_identifier(code: Code) -> None:
    assert code.data("install_extension", extension_id="lantern.lamp")["version"] == "1.0.0"
    assert code.installed == {"lantern.own": "1.0.0", "lantern.lamp": "1.0.0"}


@pytest.mark.error(f"{PREFIX}install_extension")
def test_what_the_marketplace_does_not_have_is_an_error(code: Code) -> None:
    assert "has no extension someone.something" in code.refusal(
        "install_extension", extension_id="someone.something"
    )


@pytest.mark.effect(f"{PREFIX}update_extensions")
def test_extensions_are_updated(code: Code) -> None:
    code.write("marketplace/lantern.lamp-1.1.0.vsix", package("lantern", "lamp", "1.1.0"))
    assert code.data("update_extensions") == {
        "updated": [{"id": "lantern.lamp", "before": "1.0.0", "after": "1.1.0"}],
        "up_to_date": [],
        "not_in_marketplace": ["lantern.own"],
    }
    assert code.installed == {"lantern.own": "1.0.0", "lantern.lamp": "1.1.0"}
    assert code.data("update_extensions")["up_to_date"] == ["lantern.lamp"]

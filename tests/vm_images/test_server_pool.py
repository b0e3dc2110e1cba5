from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_tools.server_pool import tool_prefix
from testbed.errors import ImageError
from vm_images import recipe
from vm_images.profile import load_profile
from vm_images.recipe import plan
from vm_images.server_pool import PoolServer, installed_servers, server_pool

SERVER = """
[[server]]
id = "{id}"
purpose = "does"
category = "utility"
ecosystem = "pypi"
package = "some-package"
version = "1.0"
command = ["program"]
"""


def pool_of(folder: Path, text: str) -> dict[str, PoolServer]:
    file = folder / "pool.toml"
    file.write_text(text)
    return server_pool(file)


def test_every_installed_server_is_locked_in_its_version() -> None:
    servers = list(installed_servers())
    assert len(servers) >= 24
    for server in servers:
        if server.ecosystem == "pypi":
            text = server.lock.read_text()
            assert f"{server.package}=={server.version}" in text, server.id
            assert "--hash=sha256:" in text
            assert "://" not in text
        else:
            assert json.loads((server.lock / "package.json").read_text())["dependencies"] == {
                server.package: server.version
            }
            lock = json.loads((server.lock / "package-lock.json").read_text())
            assert lock["packages"][f"node_modules/{server.package}"]["version"] == server.version
            entries = [entry for path, entry in lock["packages"].items() if path and not entry.get("link")]
            assert [entry for entry in entries if not entry.get("integrity")] == []
            assert [entry for entry in entries if "resolved" in entry] == []


def test_no_lock_is_left_of_a_server_that_is_gone() -> None:
    locks = {server.lock for server in installed_servers()}
    folder = next(iter(locks)).parents[1]
    assert {*(folder / "pypi").iterdir(), *(folder / "npm").iterdir()} == locks


def test_the_host_and_the_guest_name_tools_alike() -> None:
    assert {server.prefix for server in server_pool().values()} == set(map(tool_prefix, server_pool()))


def test_servers_are_ordered_by_id(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, SERVER.format(id="b") + SERVER.format(id="a"))
    assert list(pool) == ["a", "b"]
    assert pool["a"].prefix == "a_"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[server", "Expected"),
        ("server = 3", "server"),
        (SERVER.format(id="A b"), "server.0.id"),
        (SERVER.format(id="a") + 'colour = "red"\n', "server.0.colour"),
        (SERVER.format(id="a") + "built_in = true\n", "has a command, or is built_in"),
        (SERVER.format(id="a") + SERVER.format(id="a-b"), "tools that begin with a_b_"),
        (SERVER.format(id="a") * 2, "tools that begin with a_"),
    ],
)
def test_malformed_pools_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ImageError, match=r"invalid server pool: .*pool\.toml: ") as raised:
        pool_of(tmp_path, text)
    assert problem in str(raised.value)


def test_only_what_is_installed_changes_the_image(monkeypatch: pytest.MonkeyPatch) -> None:
    def hashes(change: dict[str, object]) -> dict[str, str]:
        first, *others = installed_servers()
        changed = [first.model_copy(update=change), *others]
        monkeypatch.setattr(recipe, "installed_servers", lambda: iter(changed))
        layers = {layer.name: layer.hash for layer in plan(load_profile("debian-12"))}
        monkeypatch.undo()
        return layers

    before = hashes({})
    assert hashes({"purpose": "does something else"}) == before
    after = hashes({"command": ("other",)})
    assert [name for name in after if after[name] != before[name]] == ["servers", "guest"]

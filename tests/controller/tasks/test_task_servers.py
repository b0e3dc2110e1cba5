"""The servers of a task as a value: what is offered, and what a run needs of this host for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.tasks.added_servers import AddedServers
from controller.tasks.selection import Selection, load_tasks, select_tasks
from controller.tasks.task import Task, servers_of
from controller.tasks.task_servers import TaskServers
from testbed.errors import UsageError
from vm_images.server_pool import offerable_servers

SERVER = '[[server]]\nid = "{id}"\npurpose = "Does."\ncommand = ["does"]\nnetwork = ["{id}.example.org"]\n'
TASK = 'instruction = "Do."\napplications = ["os"]\nservers = ["{server}"]\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "own.toml").write_text(SERVER.format(id="weather") + SERVER.format(id="maps"))
    return tmp_path / "own.toml"


def test_they_are_a_collection_of_their_ids() -> None:
    servers = TaskServers(("memory", "chess"))
    assert list(servers) == ["memory", "chess"]
    assert "chess" in servers and "time" not in servers
    assert servers and not TaskServers()


def test_with_the_pool_all_that_guests_can_offer_is_offered_once() -> None:
    servers = TaskServers(("memory", "weather"), with_pool=True)
    assert servers.offered[:2] == servers.ids
    assert sorted(servers.offered) == sorted({"weather", *(server.id for server in offerable_servers())})
    assert TaskServers(with_pool=True).offered == ()


def test_a_server_without_a_tool_in_a_list_is_named() -> None:
    servers = TaskServers(("memory", "unit-converter"))
    assert servers.not_listed({"memory_read_graph", "unit_converter_convert"}) == ""
    assert servers.not_listed({"memory_read_graph", "unit-converter"}) == "unit-converter"


def test_guests_must_reach_the_hosts_that_servers_need(file: Path) -> None:
    servers = TaskServers(("weather", "memory", "maps"), AddedServers.read(file))
    network = servers.network("closed")
    assert network == "allow:weather.example.org,maps.example.org"
    servers.check(network)
    with pytest.raises(
        UsageError, match=r"maps, weather: the server needs hosts .* --network closed"
    ) as raised:
        servers.check("closed")
    assert raised.value.hint == f"give --network {network}"


def test_servers_that_are_named_on_a_command_line_must_be_there(file: Path) -> None:
    assert TaskServers.read(["memory", "maps"], file, "--server-file").ids == ("memory", "maps")
    with pytest.raises(UsageError, match="neither the pool nor --server-file has 'maps'"):
        TaskServers.read(["memory", "maps"], None, "--server-file")


def test_tasks_are_selected_and_loaded_with_the_servers_of_a_file(
    task_folder: Callable[..., Path], tmp_path: Path, file: Path
) -> None:
    for name in ("weather", "memory", "maps"):
        task_folder(f"os/{name}", toml=TASK.format(server=name))
    root = tmp_path / "tasks"

    def skipped(tasks: list[Task]) -> list[str]:
        return [task.id for task in tasks if task.skip_reason]

    assert skipped(select_tasks(Selection(), root)) == ["os/maps", "os/weather"]
    tasks = select_tasks(Selection(servers=file), root)
    assert skipped(tasks) == skipped(load_tasks(["os/weather"], root, file)) == []
    servers = servers_of(tasks)
    assert servers.ids == ("maps", "memory", "weather")
    assert list(servers.hashes) == ["maps", "weather"]

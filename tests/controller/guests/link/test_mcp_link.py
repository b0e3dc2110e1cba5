"""The MCP session through a tunnel, against the guest's own server code in another process."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.guests.link.mcp_link import McpLink
from controller.guests.link.ssh import SshConnection
from testbed.errors import GuestConnectionError, GuestTimeoutError
from tests.controller.mcp_service import TOKEN, McpService
from tests.controller.ssh_server import SshServer
from tests.ports import reserved_port


@pytest.fixture
def server() -> Iterator[SshServer]:
    server = SshServer()
    yield server
    server.close()


@pytest.fixture
def ssh(server: SshServer) -> Iterator[SshConnection]:
    ssh = SshConnection(
        "127.0.0.1", port=server.port, user_key=server.user_key, host_key=server.host_key.public
    )
    yield ssh
    ssh.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[McpService]:
    with reserved_port() as port:
        service = McpService(tmp_path, port)
        service.start()
        yield service
        service.kill()


@pytest.fixture
def link(ssh: SshConnection, service: McpService) -> Iterator[McpLink]:
    link = McpLink(ssh.open_tunnel, TOKEN, port=service.port)
    yield link
    link.close()


def test_waits_for_the_service_and_calls(link: McpLink) -> None:
    result = link.call_tool("test.add", {"a": 2, "b": 3})
    assert (result.is_error, result.text) == (False, "5")


def test_lists_tools_with_their_application(link: McpLink) -> None:
    tools = link.list_tools()
    assert [(tool.name, tool.app) for tool in tools] == [
        ("test.add", "os"),
        ("test.picture", "code"),
        ("test.sleep", "os"),
    ]
    assert tools[0].input_schema["required"] == ["a", "b"]


def test_carries_large_images(link: McpLink) -> None:
    result = link.call_tool("test.picture", {"size": 9_000_000})
    assert result.text == "look"
    assert [len(image) for image in result.images] == [9_000_008]


@pytest.mark.parametrize(
    ("name", "arguments"), [("test.none", {}), ("test.add", {"a": "x"}), ("test.add", {})]
)
def test_wrong_calls_are_answered_with_a_reason(link: McpLink, name: str, arguments: dict[str, str]) -> None:
    result = link.call_tool(name, arguments)
    assert result.is_error
    assert result.text


@pytest.mark.parametrize(
    ("name", "arguments"), [("test.add", {"a": ["x", {"\ud800": 1}], "b": 1}), ("test.\udfff", {})]
)
def test_half_a_surrogate_pair_is_refused_before_it_breaks_the_session(
    link: McpLink, name: str, arguments: dict[str, object]
) -> None:
    result = link.call_tool(name, arguments, timeout=10)
    assert result.is_error
    assert "surrogate" in result.text
    assert link.call_tool("test.add", {"a": 2, "b": 3}).text == "5"


def test_calls_from_several_threads(link: McpLink) -> None:
    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(lambda n: link.call_tool("test.add", {"a": n, "b": 0}).text, range(40)))
    assert texts == [str(n) for n in range(40)]


def test_service_restarts_between_calls(link: McpLink, service: McpService) -> None:
    link.call_tool("test.add", {"a": 1, "b": 1})
    service.kill()
    service.start()
    assert link.call_tool("test.add", {"a": 1, "b": 2}).text == "3"


def test_service_dies_in_a_call_which_is_not_executed_again(link: McpLink, service: McpService) -> None:
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(link.call_tool, "test.sleep", {"seconds": 30})
        service.wait_for_calls(1)
        service.kill()
        service.start()
        result = call.result(timeout=25)
    assert result.is_error
    assert "unknown" in result.text
    assert service.calls() == 1


def test_ssh_breaks_in_a_call_which_gets_its_first_answer(
    link: McpLink, service: McpService, server: SshServer
) -> None:
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(link.call_tool, "test.sleep", {"seconds": 2})
        service.wait_for_calls(1)
        server.cut()
        result = call.result(timeout=25)
    assert not result.is_error
    assert service.calls() == 1


def test_idle_ssh_breaks(link: McpLink, server: SshServer) -> None:
    link.call_tool("test.add", {"a": 1, "b": 1})
    server.cut()
    assert link.call_tool("test.add", {"a": 1, "b": 2}).text == "3"


def test_call_over_its_time(link: McpLink, service: McpService) -> None:
    link.list_tools()
    with pytest.raises(GuestTimeoutError, match=r"the tool test\.sleep took over 0\.5 s"):
        link.call_tool("test.sleep", {"seconds": 20}, timeout=0.5)
    assert not service.has_slept()
    service.wake()  # the application's next call waits for it
    assert link.call_tool("test.add", {"a": 1, "b": 2}).text == "3"


def test_service_that_never_comes(ssh: SshConnection, closed_port: int) -> None:
    link = McpLink(ssh.open_tunnel, TOKEN, port=closed_port, reconnect_seconds=0.5)
    with pytest.raises(GuestConnectionError, match=r"stayed away for 0\.5 s"):
        link.call_tool("test.add", {"a": 1, "b": 1})
    link.close()


def test_a_machine_that_is_gone_is_given_up_soon(
    link: McpLink, ssh: SshConnection, service: McpService, server: SshServer
) -> None:
    impatient = McpLink(ssh.open_tunnel, TOKEN, port=service.port, unreachable_seconds=0.5)
    assert impatient.call_tool("test.add", {"a": 1, "b": 1}).text == "2"
    server.close()
    with pytest.raises(GuestConnectionError, match="cannot be reached any more"):
        impatient.call_tool("test.add", {"a": 1, "b": 1})
    impatient.close()


def test_wrong_token(ssh: SshConnection, service: McpService, link: McpLink) -> None:
    link.list_tools()
    stranger = McpLink(ssh.open_tunnel, "wrong", port=service.port, reconnect_seconds=1)
    with pytest.raises(GuestConnectionError):
        stranger.call_tool("test.add", {"a": 1, "b": 1})
    stranger.close()
    assert service.calls() == 0


def test_closed_in_a_call(link: McpLink, service: McpService) -> None:
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(link.call_tool, "test.sleep", {"seconds": 30})
        service.wait_for_calls(1)
        link.close()
        with pytest.raises(GuestConnectionError):
            call.result(timeout=10)
    with pytest.raises(GuestConnectionError, match="closed"):
        link.call_tool("test.add", {"a": 1, "b": 1})


def test_leaves_no_thread(ssh: SshConnection, service: McpService) -> None:
    link = McpLink(ssh.open_tunnel, TOKEN, port=service.port)
    link.list_tools()
    assert "mcp-link" in [thread.name for thread in threading.enumerate()]
    link.close()
    link.close()
    assert "mcp-link" not in [thread.name for thread in threading.enumerate()]

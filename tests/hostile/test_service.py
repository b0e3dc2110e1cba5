"""An MCP server that lies in every answer, behind a real ssh tunnel: a result or a named error, within bounds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from controller.guests.link.mcp_link import McpLink
from controller.guests.link.ssh import SshConnection
from testbed.errors import GuestError
from tests.controller.ssh_server import SshServer
from tests.hostile.guest_items import render
from tests.hostile.lying_service import Answer, LyingService, answered, calls, listings
from tests.memory import takes_at_most
from tests.waiting import limit

SECONDS = 2.0


@pytest.fixture(scope="module")
def ssh() -> Iterator[SshConnection]:
    server = SshServer()
    ssh = SshConnection(
        "127.0.0.1", port=server.port, user_key=server.user_key, host_key=server.host_key.public
    )
    yield ssh
    ssh.close()
    server.close()


def empty(number: object) -> bytes:
    """A result without anything, and a list of one tool whose output takes for ever to check."""
    output = {"type": "object", "properties": {"x": {"pattern": "^(a+)+$"}}}
    tool = {"name": "a.b", "inputSchema": {"type": "object"}, "outputSchema": output}
    return answered(number, result={"content": [], "tools": [tool]})


def problem(what: str, service: LyingService, link: McpLink, *, listing: bool) -> str:
    """Make a request, whose outcome may be printed; what is wrong with how it ends, "" if nothing."""
    try:
        if listing:
            render("\n".join(tool.name for tool in link.list_tools(timeout=SECONDS)))
        else:
            render(link.call_tool("a.b", {}, timeout=SECONDS).text)
    except GuestError as error:
        render(str(error))
    except Exception as error:  # noqa: BLE001 - any other is a finding
        return f"{what}: {type(error).__name__}: {error!s:.200}"
    finally:
        link.close()
        service.close()
    return ""


def problems(ssh: SshConnection, requests: dict[str, LyingService], *, listing: bool) -> list[str]:
    """What is wrong with how requests to all these services end, eight at a time: most of them wait."""

    def request(item: tuple[str, LyingService]) -> str:
        what, service = item
        link = McpLink(ssh.open_tunnel, "token", port=service.port, reconnect_seconds=1)
        return problem(what, service, link, listing=listing)

    with takes_at_most(512), ThreadPoolExecutor(8) as pool:
        return [text for text in pool.map(request, requests.items()) if text]


@pytest.mark.slow
@pytest.mark.parametrize("content_type", ["application/json", "text/event-stream"])
def test_lies_about_calls(content_type: str, ssh: SshConnection) -> None:
    def framed(answer: Answer) -> Answer:
        if content_type == "application/json":
            return answer
        return lambda number: b"event: message\ndata: " + answer(number) + b"\n\n"

    services = {what: LyingService(framed(answer), empty, content_type) for what, answer in calls()}
    began = time.monotonic()
    assert not problems(ssh, services, listing=False)
    assert time.monotonic() - began < limit(300)


@pytest.mark.slow
def test_lies_about_tools(ssh: SshConnection) -> None:
    services = {what: LyingService(empty, answer) for what, answer in listings()}
    assert not problems(ssh, services, listing=True)

"""The ssh connection against a server in this process."""

import hashlib
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import paramiko
import pytest

from controller.guests.link.ssh import KeyPair, SshConnection
from testbed.errors import CommandError, GuestConnectionError, GuestTimeoutError
from tests.controller.ssh_server import STATUS_FIRST, SshServer
from tests.waiting import eventually


@pytest.fixture
def server() -> Iterator[SshServer]:
    server = SshServer()
    yield server
    server.close()


@pytest.fixture
def ssh(server: SshServer) -> Iterator[SshConnection]:
    ssh = connection(server)
    yield ssh
    ssh.close()


def connection(server: SshServer, **changed: KeyPair) -> SshConnection:
    keys = {"user_key": server.user_key, "host_key": server.host_key.public, **changed}
    return SshConnection("127.0.0.1", port=server.port, connect_seconds=5, **keys)


def test_runs_a_command(ssh: SshConnection) -> None:
    output = ssh.run("cat; echo oops >&2; exit 3", stdin=b"in", timeout=10)
    assert (output.exit_code, output.stdout, output.stderr) == (3, b"in", b"oops\n")


def test_both_streams_may_be_large(ssh: SshConnection) -> None:
    output = ssh.run("head -c 5000000 /dev/zero >&2; head -c 5000000 /dev/zero", timeout=30)
    assert (len(output.stdout), len(output.stderr)) == (5_000_000, 5_000_000)


def test_output_that_follows_the_exit_status_is_not_lost(ssh: SshConnection) -> None:
    done = ssh.run(f"echo late {STATUS_FIRST.decode()}", timeout=20)
    assert (done.exit_code, done.stdout) == (0, b"late\n")


def test_a_large_input_is_sent_whole(ssh: SshConnection) -> None:
    data = bytes(range(256)) * 100_000
    assert (
        ssh.run("sha256sum", stdin=data, timeout=60).stdout.split()[0]
        == hashlib.sha256(data).hexdigest().encode()
    )


@pytest.mark.parametrize("stream", ["", ">&2"])
def test_limits_what_a_command_prints(ssh: SshConnection, stream: str) -> None:
    with pytest.raises(CommandError, match="printed over 1000 bytes"):
        ssh.run(f"head -c 100000 /dev/zero {stream}", timeout=10, limit=1000)


def test_what_still_arrives_from_a_command_cut_short_harms_nothing(ssh: SshConnection) -> None:
    """Its output comes in while its channel closes; the connection, and what else goes through it, lives on."""
    ssh.connect()
    connected = ssh._open_transport()
    for _ in range(40):
        with pytest.raises(CommandError, match="printed over"):
            ssh.run("head -c 3000000 /dev/zero", timeout=10, limit=1000)
    assert ssh._open_transport() is connected


def test_limits_how_long_a_command_takes(ssh: SshConnection, tmp_path: Path) -> None:
    over = tmp_path / "over"
    with pytest.raises(GuestTimeoutError, match=r"took over 0\.3 s"):
        ssh.run(f"sleep 60; touch '{over}'", timeout=0.3)
    assert not over.exists()


def test_refuses_another_host_key(server: SshServer) -> None:
    with pytest.raises(GuestConnectionError, match="another host key"):
        connection(server, host_key=KeyPair.generate().public).connect()


def test_is_refused_with_another_user_key(server: SshServer) -> None:
    with pytest.raises(GuestConnectionError, match="Authentication failed"):
        connection(server, user_key=KeyPair.generate()).connect()


def test_nothing_listens(closed_port: int) -> None:
    keys = KeyPair.generate()
    with pytest.raises(GuestConnectionError, match="no ssh connection to"):
        SshConnection("127.0.0.1", port=closed_port, user_key=keys, host_key=keys.public).connect()


def test_a_server_that_says_nothing_is_given_up() -> None:
    keys = KeyPair.generate()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        ssh = SshConnection(
            "127.0.0.1",
            port=silent.getsockname()[1],
            user_key=keys,
            host_key=keys.public,
            connect_seconds=0.5,
        )
        with pytest.raises(GuestConnectionError):
            ssh.connect()


def test_a_drop_fails_the_command_and_the_next_one_connects_again(
    server: SshServer, ssh: SshConnection, tmp_path: Path
) -> None:
    ssh.connect()
    under_way, over = tmp_path / "under way", tmp_path / "over"
    with ThreadPoolExecutor(1) as pool:
        command = pool.submit(ssh.run, f"touch '{under_way}'; sleep 60; touch '{over}'", timeout=600)
        eventually(under_way.exists, what="the command")
        server.cut()
        with pytest.raises(GuestConnectionError, match="broke during a command"):
            command.result()
    assert not over.exists()
    assert ssh.run("echo again", timeout=10).stdout == b"again\n"


def test_a_connection_that_is_lost_slowly_is_no_exit_code(
    server: SshServer, ssh: SshConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = vars(paramiko.Channel)["_unlink"]

    def close_slowly(channel: paramiko.Channel) -> None:
        close(channel)
        time.sleep(0.3)

    monkeypatch.setattr(paramiko.Channel, "_unlink", close_slowly)
    under_way = tmp_path / "under way"
    with ThreadPoolExecutor(1) as pool:
        command = pool.submit(ssh.run, f"touch '{under_way}'; sleep 60", timeout=600)
        eventually(under_way.exists, what="the command")
        server.cut()
        with pytest.raises(GuestConnectionError, match="broke during a command"):
            command.result()


def test_a_command_that_is_killed_has_ended(ssh: SshConnection) -> None:
    killed = ssh.run("echo some; kill -9 $$", timeout=10)
    assert (killed.exit_code, killed.stdout) == (-1, b"some\n")


def test_closed_stays_closed(ssh: SshConnection) -> None:
    ssh.connect()
    ssh.close()
    with pytest.raises(GuestConnectionError, match="has been closed"):
        ssh.run("true", timeout=5)


def test_commands_at_once(ssh: SshConnection) -> None:
    with ThreadPoolExecutor(8) as pool:
        outputs = list(pool.map(lambda n: ssh.run(f"echo {n}", timeout=20).stdout, range(24)))
    assert outputs == [f"{n}\n".encode() for n in range(24)]


def test_tunnel_to_a_closed_port(ssh: SshConnection, closed_port: int) -> None:
    with pytest.raises(ConnectionRefusedError, match=f"port {closed_port}"):
        ssh.open_tunnel(closed_port)


def test_tunnel_carries_bytes(ssh: SshConnection) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        channel = ssh.open_tunnel(listener.getsockname()[1])
        link, _ = listener.accept()
        with link:
            channel.sendall(b"there")
            assert link.recv(100) == b"there"
            link.sendall(b"back")
            assert channel.recv(100) == b"back"
        channel.close()

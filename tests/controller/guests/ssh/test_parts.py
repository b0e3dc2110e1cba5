"""The parts of the ssh provider that need no desktop: records, first contact, reset commands, names."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.cli.main import call
from controller.guests import registry
from controller.guests.link.ssh import KeyPair
from controller.guests.ssh.login import fetch_host_key, log_in, user_keys, verify_host_key
from controller.guests.ssh.machines import (
    RemoteMachine,
    claim,
    fingerprint,
    load_machine,
    machines_folder,
    save_machine,
)
from controller.guests.ssh.provider import SshProvider
from controller.guests.ssh.provision import MachineFacts, profile_of, require_suitable
from controller.guests.ssh.reset import run_reset_command
from testbed.errors import (
    CancelledError,
    GuestBootError,
    GuestConnectionError,
    HostKeyError,
    ImageError,
    LoginError,
    UsageError,
)
from tests.controller.ssh_server import SshServer
from tests.ports import reserved_port
from tests.waiting import eventually, limit
from vm_images.machine import prepared_hash
from vm_images.profile import load_profile

DEBIAN = MachineFacts("debian", "bookworm", "Debian 12", "x86_64", True, "", "", "", False, "inactive")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    return tmp_path


@pytest.fixture
def server() -> Iterator[SshServer]:
    server = SshServer()
    yield server
    server.close()


@pytest.fixture
def machine() -> RemoteMachine:
    key = KeyPair.generate()
    return RemoteMachine(
        name="lab",
        address="192.0.2.7",
        host_key=KeyPair.generate().public,
        private_key=key.private,
        public_key=key.public,
        token='a"\\\n\x7fü',
        profile="debian-12",
        prepared=prepared_hash(load_profile("debian-12")),
    )


def no(question: str) -> bool:
    return False


def test_a_record_is_read_back_as_written_and_private(machine: RemoteMachine) -> None:
    path = save_machine(machine)
    assert load_machine("lab") == machine
    assert path.stat().st_mode & 0o777 == 0o600
    assert machines_folder().stat().st_mode & 0o777 == 0o700


def test_a_machine_nobody_prepared_is_named_with_the_others(machine: RemoteMachine) -> None:
    save_machine(machine)
    with pytest.raises(UsageError, match=r"'lba' has been prepared \(prepared: lab\)") as caught:
        registry.create_provider("ssh:lba")
    assert caught.value.hint == "prepare it: testbed guest prepare lba"


@pytest.mark.parametrize("text", ["port = [", "port = 'x'\n", "colour = 1\n"])
def test_a_damaged_record_is_named(text: str, machine: RemoteMachine) -> None:
    path = save_machine(machine)
    path.write_text(text)
    with pytest.raises(UsageError, match=r"lab\.toml cannot be used"):
        load_machine("lab")


@pytest.mark.parametrize("name", ["../lab", "a b", "", "-x", "::1"])
def test_a_name_is_no_path(name: str) -> None:
    with pytest.raises(UsageError, match="cannot name a machine"):
        load_machine(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ssh", "requires a machine"),
        ("ssh:", "requires a machine"),
        ("fake:lab", "takes no ':lab'"),
        ("shh:lab", "there is no provider 'shh'"),
        ("ssh:lab,lab", "named twice"),
    ],
)
def test_providers_are_named_with_their_place_or_without(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        registry.create_provider(name)


@pytest.mark.parametrize(
    ("prepared", "message"),
    [("", "was prepared not to the end"), ("0" * 64, "was prepared with an older recipe")],
)
def test_a_stale_machine_is_refused(machine: RemoteMachine, prepared: str, message: str) -> None:
    save_machine(machine.model_copy(update={"prepared": prepared}))
    with pytest.raises(ImageError, match=message) as caught:
        registry.create_provider("ssh:lab")
    assert "testbed guest prepare --name lab 192.0.2.7" in caught.value.hint


def test_machines_of_two_distributions_do_not_mix(machine: RemoteMachine) -> None:
    save_machine(machine)
    update = {
        "name": "other",
        "profile": "ubuntu-24.04",
        "prepared": prepared_hash(load_profile("ubuntu-24.04")),
    }
    save_machine(machine.model_copy(update=update))
    with pytest.raises(ImageError, match=r"differ \(lab: debian-12, other: ubuntu-24\.04\)"):
        registry.create_provider("ssh:lab,other")


def test_a_provider_knows_its_machines_without_asking_them(machine: RemoteMachine) -> None:
    save_machine(machine)
    provider = registry.create_provider("ssh:lab")
    assert (provider.image_hash, provider.max_guests) == (machine.prepared, 1)
    provider.close()


def test_a_machine_is_claimed_by_one_command_at_a_time(machine: RemoteMachine) -> None:
    save_machine(machine)
    with claim("lab"), pytest.raises(UsageError, match="in use by another testbed command"):
        registry.create_provider("ssh:lab")
    registry.create_provider("ssh:lab").close()


def test_the_fingerprint_is_the_one_ssh_shows(tmp_path: Path) -> None:
    key = KeyPair.generate().public
    (tmp_path / "key.pub").write_text(key)
    output = subprocess.run(
        ["ssh-keygen", "-lf", tmp_path / "key.pub"], capture_output=True, text=True, check=True
    )
    assert fingerprint(key) == output.stdout.split()[1]


def test_nobody_answers(closed_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(GuestConnectionError, match=r"no ssh server answers at 127\.0\.0\.1"):
        fetch_host_key("127.0.0.1", closed_port)
    assert call(["guest", "prepare", "127.0.0.1", "--port", str(closed_port)]) == 1
    assert "check address, --port and firewall" in capsys.readouterr().err


def test_a_host_key_nothing_vouches_for_is_refused_with_its_fingerprint(
    server: SshServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert call(["guest", "prepare", "127.0.0.1", "--port", str(server.port)]) == 2
    stderr = capsys.readouterr().err
    assert f"--fingerprint {fingerprint(server.host_key.public)}" in stderr


def test_what_vouches_for_a_host_key(server: SshServer, tmp_path: Path) -> None:
    own, other = server.host_key.public, KeyPair.generate().public
    hosts = tmp_path / "known_hosts"

    def trusted(**changes: object) -> str:
        changes = {"known": "", "expected": "", "confirm": no, "known_hosts": hosts, **changes}
        return verify_host_key("127.0.0.1", server.port, **changes)  # type: ignore[arg-type]

    assert trusted(known=own) == own
    assert trusted(expected=fingerprint(own)) == own
    questions: list[str] = []
    assert trusted(confirm=lambda question: not questions.append(question)) == own
    assert fingerprint(own) in questions[0]
    with pytest.raises(HostKeyError, match=r"has changed: .* when it was prepared"):
        trusted(known=other)
    with pytest.raises(HostKeyError, match=f"not {fingerprint(other)}".replace("+", r"\+")):
        trusted(expected=fingerprint(other))
    assert trusted(known=other, expected=fingerprint(own)) == own, "the user vouches for a new key"
    hosts.write_text(f"[127.0.0.1]:{server.port} {own}\n")
    assert trusted() == own
    hosts.write_text(f"[127.0.0.1]:{server.port} {other}\n")
    with pytest.raises(HostKeyError, match="known_hosts"):
        trusted()


def test_a_key_that_is_not_let_in(
    server: SshServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong"
    file.write_text(KeyPair.generate().private)
    with pytest.raises(LoginError, match=f"accepts none of these keys for 'root': {file}"):
        log_in("127.0.0.1", server.port, "root", server.host_key.public, user_keys(file))
    vouch = ["--fingerprint", fingerprint(server.host_key.public)]
    assert (
        call(["guest", "prepare", "127.0.0.1", "--port", str(server.port), *vouch, "--key", str(file)]) == 1
    )
    assert "name another key (--key FILE)" in capsys.readouterr().err
    assert list(machines_folder().glob("*.toml")) == [], (
        "nothing is recorded of a machine that lets nobody in"
    )


def test_the_first_key_that_is_let_in_serves(server: SshServer) -> None:
    keys = [("wrong", KeyPair.generate().to_paramiko()), ("right", server.user_key.to_paramiko())]
    ssh = log_in("127.0.0.1", server.port, "root", server.host_key.public, keys)
    assert ssh.run("echo in", timeout=10).stdout == b"in\n"
    ssh.close()


def test_a_shell_that_prints_at_its_start_is_named(machine: RemoteMachine) -> None:
    server = SshServer(greeting="Welcome to lab\nBe kind\n")
    message = "a start-up file of root's shell on .* prints 'Welcome to lab' at every command"
    with pytest.raises(UsageError, match=message):
        log_in(
            "127.0.0.1", server.port, "root", server.host_key.public, [("key", server.user_key.to_paramiko())]
        )
    own = {"private_key": server.user_key.private, "host_key": server.host_key.public}
    provider = SshProvider([machine.model_copy(update={"address": "127.0.0.1", "port": server.port, **own})])
    with pytest.raises(UsageError, match=message):
        provider.start()
    provider.close()
    server.close()


def test_keys_of_the_user(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no ssh key to log in with"):
        user_keys(None)
    with pytest.raises(UsageError, match="there is no key file"):
        user_keys(tmp_path / "none")
    (tmp_path / "text").write_text("no key\n")
    with pytest.raises(UsageError, match="is no private key that can be read"):
        user_keys(tmp_path / "text")
    locked = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.OpenSSH,
        serialization.BestAvailableEncryption(b"secret"),
    )
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh/id_ed25519").write_bytes(locked)
    with pytest.raises(UsageError, match="has a passphrase"):
        user_keys(tmp_path / ".ssh/id_ed25519")
    key = KeyPair.generate()
    (tmp_path / ".ssh/id_rsa").write_text(key.private)
    assert [name for name, _ in user_keys(None)] == [str(tmp_path / ".ssh/id_rsa")], (
        "a locked one is passed over"
    )


def test_distributions() -> None:
    assert profile_of(DEBIAN).name == "debian-12"
    assert profile_of(replace(DEBIAN, distribution="ubuntu", suite="noble")).name == "ubuntu-24.04"
    with pytest.raises(UsageError, match="testbed cannot prepare Fedora 42") as caught:
        profile_of(replace(DEBIAN, distribution="fedora", suite="", title="Fedora 42"))
    assert "debian bookworm, ubuntu noble" in caught.value.hint


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"machine": "aarch64"}, "is a aarch64 with systemd"),
        ({"systemd": False}, "without systemd"),
        ({"display_manager": "active"}, "a desktop of its own"),
        ({"user_id": "1000", "owner": "user", "group": "user"}, "that testbed did not make"),
        ({"user_id": "1001", "ours": True}, "that testbed did not make"),
        ({"owner": "ubuntu", "group": "ubuntu"}, "'ubuntu' has the number 1000"),
        ({"group": "staff"}, "'staff' has the number 1000"),
    ],
)
def test_machines_that_do_not_fit(facts: dict[str, str | bool], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        require_suitable(replace(DEBIAN, **facts), make_room=False)  # type: ignore[arg-type]


def test_machines_that_fit() -> None:
    require_suitable(DEBIAN, make_room=False)
    require_suitable(replace(DEBIAN, owner="ubuntu", group="ubuntu"), make_room=True)
    require_suitable(replace(DEBIAN, owner="user", group="user", user_id="1000", ours=True), make_room=False)


def test_a_reset_command_is_told_which_machine(machine: RemoteMachine, tmp_path: Path) -> None:
    command = f'echo "$TESTBED_MACHINE at $TESTBED_ADDRESS" >"{tmp_path}/said"'
    run_reset_command(machine.model_copy(update={"reset_command": command}))
    assert (tmp_path / "said").read_text() == "lab at 192.0.2.7\n"


def test_reset_commands_that_fail(machine: RemoteMachine) -> None:
    with pytest.raises(UsageError, match="it has no reset command"):
        run_reset_command(machine)
    with pytest.raises(GuestBootError, match=r"failed with 3: .*\nquota\nhint") as caught:
        run_reset_command(machine.model_copy(update={"reset_command": "echo quota >&2; exit 3"}))
    assert "--reset-command" in caught.value.hint
    with pytest.raises(GuestBootError, match="failed with 127"):
        run_reset_command(machine.model_copy(update={"reset_command": "no-such-command"}))


def test_a_reset_command_that_hangs_is_killed_with_its_children(
    machine: RemoteMachine, tmp_path: Path
) -> None:
    command = f"sleep 600 & echo $! >{tmp_path}/child; echo waiting; wait"
    seconds = limit(1.0)
    began = time.monotonic()
    with pytest.raises(GuestBootError, match=rf"took over {seconds:g} s: .*\nwaiting\nhint"):
        run_reset_command(machine.model_copy(update={"reset_command": command, "reset_seconds": seconds}))
    assert time.monotonic() - began < seconds + limit(30)
    child = Path("/proc") / (tmp_path / "child").read_text().strip() / "cmdline"
    eventually(lambda: not (child.exists() and child.read_bytes()), what="the end of the command's child")


def test_waiting_for_a_machine_can_be_given_up(machine: RemoteMachine, tmp_path: Path) -> None:
    """Nobody listens at its port after its reset, which has left a file."""
    done = tmp_path / "reset"
    with reserved_port() as port:
        given = {"address": "127.0.0.1", "port": port, "reset_command": f"touch {done}"}
        silent = machine.model_copy(update=given)
        provider = SshProvider([silent])
        with ThreadPoolExecutor(1) as pool:
            start = pool.submit(provider.start)
            eventually(done.is_file, what="the reset command")
            while not start.done():
                provider.stop_waiting()
                wait([start], 0.1)
            with pytest.raises(CancelledError):
                start.result()
        provider.close()

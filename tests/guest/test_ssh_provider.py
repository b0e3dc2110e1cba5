"""Guests on machines reached by ssh: prepared, given out, reset, and what goes wrong with them.

The machines are containers made of the image's lower layers: what the guest layer brings, `guest prepare` must.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.cli.display import Silence
from controller.core.actions import Action
from controller.guests import registry
from controller.guests.link.access import find_access, list_accesses
from controller.guests.provider import GuestOptions
from controller.guests.self_check import self_check
from controller.guests.ssh import provider as ssh
from controller.guests.ssh.machines import load_machine, save_machine
from controller.guests.ssh.provision import PREPARED_FILE, USED_FILE
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection import load_tasks, tasks_root
from testbed.errors import GuestBootError, GuestConnectionError, ImageError, TestbedError, UsageError
from tests.guest.remote_machine import RemoteMachine
from tests.waiting import poll
from vm_images.folders import data_folder
from vm_images.image import Image, find_image

pytestmark = pytest.mark.guest

TESTBED = str(Path(sys.executable).with_name("testbed"))
TASK = "os/quiet_presentation"


def prepare(machine: RemoteMachine, *options: str, good: bool = True) -> str:
    """Run the command; returns what it said."""
    command = [TESTBED, "guest", "prepare", *machine.prepare_arguments, *options]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=600, check=False, stdin=subprocess.DEVNULL
    )
    said = done.stdout + done.stderr
    assert (done.returncode == 0) is good, said
    return said


def log_in(machine: RemoteMachine) -> list[str]:
    """How the account of a cloud's machine is named to the command."""
    return ["--name", "lab", "--user", "ubuntu", "--key", str(machine.key_file)]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A data folder of these tests' own, on the disk where guests live."""
    data_folder().mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="ssh-tests-", dir=data_folder()))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def image(folder: Path) -> Iterator[Image]:
    image = find_image()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TESTBED_DATA", str(folder))
        yield image


@pytest.fixture(scope="module")
def bare(image: Image, folder: Path) -> Iterator[RemoteMachine]:
    """A machine like a cloud's: nothing of testbed on it, and its account `ubuntu` has the number 1000."""
    machine = RemoteMachine(image, folder / "lab")
    machine.run("useradd --create-home --uid 1000 --user-group ubuntu; echo mine >~ubuntu/notes")
    machine.run("install -d -o ubuntu -g ubuntu -m 0700 ~ubuntu/.ssh; chown -R ubuntu: ~ubuntu")
    machine.run("install -o ubuntu -g ubuntu -m 0600 /root/.ssh/authorized_keys ~ubuntu/.ssh/")
    yield machine
    machine.close()


@pytest.fixture(scope="module")
def open_machine(bare: RemoteMachine) -> RemoteMachine:
    """The same, its account `ubuntu` being allowed to become root."""
    bare.run("echo 'ubuntu ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/ubuntu")
    return bare


@pytest.fixture(scope="module")
def lab(open_machine: RemoteMachine) -> RemoteMachine:
    """The same, prepared."""
    said = prepare(
        open_machine, *log_in(open_machine), "--make-room", "--reset-command", open_machine.revert_command
    )
    assert "testbed run --provider ssh:lab" in said
    return open_machine


@pytest.fixture(scope="module")
def snapshot(lab: RemoteMachine) -> RemoteMachine:
    """The prepared machine with a snapshot taken."""
    lab.take_snapshot()
    return lab


@pytest.fixture(scope="module")
def second(image: Image, folder: Path, snapshot: RemoteMachine) -> Iterator[RemoteMachine]:
    """A second machine, made from the snapshot of the first."""
    machine = RemoteMachine(image, folder / "second", like=snapshot)
    record = load_machine("lab").model_copy(update={"name": "second", "port": machine.port})
    save_machine(record.model_copy(update={"reset_command": machine.revert_command}))
    yield machine
    machine.close()


@pytest.fixture
def used(snapshot: RemoteMachine) -> RemoteMachine:
    """The machine, as after an episode."""
    snapshot.run(f"mkdir -p /var/lib/testbed; touch {USED_FILE}")
    return snapshot


@pytest.fixture
def provider(snapshot: RemoteMachine) -> Iterator[ssh.SshProvider]:
    provider = ssh.SshProvider([load_machine("lab")])
    yield provider
    provider.close()


def changed(**fields: object) -> ssh.SshProvider:
    """A provider of the machine with another record."""
    return ssh.SshProvider([load_machine("lab").model_copy(update=fields)])


def refusal(kind: type[TestbedError], **fields: object) -> str:
    """What is said when no guest can be had of the machine with another record; the error must be of that kind."""
    with closing(changed(**fields)) as provider, pytest.raises(kind) as caught:
        provider.start()
    return str(caught.value)


def test_an_account_without_sudo_is_refused(bare: RemoteMachine) -> None:
    said = prepare(bare, *log_in(bare), good=False)
    assert "may not become root without a password" in said and "NOPASSWD" in said


def test_the_desktops_number_is_not_taken_unasked(open_machine: RemoteMachine) -> None:
    said = prepare(open_machine, *log_in(open_machine), good=False)
    assert "'ubuntu' has the number 1000" in said and "--make-room" in said
    assert open_machine.run("id -u ubuntu").strip() == "1000"


def test_a_machine_whose_archive_cannot_be_reached_says_what_is_missing(open_machine: RemoteMachine) -> None:
    open_machine.run("cp /var/lib/dpkg/status /root/; sed -i '/^Package: tree$/,/^$/d' /var/lib/dpkg/status")
    said = prepare(open_machine, *log_in(open_machine), "--make-room", good=False)
    open_machine.run("mv /root/status /var/lib/dpkg/status")
    assert "1 packages are missing (tree)" in said
    assert "apt-get update failed" in said and "apt-get install tree" in said


def test_another_distribution_is_refused(open_machine: RemoteMachine) -> None:
    open_machine.run("cp --remove-destination /usr/lib/os-release /etc/os-release")
    open_machine.run(
        "sed -i 's/bookworm/trixie/; s/^PRETTY_NAME=.*/PRETTY_NAME=\"Debian 13\"/' /etc/os-release"
    )
    said = prepare(open_machine, *log_in(open_machine), good=False)
    open_machine.run("ln -sf ../usr/lib/os-release /etc/os-release")
    assert "testbed cannot prepare Debian 13" in said and "debian bookworm" in said


def test_a_bare_machine_becomes_a_guest(lab: RemoteMachine) -> None:
    record = load_machine("lab")
    assert lab.run(f"cat {PREPARED_FILE}").strip() == record.prepared
    assert lab.run("stat -c '%U %a' /etc/testbed/token").strip() == "user 400"
    assert lab.run("id -u user").strip() == "1000"
    assert lab.run("id -u ubuntu; stat -c %U ~ubuntu/notes").split() == ["2000", "ubuntu"]
    assert lab.run("systemctl is-active xserver desktop").split() == ["active", "active"]
    assert lab.run("systemctl --failed --plain --no-legend") == ""
    assert (data_folder() / "ssh/lab.toml").stat().st_mode & 0o777 == 0o600


def test_preparing_again_clears_what_the_user_left(lab: RemoteMachine) -> None:
    before = load_machine("lab")
    lab.run(
        f"runuser -u user -- touch /home/user/left /tmp/left; mkdir -p /var/lib/testbed; touch {USED_FILE}"
    )
    lab.run("echo opt/testbed/of-an-older-recipe >>/etc/testbed/files; touch /opt/testbed/of-an-older-recipe")
    lab.run(f"echo old >{PREPARED_FILE}")
    said = prepare(lab, "--name", "lab")
    assert "packages are there" in said and "the applications in /opt/testbed are there" in said
    gone = f"/home/user/left /tmp/left {USED_FILE} /opt/testbed/of-an-older-recipe"
    assert lab.run(f"ls -d {gone} 2>/dev/null || true") == ""
    assert load_machine("lab") == before, "keys, token and reset command stay"
    assert lab.run(f"cat {PREPARED_FILE}").strip() == before.prepared


def test_another_host_key_is_refused(lab: RemoteMachine, folder: Path) -> None:
    record = load_machine("lab")
    line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
    save_machine(record.model_copy(update={"host_key": line}))
    try:
        said = refusal(GuestBootError, host_key=line)
        assert "shows another host key" in said and "--fingerprint" in said
        command = [TESTBED, "guest", "prepare", "127.0.0.1", "--port", str(lab.port), "--name", "lab"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1 and "has changed" in done.stderr, done.stderr
    finally:
        save_machine(record)


@pytest.mark.usefixtures("second")
def test_the_provider_conforms() -> None:
    provider = registry.create_provider("ssh:lab,second")
    try:
        assert provider.max_guests == 2
        results = self_check(provider)
    finally:
        provider.close()
    assert [result for result in results if result.fault] == []


def test_no_two_commands_use_a_machine_at_once(provider: ssh.SshProvider, snapshot: RemoteMachine) -> None:
    with pytest.raises(UsageError, match="lab is in use by another testbed command"):
        registry.create_provider("ssh:lab")
    guest = provider.start()
    assert find_access(guest.name).provider == "ssh"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssh, "GIVEN_BACK_SECONDS", 0.1)
        with pytest.raises(UsageError, match="machines are in use"):
            provider.start()
    provider.stop(guest)
    assert guest.name not in [access.name for access in list_accesses()]


@pytest.mark.parametrize(("width", "height", "scale"), [(1600, 900, 1), (1920, 1080, 2)])
def test_the_screen_has_the_size_and_scale_asked_for(
    snapshot: RemoteMachine, width: int, height: int, scale: int
) -> None:
    provider = registry.create_provider("ssh:lab", GuestOptions(width=width, height=height, scale=scale))
    try:
        guest = provider.start()
        size = guest.call_tool("computer.screen_size").structured
        dpi = poll(
            lambda: guest.run(["xrdb", "-query"], as_user=True).text,
            lambda text: f"Xft.dpi:\t{96 * scale}\n" in text,
        )
    finally:
        provider.close()
    assert size == {"width": width, "height": height}
    assert f"Xft.dpi:\t{96 * scale}\n" in dpi


def test_what_a_reset_command_can_get_wrong(used: RemoteMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    said = refusal(GuestBootError, reset_command="echo no such instance >&2; exit 3")
    assert "failed with 3: echo" in said and "\nno such instance" in said
    began = time.monotonic()
    said = refusal(GuestBootError, reset_command="sleep 300 & sleep 300", reset_seconds=0.5)
    assert "took over 0.5 s" in said and time.monotonic() - began < 30
    monkeypatch.setattr(ssh, "DESKTOP_SECONDS", 0.5)
    said = refusal(GuestBootError, reset_command="true")
    assert "it is still marked as used" in said and "after the machine was prepared" in said


def test_a_used_machine_without_a_reset_command_is_refused(used: RemoteMachine) -> None:
    said = refusal(UsageError, reset_command="")
    assert "has been used and cannot be reset" in said and "--reset-command" in said
    assert used.run(f"test -e {USED_FILE} && echo kept").strip() == "kept"


def test_a_machine_that_went_back_before_it_was_prepared_is_refused(snapshot: RemoteMachine) -> None:
    snapshot.revert()
    snapshot.run(f"echo 0123456789abcdef >{PREPARED_FILE}")
    said = refusal(ImageError)
    assert "another recipe (0123456789ab)" in said and "take its snapshot anew" in said
    snapshot.revert()


def test_a_lost_machine_is_an_infra_error_and_reset_for_the_next_try(
    snapshot: RemoteMachine, tmp_path: Path
) -> None:
    class PlugPuller(Silence):
        pulled = False

        def stepped(self, worker: int, label: str, step: int, action: Action) -> None:
            if not self.pulled:
                self.pulled = True
                snapshot.switch_off()

    options = RunOptions(agent="oracle", tool_filter="oracle", provider="ssh:lab", steps=15)
    tasks = load_tasks([TASK], tasks_root())
    with closing(registry.create_provider("ssh:lab")) as provider:
        records = create_run(tmp_path / "run", options, tasks, provider)
        summary = Run(records, tasks, provider, 1, PlugPuller()).finish()
    result = RunRecords.open(tmp_path / "run").results()[TASK, 1]
    (lost,) = [attempt.error.type for attempt in result.attempts]
    assert lost in ("GuestConnectionError", "GuestTimeoutError")
    assert (result.status, result.score) == ("completed", 1.0), summary


def test_a_lost_machine_that_cannot_be_reset_ends_the_run(snapshot: RemoteMachine) -> None:
    snapshot.revert()
    with closing(changed(reset_command="")) as provider:
        guest = provider.start()
        snapshot.switch_off()
        with pytest.raises(GuestConnectionError):
            guest.run(["true"])
        with pytest.raises(UsageError, match="has been used and cannot be reset"):
            provider.reset(guest)
        with pytest.raises(GuestBootError, match="lab cannot be reached"):
            provider.start()
    snapshot.switch_on()

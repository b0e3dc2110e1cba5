"""The doctor: every finding has a state, and a remedy where one is needed."""

import re
from pathlib import Path
from typing import Literal

import pytest

from controller.cli.main import call
from controller.guests import host_tools
from controller.guests.doctor import doctor
from controller.guests.doctor.finding import Finding
from controller.guests.nspawn import network as nspawn_network
from testbed.errors import ImageError, UsageError
from testbed.extension_points import AGENTS
from vm_images.disk import Disk


@pytest.mark.root
def test_every_bad_finding_says_what_to_do() -> None:
    findings = doctor.run_doctor()
    assert len({finding.name for finding in findings}) == len(findings) == 20
    for finding in findings:
        assert finding.found
        assert finding.remedy or finding.status == "ok"


def test_an_ordinary_user_is_told_what_virtual_machines_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(doctor, "check_binding", lambda: Finding("libvirt-python", "warn", "absent", "pip"))
    findings = {finding.name: finding for finding in doctor.run_doctor()}
    assert not findings.keys() & {"systemd-nspawn", "cgroups", "firewall"}, "containers are not for them"
    assert findings["root"].status == "warn"
    assert "virtual machines" in findings["root"].found
    assert "sudo" in findings["root"].remedy
    assert findings["libvirt-python"].status == "fail", "nothing else runs their guests"


def test_the_disk_that_only_root_can_make(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none() -> None:
        raise ImageError("there is no guest image", hint="testbed image build")

    monkeypatch.setattr(doctor, "find_image", none)
    finding = doctor.check_machine_disk()
    assert (finding.status, finding.remedy) == ("fail", "sudo testbed image build --format qcow2")
    disk = tmp_path / "root.qcow2"
    disk.touch()
    monkeypatch.setattr(doctor, "find_image", lambda: None)
    monkeypatch.setattr(doctor, "find_disk", lambda _image: Disk(disk, disk, disk))
    assert doctor.check_machine_disk().found == str(disk)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert doctor.check_machine_disk().remedy == f"sudo chmod a+r {disk}"


def test_missing_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(host_tools, "SYSTEM_PATH", str(tmp_path))
    finding = doctor.check_programs()
    assert finding.status == "fail"
    assert finding.remedy == "apt-get install e2fsprogs iproute2 iptables systemd-container util-linux"
    optional = doctor.check_internet()
    assert optional.status == "warn"
    assert optional.remedy == "for --network: apt-get install dnsmasq-base ipset"


def test_no_loop_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise UsageError("this host has no loop devices", hint="modprobe loop")

    monkeypatch.setattr(doctor, "require_loop_devices", missing)
    finding = doctor.check_loop_devices()
    assert (finding.status, finding.remedy) == ("fail", "modprobe loop")


def test_no_image(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise ImageError("there is no guest image", hint="testbed image build")

    monkeypatch.setattr(doctor, "find_image", none)
    finding = doctor.check_image()
    assert (finding.status, finding.remedy) == ("fail", "testbed image build")


def test_little_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "not" / "made yet"))
    usage = type("Usage", (), {"free": 2**30})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    finding = doctor.check_disk()
    assert (finding.status, finding.found.split(" under")[0]) == ("fail", "1.0 GiB free")


def test_keys_are_named_and_not_shown() -> None:
    finding = doctor.check_keys({"ANTHROPIC_API_KEY": "secret"})
    assert (finding.status, "secret" in str(finding)) == ("ok", False)
    assert doctor.check_keys({}).status == "warn"


def test_the_keys_are_those_that_agents_declare() -> None:
    for name in AGENTS.own_names():
        for key in AGENTS.load(name).keys:
            assert doctor.check_keys({key: "secret"}).found == f"set: {key}"
    assert doctor.check_keys({"SOME_API_KEY": "secret"}).status == "warn"


@pytest.mark.parametrize(("status", "exit_code"), [("warn", 0), ("fail", 1)])
def test_the_command_shows_each_state_and_fails_only_when_guests_cannot_run(
    status: Literal["warn", "fail"],
    exit_code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    findings = [Finding("root", "ok", "running as root"), Finding("KVM", status, "no /dev/kvm", "get one")]
    monkeypatch.setattr(doctor, "run_doctor", lambda: findings)
    assert call(["doctor"]) == exit_code
    rows = [re.split("  +", line.strip()) for line in capsys.readouterr().out.splitlines()]
    assert ["ok", "root", "running as root"] in rows and [status, "KVM", "no /dev/kvm", "get one"] in rows


@pytest.mark.root
def test_a_firewall_that_lacks_one_family(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    failing = tmp_path / "ip6tables"
    failing.write_text("#!/bin/sh\necho 'can not initialize ip6tables table filter' >&2\nexit 3\n")
    failing.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(nspawn_network, "_has_ipv6", lambda: True)
    finding = doctor.check_firewall()
    assert finding.status == "fail" and "ip6tables" in finding.found and "ip6table_filter" in finding.remedy
    monkeypatch.setattr(nspawn_network, "_has_ipv6", lambda: False)
    assert doctor.check_firewall().status == "ok"

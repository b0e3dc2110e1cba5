"""What a guest's programs leave out so that they can be dumped."""

from __future__ import annotations

from pathlib import Path

from controller.guests.frozen.dumpable import dumpable_files, sandboxed_applications

UNIT = "[Service]\nExecStart=/bin/true\n"


def layer(folder: Path, **texts: str) -> Path:
    units = folder / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    for name, text in texts.items():
        (units / f"{name}.service").write_text(UNIT + text)
    return folder


def test_services_that_ask_for_namespaces_get_none(tmp_path: Path) -> None:
    lower = layer(tmp_path / "a", hosts="ProtectHostname=yes\n", plain="", off="PrivateTmp=no\nBindPaths=\n")
    upper = layer(
        tmp_path / "b", time="SystemCallFilter=@system\nPrivateDevices=true\n", tmp="PrivateTmp=yes\n"
    )
    (upper / "usr/lib/systemd/system/alias.service").symlink_to("time.service")
    files = dumpable_files([lower, upper])
    drop_ins = {path for path in files if path.startswith("/etc/systemd/system/")}
    assert drop_ins == {
        f"/etc/systemd/system/{unit}.service.d/testbed.conf" for unit in ("hosts", "time", "tmp")
    }
    assert "SystemCallFilter" not in "".join(files.values())


def test_applications_of_other_vendors_keep_their_sandbox(tmp_path: Path) -> None:
    assert sandboxed_applications([layer(tmp_path / "a")]) == frozenset()
    (tmp_path / "a/usr/bin").mkdir()
    (tmp_path / "a/usr/bin/code").touch()
    assert sandboxed_applications([tmp_path / "a"]) == {"code"}

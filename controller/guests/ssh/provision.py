"""Installs the guest side on a running machine over ssh: what the image's layers contain. May be repeated.

Packages that are missing come from the machine's own apt, /opt/testbed is made as the image's is (unless it is
there already), and the recipe's files are laid over the machine. The last thing written is the hash of all that.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from controller.core.texts import list_some
from controller.guests.link.ssh import SshConnection
from controller.guests.ssh.machines import RemoteMachine
from testbed.errors import CommandError, GuestTimeoutError, UsageError
from vm_images.layers import vendor_key, wheels_command
from vm_images.machine import (
    MACHINE,
    SSHD_SETTINGS,
    archive,
    desktop_of_machine,
    payload,
    prepared_hash,
)
from vm_images.profile import Profile, Progress, distributions
from vm_images.recipe import LOCKED_REQUIREMENTS, NPM, REQUIREMENTS, STEPS

PREPARED_FILE = "/etc/testbed/prepared"
USED_FILE = "/var/lib/testbed/used"
"""There since a guest of this machine was last given out; a reset takes it away with all the rest."""

STAGE = "/root/.testbed-prepare"
"""Where the recipe's files lie on the machine; below root's home, where nobody else can put or swap anything."""
_APT = "env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2"
_SHOWN_LINES = 12
_QUICK, _LONG = 120.0, 3600.0

_FACTS = """
. /etc/os-release
echo "distribution=$ID"
echo "suite=${VERSION_CODENAME:-}"
echo "title=$PRETTY_NAME"
echo "machine=$(uname -m)"
[ ! -d /run/systemd/system ] || echo "systemd=yes"
echo "owner=$(getent passwd 1000 | cut -d: -f1)"
echo "group=$(getent group 1000 | cut -d: -f1)"
echo "user_id=$(id -u user 2>/dev/null)"
[ ! -e /etc/testbed/files ] || echo "ours=yes"
echo "display_manager=$(systemctl is-active display-manager.service 2>/dev/null)"
"""

_AUTHORIZE = f"""
set -eu
key=$1
install -d -m 0700 /root/.ssh
touch /root/.ssh/authorized_keys
chmod 0600 /root/.ssh/authorized_keys
grep -qxF "$key" /root/.ssh/authorized_keys || printf '%s\\n' "$key" >>/root/.ssh/authorized_keys
install -d -m 0755 /etc/ssh/sshd_config.d
cat >/{SSHD_SETTINGS}
mkdir -p /run/sshd
if ! problem=$(sshd -t 2>&1); then
    rm -f /{SSHD_SETTINGS}
    echo "sshd refuses its settings: $problem" >&2
    exit 1
fi
systemctl try-reload-or-restart ssh.service
"""

_MAKE_ROOM = """
set -eu
account=$1 group=$2
id=2000
while getent passwd $id >/dev/null || getent group $id >/dev/null; do id=$((id + 1)); done
if [ -n "$account" ]; then
    loginctl terminate-user "$account" 2>/dev/null || true # it need not be logged in
    for signal in TERM KILL; do
        pkill -$signal --uid 1000 || [ $? -eq 1 ]
        tries=0
        while pgrep --uid 1000 >/dev/null && [ $tries -lt 50 ]; do tries=$((tries + 1)); sleep 0.1; done
    done
    usermod --uid $id "$account"
fi
if [ -n "$group" ]; then
    groupmod --gid $id "$group"
    home=$(getent passwd "${account:-$group}" | cut -d: -f6)
    [ ! -d "$home" ] || find "$home" -xdev -gid 1000 -exec chgrp -h $id {} +
fi
"""

_END_USER = """
set -eu
for unit in desktop.service xserver.service user@1000.service; do
    ! systemctl is-active --quiet "$unit" || systemctl stop "$unit"
done
tries=0
while pgrep --uid 1000 >/dev/null; do
    [ $tries -lt 100 ] || { echo "processes of the desktop's user do not end" >&2; exit 1; }
    pkill -KILL --uid 1000 || [ $? -eq 1 ]
    tries=$((tries + 1))
    sleep 0.1
done
"""

_MAKE_STAGE = f"chmod go-rwx /root && rm -rf {STAGE} && mkdir -m 0700 {STAGE}"

_HAS_APPS = """
cd /opt/testbed 2>/dev/null || exit 1
[ "$(sha256sum <npm/package-lock.json)" = "$1" ] || exit 1
[ -x node/bin/node ] && [ -x npm/node_modules/.bin/code-server ] || exit 1
venv/bin/python -m pip freeze
"""

_STAGE_APPS = """
set -eu
ln -sfn "$1" /run/build
mkdir -p "$1/host" "$1/out"
cp -L /etc/resolv.conf "$1/host/resolv.conf"
[ ! -e /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$1/host/"
: >"$1/host/apt-proxy.conf"
rm -rf /opt/testbed
status=0
sh "$1/apps.sh" || status=$?
rm -f /run/build /etc/apt/apt.conf.d/99host
exit $status
"""


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """Facts that a machine reports about itself."""

    distribution: str
    suite: str
    title: str
    machine: str
    systemd: bool
    owner: str
    group: str
    user_id: str
    ours: bool
    display_manager: str


def authorize_root(ssh: SshConnection, public_key: str) -> None:
    """Authorize a key for root, over a connection of an account that is root or has sudo without a password.

    Raises UsageError when it may not, CommandError.
    """
    become = ""
    if ssh.run("id -u", timeout=_QUICK).stdout.strip() != b"0":
        become = "sudo -n "
        output = ssh.run("sudo -n true", timeout=_QUICK)
        if output.exit_code != 0:
            message = output.stderr.decode("utf-8", "replace").strip()
            raise UsageError(
                f"this account is not root and may not become root without a password: {message}",
                hint="log in as root (--user root), or allow it on the machine: "
                "echo 'NAME ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/NAME",
            )
    settings = (MACHINE / SSHD_SETTINGS).read_bytes()
    command = f"{become}sh -c {shlex.quote(_AUTHORIZE)} admit {shlex.quote(public_key)}"
    _run(ssh, command, "letting root in", stdin=settings)


def provision(
    ssh: SshConnection, machine: RemoteMachine, *, make_room: bool, progress: Progress
) -> RemoteMachine:
    """Install the guest side on a machine and start its desktop; return its updated record.

    Raises UsageError (a machine that does not fit), ImageError (a maker's archive cannot be reached), CommandError,
    GuestConnectionError.
    """
    facts = read_facts(ssh)
    profile = profile_of(facts)
    progress(f"{facts.title}: profile {profile.name}")
    require_suitable(facts, make_room=make_room)
    if facts.ours:
        progress("ending what runs as the desktop's user")
        _run(ssh, f"sh -c {shlex.quote(_END_USER)}", "ending the user's processes")
    _run(ssh, _MAKE_STAGE, "making a folder")
    _install_packages(ssh, profile, progress)
    _install_vendors(ssh, profile, progress)
    _install_apps(ssh, profile, progress)
    if facts.owner not in ("", "user") or facts.group not in ("", "user"):
        progress(f"another number for the account {facts.owner or facts.group}, which had 1000")
        command = (
            f"sh -c {shlex.quote(_MAKE_ROOM)} room {shlex.quote(facts.owner)} {shlex.quote(facts.group)}"
        )
        _run(ssh, command, f"giving {facts.owner or facts.group} another number")
    progress("the guest side")
    _run(ssh, f"tar -x -C {STAGE}", "sending the recipe's files", stdin=payload(profile), timeout=_LONG)
    environment = desktop_of_machine(profile.desktop).environment()
    words = shlex.join(["env", *(f"{key}={value}" for key, value in environment.items())])
    _run(ssh, f"{words} sh {STAGE}/machine.sh {STAGE}", "putting the guest side there", timeout=_LONG)
    place_token = "install -o user -g user -m 0400 /dev/stdin /etc/testbed/token"
    _run(ssh, place_token, "placing the token", stdin=machine.token.encode())
    progress("starting the desktop")
    _run(ssh, f"sh {STAGE}/start_machine.sh", "starting the desktop", timeout=_LONG)
    return machine.model_copy(update={"profile": profile.name, "prepared": prepared_hash(profile)})


def mark_prepared(ssh: SshConnection, machine: RemoteMachine) -> None:
    """Mark a machine, whose desktop is up, as prepared and unused."""
    script = f"rm -rf {STAGE} {USED_FILE} && cat >{PREPARED_FILE} && sync"
    _run(ssh, script, "recording what was prepared", stdin=f"{machine.prepared}\n".encode())


def read_facts(ssh: SshConnection) -> MachineFacts:
    """Read the facts of a machine. Raises CommandError."""
    lines = _run(ssh, f"sh -c {shlex.quote(_FACTS)}", "looking at the machine").splitlines()
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    texts = {name: values.get(name, "") for name in MachineFacts.__slots__}
    flags = {name: texts.pop(name) == "yes" for name in ("systemd", "ours")}
    return MachineFacts(**texts, **flags)  # type: ignore[arg-type]


def profile_of(facts: MachineFacts) -> Profile:
    """The profile for a machine's distribution. Raises UsageError."""
    profiles = distributions()
    for profile in profiles:
        if (profile.distribution, profile.suite) == (facts.distribution, facts.suite):
            return profile
    known = ", ".join(f"{profile.distribution} {profile.suite}" for profile in profiles)
    raise UsageError(f"testbed cannot prepare {facts.title}", hint=f"use a machine with {known}")


def require_suitable(facts: MachineFacts, *, make_room: bool) -> None:
    """Raise UsageError if a machine cannot become a guest as it is."""
    if facts.machine != "x86_64" or not facts.systemd:
        raise UsageError(
            f"this machine is a {facts.machine} {'with' if facts.systemd else 'without'} systemd",
            hint="use an x86_64 machine that runs systemd",
        )
    if facts.display_manager == "active":
        raise UsageError(
            "this machine already has a desktop of its own",
            hint="turn it off on the machine: systemctl disable --now display-manager",
        )
    if facts.user_id and (not facts.ours or facts.user_id != "1000"):
        raise UsageError(
            f"this machine has an account 'user' (number {facts.user_id}) that testbed did not make",
            hint="testbed empties that account's home folder: rename the account, or use another machine",
        )
    account = next((name for name in (facts.owner, facts.group) if name not in ("", "user")), "")
    if account and not make_room:
        raise UsageError(
            f"the account {account!r} has the number 1000, which the desktop's user needs",
            hint="--make-room gives it another number (and its home folder's files with it)",
        )


def _install_packages(ssh: SshConnection, profile: Profile, progress: Progress) -> None:
    required = set(profile.installed) - set(profile.packages.machine)
    missing = sorted(required - _installed_packages(ssh))
    if not missing:
        progress(f"all {len(required)} packages are there")
        return
    progress(f"installing {len(missing)} packages")
    _apt(ssh, missing)


def _install_vendors(ssh: SshConnection, profile: Profile, progress: Progress) -> None:
    installed = _installed_packages(ssh) if profile.vendor else set()
    for archive_ in profile.vendor:
        if archive_.package in installed or (key := vendor_key(archive_, progress)) is None:
            continue
        place = f"{STAGE}/{archive_.package}.asc"
        _run(ssh, f"cat >{place}", "sending a key", stdin=key)
        script = (STEPS / "vendor.sh").read_bytes()
        words = shlex.join(["sh", "-s", archive_.package, archive_.source, place, "/"])
        _run(ssh, words, f"installing {archive_.package}", stdin=script, timeout=_LONG)


def _install_apps(ssh: SshConnection, profile: Profile, progress: Progress) -> None:
    """Create /opt/testbed by the image's own step, unless it is there and up to date."""
    lock = subprocess.run(
        ["sha256sum"], input=(NPM / "package-lock.json").read_bytes(), capture_output=True, check=True
    ).stdout.decode()
    installed = ssh.run(f"sh -c {shlex.quote(_HAS_APPS)} apps {shlex.quote(lock.strip())}", timeout=_QUICK)
    if installed.exit_code == 0 and _pins(REQUIREMENTS.read_text()) <= _pins(installed.stdout.decode()):
        progress("the applications in /opt/testbed are there")
        return
    missing = sorted(set(profile.packages.build) - _installed_packages(ssh))
    if missing:
        progress("installing a compiler for code-server's native modules")
        _apt(ssh, missing)
    with tempfile.TemporaryDirectory(prefix="testbed-apps-") as text:
        folder = Path(text)
        progress("fetching Python packages")
        (folder / "wheels").mkdir()
        try:
            subprocess.run(
                wheels_command(profile.python, folder / "wheels"),
                env=os.environ,
                capture_output=True,
                check=True,
            )
        except subprocess.CalledProcessError as error:
            raise UsageError(
                f"this host's pip cannot fetch the guest's packages:\n{_tail(error.stderr)}",
                hint="check this host's network and pip's settings",
            ) from error
        for source in (LOCKED_REQUIREMENTS, STEPS / "apps.sh"):
            shutil.copy(source, folder)
        shutil.copytree(NPM, folder / "npm")
        progress("making the applications in /opt/testbed (some minutes)")
        _run(ssh, f"tar -x -C {STAGE}", "sending Python packages", stdin=archive(folder), timeout=_LONG)
    packages = shlex.quote(" ".join(profile.packages.build))
    command = f"env BUILD_PACKAGES={packages} sh -c {shlex.quote(_STAGE_APPS)} apps {STAGE}"
    _run(ssh, command, "making the applications", timeout=_LONG)


def _apt(ssh: SshConnection, packages: list[str]) -> None:
    """Raises CommandError with the packages and apt's output."""
    hint = (
        f"give the machine a way to its archive, or install them there: apt-get install {' '.join(packages)}"
    )
    listed = list_some(packages, 10)
    try:
        _run(ssh, f"{_APT} -o APT::Update::Error-Mode=any update", "apt-get update", timeout=_LONG)
        names = shlex.join(packages)
        _run(ssh, f"{_APT} install --no-install-recommends -y {names}", "apt-get install", timeout=_LONG)
    except CommandError as error:
        raise CommandError(
            f"{len(packages)} packages are missing ({listed}); {error.message}", hint=hint
        ) from error


def _installed_packages(ssh: SshConnection) -> set[str]:
    query = "dpkg-query --show --showformat '${db:Status-Status} ${Package}\\n'"
    lines = [line.split() for line in _run(ssh, query, "listing packages").splitlines()]
    return {words[1] for words in lines if len(words) == 2 and words[0] == "installed"}


def _pins(text: str) -> set[str]:
    """The name==version lines of a requirements file, names in their one normal form."""
    pins = (line.strip().split("==", 1) for line in text.splitlines() if "==" in line)
    return {f"{name.lower().replace('_', '-').replace('.', '-')}=={version}" for name, version in pins}


def _run(ssh: SshConnection, command: str, what: str, *, stdin: bytes = b"", timeout: float = _QUICK) -> str:
    """Run a command as root and return what it printed. Raises CommandError with the last lines it printed."""
    try:
        output = ssh.run(command, stdin=stdin, timeout=timeout)
    except GuestTimeoutError:
        raise CommandError(f"{what} took over {timeout:g} s") from None
    if output.exit_code != 0:
        raise CommandError(f"{what} failed with {output.exit_code}:\n{_tail(output.stdout + output.stderr)}")
    return output.stdout.decode("utf-8", "replace")


def _tail(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return "\n".join(f"  {line}" for line in lines[-_SHOWN_LINES:]) or "  (it printed nothing)"

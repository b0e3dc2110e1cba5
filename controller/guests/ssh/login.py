"""The first login to a machine: verifying its host key, and choosing the user's key."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import paramiko

from controller.guests.link.ssh import LOG_CHANNEL, SshConnection
from controller.guests.ssh.machines import fingerprint
from testbed.errors import GuestConnectionError, HostKeyError, LoginError, UsageError

CONNECT_SECONDS = 15.0
DEFAULT_KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")
SHOW_FINGERPRINT = "ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub"
"""What shows the fingerprint on the machine itself."""

Confirm = Callable[[str], bool]


def fetch_host_key(address: str, port: int) -> str:
    """Fetch the ed25519 host key of an address, in OpenSSH's format. Raises GuestConnectionError."""
    where = f"{address}:{port}"
    transport = None
    try:
        link = socket.create_connection((address, port), timeout=CONNECT_SECONDS)
        transport = paramiko.Transport(link)
        transport.set_log_channel(LOG_CHANNEL)
        transport.banner_timeout = CONNECT_SECONDS
        transport.get_security_options().key_types = ["ssh-ed25519"]
        transport.start_client(timeout=CONNECT_SECONDS)
        key = transport.get_remote_server_key()
    except paramiko.ssh_exception.IncompatiblePeer as error:
        raise GuestConnectionError(
            f"{where} shows no ed25519 host key: {error}",
            hint="on the machine: ssh-keygen -A, and no HostKey line in sshd's settings that leaves it out",
        ) from error
    except (paramiko.SSHException, EOFError, OSError) as error:
        raise GuestConnectionError(
            f"no ssh server answers at {where}: {error or type(error).__name__}",
            hint="check address, --port and firewall, and that the machine runs",
        ) from error
    finally:
        if transport:
            transport.close()
    return f"{key.get_name()} {key.get_base64()}"


def verify_host_key(
    address: str, port: int, *, known: str, expected: str, confirm: Confirm, known_hosts: Path | None = None
) -> str:
    """Fetch a machine's host key and verify it.

    It is verified by the key pinned before (`known`), a fingerprint the user gave (`expected`), ssh's known_hosts, or
    the user's answer to `confirm(question)`.

    Raises:
        HostKeyError: It is not the expected key.
        UsageError: Nothing verifies it.
        GuestConnectionError: The machine does not answer.
    """
    offered = fetch_host_key(address, port)
    print_ = fingerprint(offered)
    if expected:
        if expected.removesuffix("=") != print_:
            raise HostKeyError(
                f"{address} shows the host key {print_}, not {expected}",
                hint=f"compare with what the machine itself shows: {SHOW_FINGERPRINT}",
            )
        return offered
    if known:
        if known.split()[:2] != offered.split()[:2]:
            raise _changed_key_error(address, print_, "when it was prepared")
        return offered
    if recorded := _in_known_hosts(address, port, known_hosts or Path.home() / ".ssh" / "known_hosts"):
        if recorded != offered:
            raise _changed_key_error(address, print_, "according to ~/.ssh/known_hosts")
        return offered
    if not confirm(f"{address} shows the host key {print_}. Is that its fingerprint ({SHOW_FINGERPRINT})?"):
        raise UsageError(
            f"the host key of {address} is not verified: {print_}",
            hint=f"if the machine itself shows the same ({SHOW_FINGERPRINT}): --fingerprint {print_}",
        )
    return offered


def confirm_on_terminal(question: str) -> bool:
    """Ask for confirmation on the terminal; without one the answer is no."""
    if not sys.stdin.isatty():
        return False
    return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}


def user_keys(file: Path | None) -> list[tuple[str, paramiko.PKey]]:
    """The user's own keys and where they come from: the file named, else those of the agent and of ~/.ssh.

    Raises UsageError when the file named cannot be used, or there is no key at all.
    """
    if file:
        return [(str(file), _read_key(file))]
    agent_keys = [
        (f"ssh-agent ({key.comment or key.fingerprint})", key) for key in paramiko.Agent().get_keys()
    ]
    keys: list[tuple[str, paramiko.PKey]] = list(agent_keys)
    for path in (Path.home() / ".ssh" / name for name in DEFAULT_KEYS):
        if path.exists():
            try:
                keys.append((str(path), _read_key(path)))
            except UsageError:
                continue  # one with a passphrase serves through the agent
    if not keys:
        raise UsageError(
            "there is no ssh key to log in with", hint="name one: --key FILE, or load it: ssh-add FILE"
        )
    return keys


def log_in(
    address: str, port: int, user: str, host_key: str, keys: Sequence[tuple[str, paramiko.PKey]]
) -> SshConnection:
    """Log in as `user` with the first key that is accepted. Raises LoginError, GuestConnectionError."""
    for _, key in keys:
        ssh = SshConnection(
            address, port=port, user=user, user_key=key, host_key=host_key, connect_seconds=CONNECT_SECONDS
        )
        try:
            ssh.connect()
        except LoginError:
            ssh.close()
            continue
        require_silent_shell(ssh, user, address)
        return ssh
    tried = ", ".join(name for name, _ in keys)
    raise LoginError(
        f"{address} accepts none of these keys for {user!r}: {tried}",
        hint="name another key (--key FILE) or another account (--user NAME); it must be in the account's "
        "~/.ssh/authorized_keys",
    )


def require_silent_shell(ssh: SshConnection, user: str, machine: str) -> None:
    """Raise UsageError when the account's shell prints something at its start: it would be part of every answer."""
    printed = ssh.run("true", timeout=CONNECT_SECONDS).stdout.decode("utf-8", "replace").strip()
    if printed:
        raise UsageError(
            f"a start-up file of {user}'s shell on {machine} prints {printed.splitlines()[0][:80]!r} at every command",
            hint="have it print in interactive shells only, as with `case $- in *i*) ;; *) return ;; esac` in front in "
            "~/.bashrc",
        )


def _read_key(file: Path) -> paramiko.PKey:
    try:
        key: paramiko.PKey = paramiko.PKey.from_path(file)
    except FileNotFoundError:
        raise UsageError(f"there is no key file {file}", hint="name a private key: --key FILE") from None
    except (paramiko.PasswordRequiredException, TypeError):
        raise UsageError(f"the key {file} has a passphrase", hint=f"load it first: ssh-add {file}") from None
    except (OSError, paramiko.SSHException, paramiko.pkey.UnknownKeyType, ValueError) as error:
        raise UsageError(
            f"{file} is no private key that can be read: {error}", hint="use an OpenSSH key"
        ) from error
    return key


def _in_known_hosts(address: str, port: int, file: Path) -> str:
    """The ed25519 key that ssh knows for an address, "" when it knows none."""
    if not file.exists():
        return ""
    name = address if port == 22 else f"[{address}]:{port}"
    keys = paramiko.HostKeys(str(file)).lookup(name)
    key = keys.get("ssh-ed25519") if keys else None
    return f"{key.get_name()} {key.get_base64()}" if key else ""


def _changed_key_error(address: str, print_: str, when: str) -> HostKeyError:
    return HostKeyError(
        f"the host key of {address} has changed: it shows {print_}, which is another than {when}",
        hint="somebody may impersonate the machine; if it was reinstalled and shows the same itself "
        f"({SHOW_FINGERPRINT}): --fingerprint {print_}",
    )

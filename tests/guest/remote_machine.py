"""A machine somewhere else, for tests of the ssh provider: a container that never saw the image's guest layer.

It has an address of its own (a port on this host) that stays while the machine behind it is switched off, reverted
to its snapshot, or boots; `cloud.sock` is its maker's interface, with a client in `cloud.py`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from controller.guests.link.ssh import KeyPair, SshConnection
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn.container import Container
from controller.guests.nspawn.state import allocate
from controller.guests.provider import GuestOptions
from controller.guests.ssh.machines import fingerprint
from testbed.errors import GuestConnectionError
from tests.waiting import eventually
from vm_images.image import Image

CLIENT = """
import socket, sys
with socket.socket(socket.AF_UNIX) as link:
    link.connect(sys.argv[1])
    link.sendall(sys.argv[2].encode())
    link.shutdown(socket.SHUT_WR)
    answer = link.makefile().read()
sys.exit(0 if answer == "done" else answer or "no answer")
"""


class RemoteMachine:
    """Switched on when made. `user_key` opens root's account, `port` on 127.0.0.1 is where ssh answers."""

    def __init__(self, image: Image, folder: Path, *, like: RemoteMachine | None = None) -> None:
        """With `like`, another machine made from that one's snapshot, keys included."""
        self.user_key = like.user_key if like else KeyPair.generate()
        self.host_key = like.host_key if like else KeyPair.generate()
        self._image, self._folder = image, folder
        self._layers = list(like._layers if like else image.layers[:2])
        self._machine: Container | None = None
        self._links: set[socket.socket] = set()
        folder.mkdir(parents=True)
        (folder / "cloud.py").write_text(CLIENT)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._cloud = socket.socket(socket.AF_UNIX)
        self._cloud.bind(str(folder / "cloud.sock"))
        self._cloud.listen()
        for listener, work in ((self._listener, self._forward), (self._cloud, self._obey)):
            threading.Thread(target=_serve, args=(listener, work), daemon=True).start()
        self.switch_on()

    @property
    def revert_command(self) -> str:
        """The shell command that reverts the machine to its snapshot."""
        return f"{sys.executable} {self._folder}/cloud.py {self._folder}/cloud.sock revert"

    @property
    def key_file(self) -> Path:
        file = self._folder / "id_ed25519"
        file.write_text(self.user_key.private)
        file.chmod(0o600)
        return file

    @property
    def prepare_arguments(self) -> list[str]:
        """What follows `testbed guest prepare`, but for the account and its key."""
        vouch = ["--fingerprint", fingerprint(self.host_key.public)]
        return ["127.0.0.1", "--port", str(self.port), *vouch]

    def connection(self) -> SshConnection:
        return SshConnection(
            "127.0.0.1", port=self.port, user_key=self.user_key, host_key=self.host_key.public
        )

    def run(self, script: str, *, timeout: float = 60.0) -> str:
        """Run a script as root; it must succeed."""
        with contextlib.closing(self.connection()) as ssh:
            output = ssh.run(f"set -eu; {script}", timeout=timeout)
        assert output.exit_code == 0, (output.stdout + output.stderr).decode()
        return output.stdout.decode()

    def switch_on(self) -> None:
        """Boot what is on its disk; returns when ssh answers."""
        machine = Container(allocate(self._image.hash), self._layers)
        machine.prepare()
        if not self._keeps("root/.ssh/authorized_keys"):
            machine.place("/root/.ssh/authorized_keys", f"{self.user_key.public}\n".encode(), mode=0o600)
            machine.place("/etc/ssh/ssh_host_ed25519_key", self.host_key.private.encode(), mode=0o600)
        machine.launch(GuestOptions(disk_mib=0))  # its snapshots are made of the overlay's folder
        machine.connect_network()
        self._machine = machine
        eventually(self._answers, seconds=60, what="ssh of the remote machine")

    def switch_off(self) -> None:
        """As if the plug were pulled: what is on its disk is lost but for its snapshot."""
        machine, self._machine = self._machine, None
        for link in list(self._links):
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
        if machine:
            machine.destroy()

    def take_snapshot(self) -> None:
        """Keep what is on its disk, and boot it again."""
        assert self._machine
        upper = self._machine.state.folder / "rw/upper"
        snapshot = self._folder / f"snapshot-{len(self._layers)}"
        self.run("sync")
        state = self._machine.state
        nspawn_cgroups.kill(state.name)
        nspawn_cgroups.wait_empty(state.name)
        shift = state.shift
        upper.rename(snapshot)
        for path in [snapshot, *snapshot.rglob("*")]:
            status = path.lstat()
            os.lchown(path, status.st_uid - shift, status.st_gid - shift)
            if not path.is_symlink():
                path.chmod(status.st_mode & 0o7777)  # changing the owner takes set-user-id bits away
        self._layers.append(snapshot)
        self.switch_off()
        self.switch_on()

    def revert(self) -> None:
        self.switch_off()
        self.switch_on()

    def close(self) -> None:
        self.switch_off()
        self._listener.close()
        self._cloud.close()
        shutil.rmtree(self._folder)

    def _keeps(self, path: str) -> bool:
        return any((layer / path).exists() for layer in self._layers)

    def _answers(self) -> bool:
        try:
            with contextlib.closing(self.connection()) as ssh:
                ssh.connect()
        except GuestConnectionError:
            return False
        return True

    def _forward(self, link: socket.socket) -> None:
        machine = self._machine
        if machine is None:
            return
        try:
            inside = socket.create_connection((machine.state.guest_address, 22), timeout=5)
        except OSError:
            return
        inside.settimeout(None)
        with inside:
            self._links |= {link, inside}
            back = threading.Thread(target=_pump, args=(inside, link), daemon=True)
            back.start()
            _pump(link, inside)
            back.join()
            self._links -= {link, inside}

    def _obey(self, link: socket.socket) -> None:
        order = link.makefile().read()
        if order != "revert":
            link.sendall(f"unknown order {order!r}".encode())
            return
        self.revert()
        link.sendall(b"done")


def _serve(listener: socket.socket, work: Callable[[socket.socket], None]) -> None:
    def attend(link: socket.socket) -> None:
        with link:
            work(link)

    with contextlib.suppress(OSError):
        while True:
            link, _ = listener.accept()
            threading.Thread(target=attend, args=(link,), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)

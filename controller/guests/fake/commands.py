"""The few commands that a fake guest has, on its files in memory."""

from __future__ import annotations

import hashlib
import posixpath
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.core.guest import HOME, USER


@dataclass(frozen=True, slots=True)
class FakeFile:
    """A file's content, owner and permission bits."""

    data: bytes
    owner: str = USER
    mode: int = 0o644

    def readable_by(self, user: str) -> bool:
        return user in ("root", self.owner) or bool(self.mode & 0o004)

    def writable_by(self, user: str) -> bool:
        return user in ("root", self.owner) or bool(self.mode & 0o002)


Files = dict[str, FakeFile]


class CommandFailure(Exception):
    """A command that fails: what it prints to stderr, and its exit code."""

    def __init__(self, text: str, code: int = 1) -> None:
        super().__init__(text)
        self.code = code


class Shell:
    """Runs one command as a user; `open_app` is what `testbed-open` does."""

    def __init__(self, files: Files, user: str, open_app: Callable[[str, list[str]], None]) -> None:
        self._files = files
        self._user = user
        self._open_app = open_app

    def run(self, argv: Sequence[str], stdin: bytes, timeout: float) -> tuple[int, bytes, bytes]:
        """Exit code, stdout, stderr. Raises TimeoutError."""
        name, *arguments = argv
        command = getattr(self, f"_do_{posixpath.basename(name).replace('-', '_')}", None)
        if command is None:
            return 127, b"", f"{name}: command not found\n".encode()
        try:
            return 0, command(arguments, stdin, timeout), b""
        except CommandFailure as failure:
            return failure.code, b"", f"{name}: {failure}\n".encode() if str(failure) else b""

    def _do_true(self, *_: object) -> bytes:
        return b""

    def _do_false(self, *_: object) -> bytes:
        raise CommandFailure("")

    def _do_echo(self, arguments: list[str], *_: object) -> bytes:
        return " ".join(arguments).encode() + b"\n"

    def _do_printf(self, arguments: list[str], *_: object) -> bytes:
        return (arguments[1] if len(arguments) > 1 else arguments[0]).encode()

    def _do_cat(self, arguments: list[str], stdin: bytes, _timeout: float) -> bytes:
        return b"".join(self._read(path) for path in arguments) if arguments else stdin

    def _do_tee(self, arguments: list[str], stdin: bytes, _timeout: float) -> bytes:
        for path in arguments:
            self._write(path, stdin)
        return stdin

    def _do_touch(self, arguments: list[str], *_: object) -> bytes:
        for path in arguments:
            self._write(path, self._files[path].data if path in self._files else b"")
        return b""

    def _do_cp(self, arguments: list[str], *_: object) -> bytes:
        source, target = arguments
        self._write(target, self._read(source))
        return b""

    def _do_mv(self, arguments: list[str], *_: object) -> bytes:
        self._do_cp(arguments)
        return self._do_rm(arguments[:1])

    def _do_rm(self, arguments: list[str], *_: object) -> bytes:
        force = any(argument.startswith("-") and "f" in argument for argument in arguments)
        for path in (argument for argument in arguments if not argument.startswith("-")):
            below = [name for name in self._files if name == path or name.startswith(path.rstrip("/") + "/")]
            if not below and not force:
                raise CommandFailure(f"cannot remove '{path}': No such file or directory")
            for name in below:
                if not self._files[name].writable_by(self._user):
                    raise CommandFailure(f"cannot remove '{path}': Permission denied")
                del self._files[name]
        return b""

    def _do_mkdir(self, _arguments: list[str], *_: object) -> bytes:
        return b""

    def _do_ls(self, arguments: list[str], *_: object) -> bytes:
        folder = next((item for item in arguments if not item.startswith("-")), HOME).rstrip("/") + "/"
        names = {name[len(folder) :].split("/")[0] for name in self._files if name.startswith(folder)}
        if not names:
            raise CommandFailure(f"cannot access '{folder}': No such file or directory", 2)
        return "".join(f"{name}\n" for name in sorted(names)).encode()

    def _do_test(self, arguments: list[str], *_: object) -> bytes:
        flag, path = arguments
        folder = any(name.startswith(path.rstrip("/") + "/") for name in self._files)
        holds = {"-f": path in self._files, "-d": folder, "-e": folder or path in self._files}
        if not holds.get(flag, False):
            raise CommandFailure("")
        return b""

    def _do_sha256sum(self, arguments: list[str], *_: object) -> bytes:
        lines = [f"{hashlib.sha256(self._read(path)).hexdigest()}  {path}\n" for path in arguments]
        return "".join(lines).encode()

    def _do_stat(self, arguments: list[str], *_: object) -> bytes:
        """`stat -c FORMAT FILE`, with %U, %G, %a and %s."""
        _option, form, path = arguments
        file = self._existing(path)
        for sign, value in (
            ("%U", file.owner),
            ("%G", file.owner),
            ("%a", f"{file.mode:o}"),
            ("%s", str(len(file.data))),
        ):
            form = form.replace(sign, value)
        return form.encode() + b"\n"

    def _do_whoami(self, *_: object) -> bytes:
        return f"{self._user}\n".encode()

    def _do_id(self, arguments: list[str], *_: object) -> bytes:
        number = 0 if self._user == "root" else 1000
        if "-un" in arguments:
            return self._do_whoami()
        return f"{number}\n".encode() if "-u" in arguments else f"uid={number}({self._user})\n".encode()

    def _do_printenv(self, arguments: list[str], *_: object) -> bytes:
        session = {
            "DISPLAY": ":0",
            "XDG_RUNTIME_DIR": "/run/user/1000",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
        }
        environment = {"HOME": HOME, **session} if self._user == USER else {"HOME": "/root"}
        if not arguments:
            return "".join(f"{name}={value}\n" for name, value in environment.items()).encode()
        if arguments[0] not in environment:
            raise CommandFailure("")
        return f"{environment[arguments[0]]}\n".encode()

    _do_env = _do_printenv

    def _do_sleep(self, arguments: list[str], _stdin: bytes, timeout: float) -> bytes:
        seconds = float(arguments[0])
        time.sleep(min(seconds, timeout))
        if seconds > timeout:
            raise TimeoutError
        return b""

    def _do_testbed_open(self, arguments: list[str], *_: object) -> bytes:
        app, *files = arguments
        if app != "text_editor":
            raise CommandFailure(f"a fake guest has no {app}; it has text_editor", 2)
        self._open_app(app, files)
        return b""

    def _existing(self, path: str) -> FakeFile:
        if path not in self._files:
            raise CommandFailure(f"{path}: No such file or directory")
        return self._files[path]

    def _read(self, path: str) -> bytes:
        file = self._existing(path)
        if not file.readable_by(self._user):
            raise CommandFailure(f"{path}: Permission denied")
        return file.data

    def _write(self, path: str, data: bytes) -> None:
        old = self._files.get(path)
        at_home = path.startswith((HOME + "/", "/tmp/"))
        if (old and not old.writable_by(self._user)) or (not old and self._user != "root" and not at_home):
            raise CommandFailure(f"{path}: Permission denied")
        self._files[path] = FakeFile(data, old.owner if old else self._user, old.mode if old else 0o644)

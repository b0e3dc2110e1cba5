"""Runs in the guest, as the user: runs Python code as `python -c` does, with PyAutoGUI imported already.

That import takes most of the time of an action of OSWorld's agents. A fork runs the code, after it has connected to the
display anew. A request on the Unix socket is the standard output and error as file descriptors, then the code; the
answer has two lines, the process and its exit code.
"""

import builtins
import gc
import importlib
import os
import pathlib
import signal
import socket
import sys
import types

import pyautogui  # type: ignore[import-untyped]

SERVER = "\0testbed-python"


def serve() -> None:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(SERVER)
    listening.listen()
    gc.freeze()  # the forks share the memory of what is imported
    while True:
        connection, _ = listening.accept()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the forks that answer are not waited for
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            answer(connection)
            return
        connection.close()


def answer(connection: socket.socket) -> None:
    """Returns in the process that has run the code, which then ends as a program does."""
    _, (output, error), _, _ = socket.recv_fds(connection, 1, 2)
    with connection.makefile("rb") as stream:
        code = stream.read()
    process = os.fork()
    if process == 0:
        connection.close()
        os.dup2(output, 1)
        os.dup2(error, 2)
        os.close(output)
        os.close(error)
        execute(code)
        return
    connection.sendall(f"{process}\n".encode())
    _, status = os.waitpid(process, 0)
    connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def execute(code: bytes) -> None:
    main = types.ModuleType("__main__")
    vars(main).update(__builtins__=builtins, __annotations__={})
    sys.modules["__main__"] = main
    sys.argv = ["-c"]
    original = sys.excepthook

    def without_this_server(
        kind: type[BaseException], value: BaseException, trace: types.TracebackType | None
    ) -> None:
        while trace is not None and trace.tb_frame.f_globals is not vars(main):
            trace = trace.tb_next
        original(kind, value.with_traceback(trace), trace)

    sys.excepthook = without_this_server
    os.chdir(pathlib.Path.home())
    importlib.reload(pyautogui._pyautogui_x11)
    exec(compile(os.fsdecode(code), "<string>", "exec", dont_inherit=True), vars(main))


if __name__ == "__main__":
    serve()

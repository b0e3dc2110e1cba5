"""The object that LibreOffice's Python loader makes: it runs this package's functions in the main thread."""

from __future__ import annotations

import importlib
import json
import threading
from collections.abc import Callable
from typing import Any

import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.task import XJob
from com.sun.star.uno import RuntimeException

from mcp_tools.libreoffice.in_process import Refusal, file_versions
from mcp_tools.timeouts import scale_timeout

NAME = "testbed.InProcessJob"
START_SECONDS = scale_timeout(20.0)
"""How long a call may wait for the main thread, which another call or a long command may keep busy."""
FINISH_SECONDS = scale_timeout(120.0)
"""How long it may take then: as long as the longest tool."""


class InProcessJob(unohelper.Base, XJob):  # type: ignore[misc]
    """Runs a function of this package: `execute` takes its name ("module.function") and its arguments."""

    def __init__(self, context: Any, *_arguments: Any) -> None:
        self._context = context
        file_versions.watch(context)

    def execute(self, named_arguments: Any) -> str:
        """JSON: {"answer": what the function returned} or {"refusal": why it did nothing}.

        Raises UNO's RuntimeException when the main thread stays busy, and what the function raises else.
        """
        arguments = {item.Name: item.Value for item in named_arguments}
        module, _, name = arguments.pop("function").rpartition(".")
        function = getattr(importlib.import_module(f"{__package__}.{module}"), name)
        call = _Call(lambda: function(**arguments))
        callback = self._context.ServiceManager.createInstanceWithContext(
            "com.sun.star.awt.AsyncCallback", self._context
        )
        callback.addCallback(call, None)
        try:
            return json.dumps({"answer": call.outcome()})
        except Refusal as refusal:
            return json.dumps({"refusal": str(refusal)})


class _Call(unohelper.Base, XCallback):  # type: ignore[misc]
    """A function that the main thread is to call once."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self._function = function
        self._mine = threading.Lock()
        self._done = threading.Event()
        self._answer: Any = None
        self._error: BaseException | None = None

    def notify(self, _data: Any) -> None:
        if not self._mine.acquire(blocking=False):
            return  # given up
        try:
            self._answer = self._function()
        except BaseException as error:  # noqa: BLE001 - raised again by the waiting thread
            self._error = error
        finally:
            self._done.set()

    def outcome(self) -> Any:
        """What the function returned. Raises what it raised; RuntimeException when it has not begun, or not ended."""
        if not self._done.wait(START_SECONDS):
            if self._mine.acquire(blocking=False):
                raise RuntimeException(f"it was busy for {START_SECONDS:g} s, and nothing was done", None)
            if not self._done.wait(FINISH_SECONDS):
                raise RuntimeException(f"it did not finish in {FINISH_SECONDS:g} s", None)
        if self._error is not None:
            raise self._error
        return self._answer


g_ImplementationHelper = unohelper.ImplementationHelper()
"""Where LibreOffice's loader looks for the component."""

g_ImplementationHelper.addImplementation(InProcessJob, NAME, ())

"""The sound server's default output through libpulse: a few milliseconds less a call than the command pactl."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import POINTER, c_char_p, c_int, c_uint8, c_uint32, c_void_p
from dataclasses import dataclass
from typing import Any

from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

LIBRARY = "libpulse.so.0"
DEFAULT_SINK = b"@DEFAULT_SINK@"
ANSWER_SECONDS = scale_timeout(5.0)
PAUSE_SECONDS = 0.0005
CHANNELS = 32
FULL = 0x10000
"""A channel's volume at 100 percent."""
_CONTEXT_READY, _CONTEXT_FAILED = 4, 5
_NO_AUTOSPAWN = 1
_RUNNING = 0


class _Volumes(ctypes.Structure):
    _fields_ = (("channels", c_uint8), ("values", c_uint32 * CHANNELS))


class _SampleSpec(ctypes.Structure):
    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class _ChannelMap(ctypes.Structure):
    _fields_ = (("channels", c_uint8), ("map", c_int * CHANNELS))


class _Sink(ctypes.Structure):
    """The beginning of libpulse's pa_sink_info."""

    _fields_ = (
        ("name", c_char_p),
        ("index", c_uint32),
        ("description", c_char_p),
        ("sample_spec", _SampleSpec),
        ("channel_map", _ChannelMap),
        ("owner_module", c_uint32),
        ("volume", _Volumes),
        ("mute", c_int),
    )


_ON_SINK = ctypes.CFUNCTYPE(None, c_void_p, POINTER(_Sink), c_int, c_void_p)
_ON_SUCCESS = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_void_p)


@dataclass(frozen=True, slots=True)
class Output:
    """The default output: its channels' volumes, 65536 for 100 percent, and whether it is muted."""

    volumes: tuple[int, ...]
    muted: bool

    @property
    def percent(self) -> int:
        """The loudest channel's volume."""
        return round(max(self.volumes) * 100 / FULL)


class Sound:
    """A connection to the sound server. Use `sound`."""

    def __init__(self, library: Any, loop: Any, context: Any) -> None:
        self._library, self._loop, self._context = library, loop, context

    def output(self) -> Output | None:
        """The default output, None when there is none. Raises ToolError."""
        outputs: list[Output] = []

        def collect(_context: Any, sink: Any, end: int, _data: Any) -> None:
            if end == 0:
                volumes = sink.contents.volume
                outputs.append(Output(tuple(volumes.values[: volumes.channels]), bool(sink.contents.mute)))

        called = _ON_SINK(collect)
        self._complete(
            self._library.pa_context_get_sink_info_by_name(self._context, DEFAULT_SINK, called, None)
        )
        return outputs[0] if outputs else None

    def set_volumes(self, values: Sequence[int]) -> bool:
        """Set the volumes of the default output's channels; whether the server did. Raises ToolError."""
        volumes = _Volumes(channels=len(values))
        volumes.values[: len(values)] = list(values)
        actual: list[int] = []
        called = _ON_SUCCESS(lambda _context, success, _data: actual.append(success))
        set_volume = self._library.pa_context_set_sink_volume_by_name
        self._complete(set_volume(self._context, DEFAULT_SINK, ctypes.byref(volumes), called, None))
        return bool(actual and actual[0])

    def _complete(self, operation: Any) -> None:
        if not operation:
            raise ToolError("the sound server refused a question; try again")
        try:
            self._until(lambda: self._library.pa_operation_get_state(operation) != _RUNNING)
        finally:
            self._library.pa_operation_unref(operation)
        if self._library.pa_context_get_state(self._context) != _CONTEXT_READY:
            raise ToolError("the sound server stopped in between; it starts again by itself: try again")

    def _until(self, holds: Callable[[], bool]) -> None:
        def look() -> bool:
            while self._library.pa_mainloop_iterate(self._loop, 0, None) > 0:
                pass
            return holds()

        if not wait(look, ANSWER_SECONDS, pause=PAUSE_SECONDS):
            raise ToolError(f"the sound server gave no answer within {ANSWER_SECONDS:g} s; try again")

    def connect(self) -> None:
        """Raises ToolError when no sound server runs."""
        self._library.pa_context_connect(self._context, None, _NO_AUTOSPAWN, None)
        state = self._library.pa_context_get_state
        self._until(lambda: state(self._context) >= _CONTEXT_READY)
        if state(self._context) != _CONTEXT_READY:
            raise ToolError("the sound server does not run; start it: systemctl --user start pipewire-pulse")


@contextmanager
def sound() -> Iterator[Sound]:
    """A connection to the sound server. Raises ToolError when it does not run or does not answer."""
    library = _library()
    loop = library.pa_mainloop_new()
    context = library.pa_context_new(library.pa_mainloop_get_api(loop), b"testbed")
    try:
        connection = Sound(library, loop, context)
        connection.connect()
        yield connection
    finally:
        library.pa_context_disconnect(context)
        library.pa_context_unref(context)
        library.pa_mainloop_free(loop)


@functools.cache
def _library() -> Any:
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise ToolError(f"the sound library is not installed on this computer: {error}") from error
    for name, result, arguments in (
        ("pa_mainloop_new", c_void_p, ()),
        ("pa_mainloop_get_api", c_void_p, (c_void_p,)),
        ("pa_mainloop_iterate", c_int, (c_void_p, c_int, c_void_p)),
        ("pa_mainloop_free", None, (c_void_p,)),
        ("pa_context_new", c_void_p, (c_void_p, c_char_p)),
        ("pa_context_connect", c_int, (c_void_p, c_char_p, c_int, c_void_p)),
        ("pa_context_get_state", c_int, (c_void_p,)),
        ("pa_context_disconnect", None, (c_void_p,)),
        ("pa_context_unref", None, (c_void_p,)),
        ("pa_context_get_sink_info_by_name", c_void_p, (c_void_p, c_char_p, _ON_SINK, c_void_p)),
        (
            "pa_context_set_sink_volume_by_name",
            c_void_p,
            (c_void_p, c_char_p, POINTER(_Volumes), _ON_SUCCESS, c_void_p),
        ),
        ("pa_operation_get_state", c_int, (c_void_p,)),
        ("pa_operation_unref", None, (c_void_p,)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library

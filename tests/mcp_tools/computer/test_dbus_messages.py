from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.computer.dbus_messages import METHOD_RETURN, Call, Message, messages, write_call
from mcp_tools.computer.dbus_values import ValueFormatError, read_values
from tests.mcp_tools.computer.dbus_bytes import message

ERROR = 3


def read_call(data: bytes) -> tuple[dict[int, object], bytes]:
    """A call's header fields and body."""
    order, kind, flags, version, size, serial, fields_size = struct.unpack_from("<4B3I", data)
    assert (order, kind, flags, version, serial) == (ord("l"), 1, 2, 1, 5)
    fields = read_values("yyyyuua(yv)", data[: 16 + fields_size])[-1]
    begin = 16 + fields_size + -fields_size % 8
    assert len(data) == begin + size
    return dict(fields), data[begin:]


@given(st.integers(1, 40), st.sampled_from(["", ":1.22"]))
def test_a_call_as_bytes(length: int, destination: str) -> None:
    path = "/" + "p" * length
    call = Call(path, "org.a11y.atspi.Component", "GetAccessibleAtPoint", "iiu", (-3, 4, 0))
    fields, body = read_call(write_call(call, 5, destination))
    expected = {1: path, 2: call.interface, 3: call.method, 8: "iiu"} | (
        {6: destination} if destination else {}
    )
    assert fields == expected
    assert read_values("iiu", body) == (-3, 4, 0)


def test_texts_as_arguments() -> None:
    call = Call("/p", "org.freedesktop.DBus.Properties", "Get", "ss", ("org.a11y.atspi.Value", "öß"))
    assert read_values("ss", read_call(write_call(call, 5))[1]) == call.arguments


def test_a_call_without_arguments_has_no_body() -> None:
    fields, body = read_call(write_call(Call("/p", "i.f", "M"), 5))
    assert body == b"" and 8 not in fields


@given(st.integers(0, 200))
def test_messages_in_a_row_and_the_start_of_another(cut: int) -> None:
    answers = message(METHOD_RETURN, 3, "as", ["a", "b"]) + message(ERROR, 4, "s", "no such element")
    rest = message(METHOD_RETURN, 5, "u", 17)[:-1]
    found = list(messages(answers + rest[:cut]))
    assert [one for one, _ in found] == [Message(METHOD_RETURN, 3, (("a", "b"),)), Message(ERROR, 4, ())]
    assert found[-1][1] == len(answers)


@given(st.data())
def test_any_change_of_a_message_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(message(METHOD_RETURN, 3, "a{sv}", {"Name": ("s", "OK"), "Count": ("i", 3)}))
    whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        list(messages(bytes(whole)))
    except ValueFormatError as error:
        assert str(error)


def test_the_other_byte_order_and_lengths_beyond_all_measure_are_refused() -> None:
    whole = message(METHOD_RETURN, 3)
    with pytest.raises(ValueFormatError):
        list(messages(b"B" + whole[1:]))
    with pytest.raises(ValueFormatError):
        list(messages(whole[:4] + struct.pack("<I", 2**31) + whole[8:]))

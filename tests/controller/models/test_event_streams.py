"""The data of a stream's events."""

from __future__ import annotations

import pytest

from controller.models.event_streams import event_data


@pytest.mark.parametrize(
    ("body", "data"),
    [
        ('data: {"a": 1}\n\ndata: [DONE]\n\n', ['{"a": 1}', "[DONE]"]),
        ('event: x\r\ndata:{"a": 1}\r\n\r\n: ping\r\n\r\n', ['{"a": 1}']),
        ('data: "a"\r\rdata: "b"\r\r', ['"a"', '"b"']),
        ('data: "\u2028\u2029\x85\x0b\x0c\x1c"\n\n', ['"\u2028\u2029\x85\x0b\x0c\x1c"']),
        ('data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']),
        ('data: {"a": 1}\ndata: {"b": 2}\ndata: [DONE]\n', ['{"a": 1}', '{"b": 2}', "[DONE]"]),
        ('\ufeffdata: "a"', ['"a"']),
        ("", []),
    ],
)
def test_lines_end_and_events_end_as_the_format_says(body: str, data: list[str]) -> None:
    assert list(event_data(body.encode())) == data


def test_bytes_that_are_no_text_have_stand_ins() -> None:
    assert list(event_data(b'data: "caf\xe9"\n\n')) == ['"caf\N{REPLACEMENT CHARACTER}"']

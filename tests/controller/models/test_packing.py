"""Requests in little space, and out of it again."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.models.packing import Packer, Unpacker, content_name, load_body
from testbed.errors import RecordsError
from tests.controller.agents.pictures import png

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=120),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["a", "b", "testbed_image", "testbed_part", "is"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


def picture(shade: int = 0) -> str:
    return base64.b64encode(png(64, 48, shade)).decode()


def block(shade: int) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture(shade)}}


@settings(deadline=None)
@given(st.lists(JSON, min_size=1, max_size=4))
def test_what_is_packed_is_unpacked(bodies: list[Any]) -> None:
    packer, plain, unpacker = Packer(content_name), Packer(content_name), Unpacker()
    for body in [*bodies, *bodies]:
        packed, _ = packer.pack(body)
        stored = json.loads(json.dumps(packed))
        assert unpacker.unpack(stored) == plain.without_images(body)


def test_images_are_kept_once_and_named() -> None:
    kept: list[bytes] = []

    def keep(image: bytes) -> str:
        kept.append(image)
        return content_name(image)

    packer = Packer(keep)
    url = "data:image/png;base64," + picture(1)
    packed, _ = packer.pack({"content": [block(1), {"image_url": url}, block(2)]})
    packed_again, _ = packer.pack({"content": [block(1)]})
    assert kept == [png(64, 48, 1), png(64, 48, 2)]
    text = json.dumps([packed, packed_again])
    assert picture(1)[:40] not in text
    assert f'{{"testbed_image": "{content_name(kept[0])}", "before": "data:image/png;base64,"}}' in text


@pytest.mark.parametrize(
    "text",
    [
        "iVBORw0KGgo" + "?" * 200,
        "iVBORw0KGgo" + "A" * 202,
        "/9j/" + "ü" * 200,
        "data:image/png;base64," + "x" * 99,
    ],
)
def test_text_that_only_begins_like_an_image_stays_text(text: str) -> None:
    packed, _ = Packer(lambda _image: pytest.fail("kept")).pack({"said": text})
    assert Unpacker().unpack(packed) == {"said": text}


def test_a_conversation_that_grows_by_a_turn_costs_a_turn() -> None:
    tools = [{"name": f"tool_{number}", "description": f"words {number} " * 40} for number in range(25)]
    messages: list[dict[str, Any]] = []
    packer = Packer(content_name)
    sizes = []
    for turn in range(40):
        messages.append({"role": "user", "content": [{"type": "text", "text": f"turn {turn} " * 20}]})
        if turn >= 5:  # an old turn changes, as when its picture is dropped
            messages[turn - 5] = {"role": "user", "content": [{"type": "text", "text": f"dropped {turn}"}]}
        packed, _ = packer.pack({"model": "m", "tools": tools, "messages": messages})
        sizes.append(len(json.dumps(packed)))
    assert sizes[0] > 5_000
    assert max(sizes[1:]) < 4_000


def test_equal_requests_share_a_digest_and_others_do_not() -> None:
    one, other, third = Packer(content_name), Packer(content_name), Packer(content_name)
    assert one.pack({"a": 1, "b": [block(3)]})[1] == other.pack({"b": [block(3)], "a": 1})[1]
    assert third.pack({"a": 1, "b": [block(4)]})[1] != one.pack({"a": 1, "b": [block(3)]})[1]


@pytest.mark.parametrize("depth", [300, 700, 100_000])
def test_a_body_that_is_nested_too_deep_is_a_text(depth: int) -> None:
    body = '{"a": ' * depth + "1" + "}" * depth
    loaded = load_body(body.encode())
    assert loaded == body
    assert Unpacker().unpack(Packer(content_name).pack(loaded)[0]) == body
    assert load_body(b"[" * 150 + b"]" * 150) != "[" * 150 + "]" * 150


def test_a_missing_part_is_said() -> None:
    packed = [Packer(content_name)]
    packer = packed[0]
    packer.pack({"a": "x" * 100})
    later, _ = packer.pack({"b": "x" * 100})
    with pytest.raises(RecordsError, match="is missing"):
        Unpacker().unpack(later)

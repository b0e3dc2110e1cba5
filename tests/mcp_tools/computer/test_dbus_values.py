from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.computer.dbus_values import ValueFormatError, read_values
from tests.mcp_tools.computer.dbus_bytes import body, split

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
BASIC: dict[str, st.SearchStrategy[Any]] = {
    "y": st.integers(0, 2**8 - 1),
    "n": st.integers(-(2**15), 2**15 - 1),
    "q": st.integers(0, 2**16 - 1),
    "i": st.integers(-(2**31), 2**31 - 1),
    "u": st.integers(0, 2**32 - 1),
    "x": st.integers(-(2**63), 2**63 - 1),
    "t": st.integers(0, 2**64 - 1),
    "d": st.floats(allow_nan=False),
    "b": st.booleans(),
    "s": TEXT,
    "o": st.just("/a/b"),
    "g": st.just("a{sv}"),
}
CACHE_ITEMS = "a((so)(so)(so)iiassusau)"


def types(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        inner.map(lambda kind: f"a{kind}"),
        st.lists(inner, min_size=1, max_size=4).map(lambda kinds: f"({''.join(kinds)})"),
        st.tuples(st.sampled_from(sorted(BASIC)), inner).map(lambda pair: f"a{{{pair[0]}{pair[1]}}}"),
    )


SIGNATURES = st.lists(st.recursive(st.sampled_from(sorted(BASIC)), types, max_leaves=5), max_size=4).map(
    "".join
)


def values(kind: str) -> st.SearchStrategy[Any]:
    if kind in BASIC:
        return BASIC[kind]
    if kind.startswith("a{"):
        key, value = split(kind[2:-1])
        return st.dictionaries(values(key), values(value), max_size=3)
    if kind.startswith("a"):
        return st.lists(values(kind[1:]), max_size=3).map(tuple)
    return st.tuples(*map(values, split(kind[1:-1])))


@given(st.data(), SIGNATURES)
def test_what_was_written_is_read(data: st.DataObject, signature: str) -> None:
    given_values = data.draw(st.tuples(*map(values, split(signature))))
    assert read_values(signature, body(signature, *given_values)) == given_values


@given(st.data(), SIGNATURES)
def test_a_body_that_was_cut_is_refused(data: st.DataObject, signature: str) -> None:
    whole = body(signature, *data.draw(st.tuples(*map(values, split(signature)))))
    if whole:
        with pytest.raises(ValueFormatError):
            read_values(signature, whole[:-1])


@given(st.binary(max_size=60), st.one_of(SIGNATURES, st.text("aybsog(){}vhd", max_size=8)))
def test_any_bytes_are_read_or_refused(data: bytes, signature: str) -> None:
    try:
        read_values(signature, data)
    except ValueFormatError as error:
        assert str(error)


def test_the_elements_that_an_application_keeps_ready() -> None:
    item = (
        (":1.2", "/e/1"),
        (":1.2", "/root"),
        (":1.2", "/e/0"),
        *(0, -1, ("org.a11y.atspi.Text",), "Name", 56, "", (2**31, 1)),
    )
    assert read_values(CACHE_ITEMS, body(CACHE_ITEMS, [item, item])) == ((item, item),)


def test_a_variant_is_what_it_holds() -> None:
    assert read_values("v", body("v", ("as", ["a", "ö"]))) == (("a", "ö"),)
    nested: tuple[str, Any] = ("u", 7)
    for _ in range(30):
        nested = ("v", nested)
    assert read_values("v", body("v", nested)) == (7,)


@pytest.mark.parametrize("signature", ["a", "(", "()", "(s", "{sv}", "a{s}", "a{vs", "z", "a" * 100 + "s"])
def test_a_signature_that_is_none_is_refused(signature: str) -> None:
    with pytest.raises(ValueFormatError):
        read_values(signature, bytes(64))


def test_variants_nested_without_end_are_refused() -> None:
    with pytest.raises(ValueFormatError):
        read_values("v", b"\1v\0" * 5000)

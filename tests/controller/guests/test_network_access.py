"""The value of --network."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.guests.network_access import NetworkAccess, parse_network
from controller.guests.provider import GuestOptions
from controller.guests.registry import create_provider
from testbed.errors import UsageError


def test_the_modes() -> None:
    assert parse_network("closed") == NetworkAccess()
    assert parse_network("open") == NetworkAccess("open")
    assert parse_network("allow:Example.org., 11.22.33.44,a-b.example") == NetworkAccess(
        "allow", ("example.org", "a-b.example"), ("11.22.33.44",)
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "closed, open or allow:HOST"),
        ("Open", "closed, open or allow:HOST"),
        ("open:example.org", "closed, open or allow:HOST"),
        ("allow", "closed, open or allow:HOST"),
        ("allow:", "closed, open or allow:HOST"),
        ("allow:a.example,,b.example", "''"),
        ("allow:https://example.org/", "https://example.org/"),
        ("allow:example.org:443", "example.org:443"),
        ("allow:*.example.org", "*.example.org"),
        ("allow:-a.example", "-a.example"),
        ("allow:127.0.0.1", "this host or private networks"),
        ("allow:192.168.1.1", "this host or private networks"),
        ("allow:a/b", "a/b"),
        ("allow:#", "#"),
    ],
)
def test_what_is_no_network_says_why(text: str, names: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_network(text)
    assert names in f"{raised.value.message} {raised.value.hint}"


@given(st.text(max_size=40))
def test_a_host_is_a_name_or_an_address_or_refused(host: str) -> None:
    try:
        access = parse_network(f"allow:{host}")
    except UsageError:
        return
    assert access.mode == "allow" and (access.names or access.addresses)
    assert all(ipaddress.IPv4Address(address).is_global for address in access.addresses)
    assert not any(set(name) & set("/#, \n-") - {"-"} for name in access.names)


@pytest.mark.parametrize("provider", ["fake", "libvirt", "ssh:lab"])
def test_a_provider_that_cannot_open_a_network_is_refused(provider: str) -> None:
    with pytest.raises(UsageError, match="have no network to open") as raised:
        create_provider(provider, GuestOptions(network="open"))
    assert raised.value.hint == "use --provider frozen or nspawn"

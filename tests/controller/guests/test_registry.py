"""Providers declare themselves: by a folder of `controller.guests`, or by another distribution's entry point."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from controller.guests import registry
from controller.guests.leftovers import remove_leftovers
from controller.guests.libvirt import connection as libvirt_connection
from controller.guests.libvirt import state as libvirt_state
from controller.guests.provider import GuestOptions, Leftover
from testbed.errors import GuestError, ImageError, UsageError
from testbed.extension_points import PROVIDERS

CODE = """
from controller.guests.fake.provider import FakeProvider
from testbed.guests import ProviderSpec


def create(options):
    if options.location == "atlantis":
        raise OSError("it has sunk")
    provider = FakeProvider(options)
    provider.city = options.location
    return provider


PROVIDER = ProviderSpec(create, place="CITY")
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a distribution into an environment of the test's own."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(name: str, entry_point: str, code: str = CODE) -> None:
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{PROVIDERS.group}]\n{entry_point}\n")
        (tmp_path / f"{name}.py").write_text(code)
        monkeypatch.delitem(sys.modules, name, raising=False)

    return put


def test_the_folders_that_declare_one_are_the_providers() -> None:
    assert PROVIDERS.names() == ("fake", "frozen", "libvirt", "nspawn", "ssh")
    assert registry.usages() == ("fake", "frozen", "libvirt", "nspawn", "ssh:HOST[,HOST...]")


def test_a_provider_of_another_distribution_starts_guests(install: Install) -> None:
    install("tiny_cloud", "cloud = tiny_cloud")
    assert "cloud" in PROVIDERS.names() and "cloud" in registry.usages()
    provider = registry.create_provider("cloud:lisbon", GuestOptions(width=800, height=600))
    assert provider.city == "lisbon"  # type: ignore[attr-defined]
    screen = provider.start().call_tool("computer.screen_size")
    assert screen.structured == {"width": 800, "height": 600}


def test_a_provider_that_lacks_its_place_says_the_syntax(install: Install) -> None:
    install("tiny_cloud", "cloud = tiny_cloud")
    with pytest.raises(UsageError, match="requires a machine") as raised:
        registry.check_name("cloud")
    assert raised.value.hint == "use --provider cloud:CITY"


def test_a_provider_that_fails_names_its_distribution(install: Install) -> None:
    install("tiny_cloud", "cloud = tiny_cloud")
    with pytest.raises(GuestError, match="it has sunk") as raised:
        registry.create_provider("cloud:atlantis")
    assert "tiny_cloud" in raised.value.message and "tiny_cloud" in raised.value.hint


@pytest.mark.parametrize(
    ("entry_point", "code", "message"),
    [
        ("cloud = tiny_cloud", "", "has no ProviderSpec PROVIDER"),
        ("cloud = tiny_cloud", "import no_such_module", "cannot be imported"),
        ("fake = tiny_cloud", CODE, ""),
    ],
)
def test_a_broken_provider_is_refused(install: Install, entry_point: str, code: str, message: str) -> None:
    install("tiny_cloud", entry_point, code)
    if not message:  # the name is testbed's own, which stays what it is
        assert registry.create_provider("fake").name == "fake"
        assert PROVIDERS.names().count("fake") == 1
        return
    with pytest.raises(UsageError, match=message):
        registry.create_provider("cloud:lisbon")


def test_an_unknown_provider_is_answered_with_the_closest_one(install: Install) -> None:
    install("tiny_cloud", "cloud = tiny_cloud")
    with pytest.raises(UsageError, match="there is no provider 'clout'") as raised:
        registry.check_name("clout")
    assert raised.value.hint.startswith(
        "did you mean 'cloud'? providers: fake, frozen, libvirt, nspawn, ssh, cloud"
    )


def test_the_default_provider_asks_for_the_image_of_its_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that has the image of one profile alone can run that profile's guests."""
    asked: list[str | None] = []

    def find_image(profile: str | None = None) -> NoReturn:
        asked.append(profile)
        raise ImageError("there is no guest image yet")

    monkeypatch.setattr("vm_images.image.find_image", find_image)
    for check in (
        lambda: registry.check_name("", "osworld"),
        lambda: registry.create_provider("", GuestOptions(profile="osworld")),
        lambda: registry.check_name(""),
    ):
        with pytest.raises(ImageError):
            check()
    assert asked == ["osworld", "osworld", None]


LEAVING = """
from controller.guests.fake.provider import FakeProvider
from testbed.guests import Leftover, ProviderSpec
from testbed.errors import GuestError


def remove_leftovers():
    FAILURE
    return [Leftover("instance", "i-0a1b")]


PROVIDER = ProviderSpec(FakeProvider, remove_leftovers=remove_leftovers)
"""


@pytest.fixture
def others_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of testbed's own providers: an ordinary user has no containers, and no daemon no machines."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)

    def no_daemon(_uri: str = "") -> NoReturn:
        raise UsageError("libvirt does not answer")

    monkeypatch.setattr(libvirt_connection, "LibvirtConnection", no_daemon)
    monkeypatch.setattr(libvirt_state, "read_states", list)


@pytest.mark.usefixtures("others_leave_nothing")
def test_what_guests_of_another_distribution_left_is_removed(install: Install) -> None:
    install("tiny_cloud", "cloud = tiny_cloud", LEAVING.replace("FAILURE", ""))
    assert remove_leftovers() == [Leftover("instance", "i-0a1b")]


@pytest.mark.usefixtures("others_leave_nothing")
@pytest.mark.parametrize("failure", ["raise OSError('no route')", "raise GuestError('no route')"])
def test_one_provider_that_cannot_clean_up_does_not_stop_the_others(install: Install, failure: str) -> None:
    install("a_cloud", "a_cloud = a_cloud", LEAVING.replace("FAILURE", failure))
    install("b_cloud", "b_cloud = b_cloud", LEAVING.replace("FAILURE", "import b_cloud; b_cloud.cleaned = 1"))
    install("c_cloud", "c_cloud = c_cloud", "import no_such_module")
    with pytest.raises(GuestError, match="no route"):
        remove_leftovers()
    assert sys.modules["b_cloud"].cleaned == 1

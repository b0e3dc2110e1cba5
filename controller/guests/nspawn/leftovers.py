"""Removing what crashed controllers left of containers."""

from __future__ import annotations

from controller.guests.host_tools import host_run, require_root
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn import network as nspawn_network
from controller.guests.nspawn import propagation as nspawn_propagation
from controller.guests.nspawn.container import remove_guest
from controller.guests.nspawn.state import PREFIX, GuestState, hold_lock, read_states
from controller.guests.provider import Leftover
from vm_images.folders import guests_folder


def find_leftovers() -> list[Leftover]:
    """Guests whose owner has ended, and folders, interfaces, firewall rules and cgroups of no guest.

    Raises UsageError without root, GuestError when the host's programs fail.
    """
    require_root("looking for what guests left behind")
    # what exists is listed before who owns it: a guest that starts meanwhile is then never taken for a leftover
    guarded = nspawn_network.guarded_interfaces(PREFIX)
    interfaces = nspawn_network.interfaces(PREFIX)
    groups = nspawn_cgroups.existing(PREFIX)
    mounting = nspawn_propagation.existing(PREFIX)
    with hold_lock():
        states = read_states()
        folders = {path.name for path in guests_folder().glob(f"{PREFIX}*")}
    known = {state.name for state in states}
    leftovers = [Leftover("guest", state.name, state.folder) for state in states if not state.owner_lives]
    leftovers += [Leftover("folder", name, guests_folder() / name) for name in sorted(folders - known)]
    leftovers += [Leftover("firewall rules", name) for name in sorted(guarded - known)]
    leftovers += [Leftover("network interface", name) for name in sorted(interfaces - known)]
    leftovers += [Leftover("cgroup", name) for name in sorted(groups - known)]
    leftovers += [Leftover("mount folder", name) for name in sorted(mounting - known)]
    return leftovers


def remove_leftovers() -> list[Leftover]:
    """Remove what `find_leftovers` finds and return it. Never touches a guest whose owner lives."""
    require_root("removing what guests left behind")
    with hold_lock(".cleanup"):
        leftovers = find_leftovers()
        states = {state.name: state for state in read_states()}
        for leftover in leftovers:
            _remove(leftover, states.get(leftover.name))
    return leftovers


def _remove(leftover: Leftover, state: GuestState | None) -> None:
    if leftover.kind == "guest" and state:
        remove_guest(state)
    elif leftover.kind == "folder" and leftover.path:
        host_run(["rm", "-rf", "--one-file-system", "--", str(leftover.path)], timeout=120)
    elif leftover.kind == "firewall rules":
        nspawn_network.remove_rules(leftover.name)
    elif leftover.kind == "network interface":
        nspawn_network.remove_interface(leftover.name)
    elif leftover.kind == "cgroup":
        nspawn_cgroups.kill(leftover.name)
        nspawn_cgroups.wait_empty(leftover.name)
        nspawn_cgroups.remove(leftover.name)
    elif leftover.kind == "mount folder":
        nspawn_propagation.remove(leftover.name)

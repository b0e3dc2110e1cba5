"""Removing what crashed controllers left of virtual machines."""

from __future__ import annotations

import libvirt

from controller.guests import checkpoints
from controller.guests.host_tools import host_run
from controller.guests.libvirt.connection import LibvirtConnection, call_libvirt
from controller.guests.libvirt.domain import TITLE
from controller.guests.libvirt.machine import remove_machine
from controller.guests.libvirt.state import PREFIX, read_states
from controller.guests.provider import Leftover
from vm_images.folders import guests_folder


def find_leftovers(connection: LibvirtConnection) -> list[Leftover]:
    """Machines whose owner has ended, and domains and folders of no machine. Raises GuestError, UsageError."""
    # what exists is listed before who owns it: a machine that starts meanwhile is then never taken for a leftover
    domains = {
        domain.name() for domain in call_libvirt(connection.current().listAllDomains) if _is_ours(domain)
    }
    folders = {path.name for path in guests_folder().glob(f"{PREFIX}*")}
    states = read_states()
    known = {state.name for state in states}
    leftovers = [Leftover("machine", state.name, state.folder) for state in states if not state.owner_lives]
    leftovers += [Leftover("domain", name) for name in sorted(domains - known)]
    leftovers += [Leftover("folder", name, guests_folder() / name) for name in sorted(folders - known)]
    return leftovers


def remove_leftovers(connection: LibvirtConnection) -> list[Leftover]:
    """Remove what `find_leftovers` finds, and checkpoints of ended processes; return all of it.

    Never touches a machine whose owner lives.
    """
    leftovers = find_leftovers(connection)
    states = {state.name: state for state in read_states()}
    for leftover in leftovers:
        if leftover.kind == "machine" and leftover.name in states:
            remove_machine(states[leftover.name], connection)
        elif leftover.kind == "domain":
            connection.end(leftover.name)
        elif leftover.kind == "folder" and leftover.path:
            host_run(["rm", "-rf", "--one-file-system", "--", str(leftover.path)], timeout=120)
    return leftovers + checkpoints.remove_leftovers()


def _is_ours(domain: libvirt.virDomain) -> bool:
    if not domain.name().startswith(PREFIX):
        return False
    try:
        title = domain.metadata(libvirt.VIR_DOMAIN_METADATA_TITLE, None)
    except libvirt.libvirtError:
        return False  # it has no title, or has ended meanwhile
    return bool(title == TITLE)

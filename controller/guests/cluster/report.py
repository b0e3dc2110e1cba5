"""A node's report of its software, load and guests; made by a task that runs on the node."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib import metadata

from controller.guests.cluster.node_state import NodeState, SlotRecord
from controller.guests.host_health import available_mib
from testbed.command import DISTRIBUTION


@dataclass(frozen=True, slots=True)
class NodeReport:
    """A node's software, its load and its guests.

    Attributes:
        testbed: Version of testbed.
        python: Version of Python.
        load: Processes that run or wait for a processor, averaged over a minute.
        processors: Number of processors.
        memory_mib: Available memory.
        slots: The slots in use.
        last_error: The last error of a slot, after its time; "" for none.
    """

    testbed: str
    python: str
    load: float
    processors: int
    memory_mib: int
    slots: tuple[SlotRecord, ...]
    last_error: str


def report_node(node_id: str) -> NodeReport:
    """Return the report of the node that this is called on."""
    state = NodeState.own(node_id)
    return NodeReport(
        metadata.version(DISTRIBUTION),
        platform.python_version(),
        os.getloadavg()[0],
        os.cpu_count() or 1,
        available_mib(),
        tuple(record for record in state.slots() if record.alive),
        state.last_error,
    )

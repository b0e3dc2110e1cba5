"""The host takes answers from a guest's own address alone: tried in network namespaces that the test makes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.root
PROJECT = Path(__file__).parents[4]

HOST = """
import json, socket, subprocess, sys
from contextlib import ExitStack
from pathlib import Path
from controller.core.waiting import wait_until
from controller.guests.nspawn import network

def own_namespace(pid):
    return Path(f"/proc/{pid}/ns/net").readlink() != Path("/proc/self/ns/net").readlink()

def in_guest(pid, *words):
    subprocess.run(["nsenter", f"--net=/proc/{pid}/ns/net", *words], check=True)

def send(pid, source, text):
    code = "import socket, sys; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); " \\
        "s.bind((sys.argv[1], 5000)); s.sendto(sys.argv[2].encode(), ('10.213.0.5', 7000))"
    in_guest(pid, sys.executable, "-c", code, source, text)

def received(connection, last):
    texts = []
    while not texts or texts[-1] != last:
        texts.append(connection.recv(100).decode())
    return texts

with ExitStack() as ends:
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    guests = []
    for name, host, guest in (("tb-a", "10.213.0.1", "10.213.0.2"), ("tb-b", "10.213.0.5", "10.213.0.6")):
        leader = ends.enter_context(subprocess.Popen(["unshare", "--net", "sleep", "300"]))
        ends.callback(leader.kill)
        wait_until(lambda: own_namespace(leader.pid), seconds=30, what="a network namespace", every=0.01)
        network.close_off(name, guest)
        words = ["ip", "link", "add", name, "type", "veth", "peer", "name", network.GUEST_INTERFACE]
        subprocess.run([*words, "netns", str(leader.pid)], check=True)
        network.connect(name, host, guest, leader.pid)
        guests.append(leader.pid)
    hostile, neighbour = guests
    connection = ends.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    connection.settimeout(30)
    connection.bind(("10.213.0.5", 7000))
    connection.connect(("10.213.0.6", 5000))
    connection.send(b"hello")
    send(neighbour, "10.213.0.6", "answer")
    first = received(connection, "answer")
    # The hostile guest's root takes the neighbour's address.
    for words in ("address add 10.213.0.6/32 dev host0", "route add 10.213.0.5/32 dev host0 src 10.213.0.6"):
        in_guest(hostile, "ip", *words.split())
    send(hostile, "10.213.0.6", "forged")
    send(neighbour, "10.213.0.6", "second")
    closed = received(connection, "second")
    rule = ["INPUT", "-i", "tb-a", "!", "-s", "10.213.0.2/32", "-j", "DROP"]
    subprocess.run(["iptables", "-D", *rule], check=True)
    send(hostile, "10.213.0.6", "forged")
    send(neighbour, "10.213.0.6", "third")
    print(json.dumps({"first": first, "closed": closed, "open": received(connection, "third")}))
"""


def test_a_guest_cannot_answer_in_its_neighbours_place() -> None:
    done = subprocess.run(
        ["unshare", "--net", sys.executable, "-c", HOST],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    received = json.loads(done.stdout)
    assert received["first"] == ["answer"]
    assert received["closed"] == ["second"]
    assert received["open"] == ["forged", "third"]  # what the rule prevents

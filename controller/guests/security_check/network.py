"""Attempts to reach the host, other guests, and anything beyond. None sends a packet that leaves this host."""

from controller.guests.security_check.attempt import Attempt

CONNECT = """
import asyncio, sys
async def connect(address, port):
    try:
        await asyncio.wait_for(asyncio.open_connection(address, port), 2)
    except (OSError, asyncio.TimeoutError):
        return False
    return True
async def main():
    return await asyncio.gather(*(connect(address, port) for address in ADDRESSES for port in PORTS))
sys.exit(not any(asyncio.run(main())))
"""
"""Connects to addresses and ports, which the check fills in."""

ATTEMPTS = (
    Attempt("a route to the internet", "network", "ip route get 192.0.2.1"),
    Attempt("a route to the internet by IPv6", "network", "ip -6 route get 2001:db8::1"),
    Attempt("resolve a name", "network", "timeout 5 getent ahosts example.com"),
    Attempt("add a route", "network", "ip route add default via 127.0.0.1"),
    Attempt("change an address", "network", "ip address add 192.0.2.7/32 dev lo"),
    Attempt("remove firewall rules", "network", "iptables --flush || nft flush ruleset"),
    Attempt(
        "a raw socket",
        "network",
        "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
        python=True,
    ),
    Attempt(
        "a raw socket of IP",
        "network",
        "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
        python=True,
    ),
    Attempt("a netlink request that changes the network", "network", "ip link set lo down"),
    Attempt(
        "a virtual socket to the host",
        "network",
        "import socket\ns = socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)\ns.settimeout(2)\ns.connect((2, 22))",
        python=True,
    ),
)

from __future__ import annotations

import socket

import pytest

from tests.ports import reserved_port


def test_a_reserved_port_is_closed_and_a_server_may_take_it_again_and_again() -> None:
    with reserved_port() as port:
        for _ in range(2):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port))
            with socket.create_server(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)):
                pass


def test_nothing_else_gets_a_reserved_port() -> None:
    with reserved_port() as port, socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))

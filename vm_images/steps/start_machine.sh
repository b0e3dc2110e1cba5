#!/bin/sh
# Starts the desktop of a machine whose guest side has just been put there; the MCP server's token is in place.
set -eu
systemctl daemon-reload
systemctl restart testbed-personal.socket testbed-fixtures.socket
loginctl enable-linger user
systemctl restart user@1000.service
systemctl restart xserver.service desktop.service

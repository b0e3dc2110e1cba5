#!/bin/sh
# Runs in the layer of a user's fonts, which are in the root already: lists them for programs. Without the network.
set -eu
export LC_ALL=C.UTF-8 HOME=/root

echo "step: list of fonts"
fc-cache --system-only

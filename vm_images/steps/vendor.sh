#!/bin/sh
# vendor.sh PACKAGE SOURCE KEY ROOT: mmdebstrap hook that adds one package from its maker's archive.
set -eu
package=$1 source=$2 key=$3 root=$4
install -D -m 0644 "$key" "$root/etc/apt/keyrings/$package.asc"
kind=${source%% *}
echo "$kind [arch=amd64 signed-by=/etc/apt/keyrings/$package.asc] ${source#* }" \
    >"$root/etc/apt/sources.list.d/testbed-$package.list"
chroot "$root" apt-get -qq update
chroot "$root" apt-get -qq install --no-install-recommends -y "$package" >/dev/null

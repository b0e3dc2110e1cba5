#!/bin/sh
# mmdebstrap's last hook: $1 is the new root. Sets the locale and removes what belongs to the building host.
set -eu
root=$1
echo 'en_US.UTF-8 UTF-8' >"$root/etc/locale.gen"
chroot "$root" locale-gen >/dev/null
rm -f "$root/etc/hostname" "$root/etc/resolv.conf" "$root"/etc/ssh/ssh_host_* "$root/var/lib/dbus/machine-id"
: >"$root/etc/machine-id"
rm -rf "$root"/var/log/* "$root"/var/cache/ldconfig/aux-cache "$root"/var/cache/debconf/*-old \
    "$root"/var/lib/dpkg/*-old "$root"/var/cache/man "$root"/root/.[a-z]*

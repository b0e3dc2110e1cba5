#!/bin/sh
# in_overlay.sh LOWER WORK INPUTS PROGRAM: runs PROGRAM in a root made of LOWER (overlayfs syntax) under
# WORK/upper, with INPUTS at /run/build. The caller gives a private mount and process namespace, so that
# every mount ends with it.
set -eu
lower=$1 work=$2 inputs=$3 program=$4

mkdir -p "$work/upper" "$work/overlay" "$work/root"
root=$work/root
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$work/upper,workdir=$work/overlay" "$root"
mount -t tmpfs -o mode=0755 build "$root/run"
mkdir -p "$root/run/build"
mount --bind "$inputs" "$root/run/build"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t tmpfs -o mode=0755 dev "$root/dev"
for device in null zero full random urandom tty; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir -m 1777 "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
# Packages' scripts run as root in there: without the rights to mount, to make devices or to trace.
dropped=-sys_admin,-mknod,-sys_ptrace,-sys_module,-sys_rawio,-sys_boot,-sys_time,-net_admin,-net_raw,-mac_admin,-syslog
exec setpriv --inh-caps="$dropped" --bounding-set="$dropped" --no-new-privs chroot "$root" /bin/sh "$program"

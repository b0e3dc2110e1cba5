#!/bin/sh
# sandbox.sh ROOT INPUTS UID PATH... -- COMMAND...: run COMMAND with PATHs alone, read-only, and a writable /cache.
# It runs in mount and process namespaces of its own; ROOT is an empty folder, INPUTS is copied to /cache.
set -eu
root=$1 inputs=$2 uid=$3
shift 3
echo 1000 >/proc/self/oom_score_adj # many processes within their limits may still be too much: they go first
mount -t tmpfs -o size=2g,mode=755,nosuid,nodev sandbox "$root"
while [ "$1" != -- ]; do
    path=$1
    shift
    if [ -L "$path" ]; then
        mkdir -p "$root$(dirname "$path")"
        cp -P "$path" "$root$path"
        continue
    elif [ -d "$path" ]; then
        mkdir -p "$root$path"
    elif [ -e "$path" ]; then
        mkdir -p "$root$(dirname "$path")"
        : >>"$root$path"
    else
        continue
    fi
    mount --bind "$path" "$root$path"
    mount -o remount,bind,ro,nosuid "$root$path"
done
shift
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/cache"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
for device in null zero urandom random; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
ip link set lo up
cp -r "$inputs/." "$root/cache"
chmod 1777 "$root/tmp"
become=
if [ "$uid" != 0 ]; then
    chown -R "$uid:$uid" "$root/cache"
    become="--reuid=$uid --regid=$uid --clear-groups"
fi
# This shell stays, as the first process of the namespace: the kernel kills it when its parent is killed, and with it
# everything in the namespace. The command's own process would forget that as it changes its account.
# shellcheck disable=SC2086  # several words
setpriv --no-new-privs chroot "$root" \
    /usr/bin/setpriv $become --bounding-set=-all --inh-caps=-all -- "$@"
exit "$?"

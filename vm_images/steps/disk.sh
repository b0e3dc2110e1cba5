#!/bin/sh
# disk.sh LOWER WORK GIB: makes WORK/root.qcow2, a whole-disk ext4 file system with the content of LOWER (overlayfs
# syntax, highest first). The caller gives a private mount namespace, so that the mount ends with it.
set -eu
lower=$1 work=$2 gib=$3
mkdir "$work/root"
mount -t overlay overlay -o "ro,lowerdir=$lower" "$work/root"
echo "step: file system"
truncate --size "${gib}G" "$work/root.raw"
mkfs.ext4 -q -F -L root -m 0 -E lazy_itable_init=1,lazy_journal_init=1,root_owner=0:0 -d "$work/root" "$work/root.raw"
echo "step: qcow2"
qemu-img convert -f raw -O qcow2 "$work/root.raw" "$work/root.qcow2"
umount "$work/root"
rmdir "$work/root"
rm "$work/root.raw"

#!/bin/sh
# Runs in the guest layer: makes it a guest, then what only an image needs. A machine that runs already has its own
# name, ssh server and machine-id.
set -eu
sh /run/build/guest.sh

echo "step: ssh"
# Locked for passwords, yet not for keys: without PAM, sshd refuses an account marked with '!'.
usermod --password '*' root
systemctl --quiet enable testbed-ssh-hostkey.service ssh.service

echo "step: nothing runs as root for the user, and nothing of the system belongs to the user"
rm -f /usr/bin/sudo /usr/bin/pkexec
find / -xdev -type f -perm /6000 -exec chmod ug-s {} +
# npm keeps the numbers of the users who packed its files.
find /etc /opt /usr /var -xdev -user user -exec chown --no-dereference root:root {} +

echo "step: cleaning"
rm -f /etc/ssh/ssh_host_* /etc/testbed/token /root/.bash_history /etc/.pwd.lock /etc/passwd- /etc/shadow- /etc/group- /etc/gshadow-
rm -rf /var/log/* /var/cache/ldconfig/aux-cache /var/lib/systemd/random-seed /tmp/* /var/tmp/*
mkdir -p /var/log/private # and no /var/log/journal: the journal stays in memory, two files of 8 MB less to write
: >/etc/machine-id
rm -f /var/lib/dbus/machine-id
ln -s /etc/machine-id /var/lib/dbus/machine-id
rm -f /etc/resolv.conf
: >/etc/resolv.conf
printf 'testbed\n' >/etc/hostname
printf '127.0.0.1 localhost\n127.0.1.1 testbed\n::1 localhost\n' >/etc/hosts

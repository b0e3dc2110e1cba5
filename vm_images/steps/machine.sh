#!/bin/sh
# machine.sh FOLDER: puts the guest side onto a running machine, or puts it there anew. FOLDER holds root.tar (the
# recipe's files), files (their list) and guest.sh.
set -eu
export LC_ALL=C.UTF-8
folder=$1

echo "step: stopping the desktop"
rm -f /etc/testbed/prepared
for unit in desktop.service xserver.service user@1000.service $MASKED_UNITS; do
    ! systemctl is-active --quiet "$unit" || systemctl stop "$unit"
done
if id user >/dev/null 2>&1; then
    pkill -KILL --uid user || [ $? -eq 1 ]
    # What the desktop's user left in shared folders; the home folder comes anew.
    find /tmp /var/tmp /dev/shm -xdev -mindepth 1 -user user -delete
    crontab -r -u user 2>/dev/null || [ ! -e /var/spool/cron/crontabs/user ]
fi

echo "step: stopping the servers"
for socket in testbed-personal testbed-fixtures; do
    ! systemctl is-active --quiet $socket.socket || systemctl stop $socket.socket
done
if id testbed-servers >/dev/null 2>&1; then
    pkill -KILL --uid testbed-servers || [ $? -eq 1 ]
fi
rm -rf /var/lib/testbed-personal /var/lib/testbed-fixtures

echo "step: files"
sort "$folder/files" >"$folder/files.sorted"
if [ -e /etc/testbed/files ]; then
    # What an older recipe brought and this one does not.
    sort /etc/testbed/files | comm -23 - "$folder/files.sorted" | sed 's#^#/#' | tr '\n' '\0' | xargs -0 -r rm -f --
fi
rm -rf /home/user /opt/testbed/mcp_tools
tar --extract --file "$folder/root.tar" --directory / --no-same-owner --no-overwrite-dir
install -D -m 0644 "$folder/files.sorted" /etc/testbed/files

echo "step: locale"
if ! locale -a | grep -qi '^en_US\.utf-\?8$'; then
    grep -q '^en_US.UTF-8 UTF-8' /etc/locale.gen 2>/dev/null || echo 'en_US.UTF-8 UTF-8' >>/etc/locale.gen
    locale-gen >/dev/null
fi

sh "$folder/guest.sh"

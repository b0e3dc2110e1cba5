#!/bin/sh
# Runs in the guest layer, after the recipe's files were laid over it, without the network.
set -eu
export LC_ALL=C.UTF-8

echo "step: user"
useradd --uid 1000 --user-group --shell /bin/bash --home-dir /home/user --no-create-home --comment User \
    --groups audio,video,plugdev user
# Locked for passwords, yet not for keys: without PAM, sshd refuses an account marked with '!'.
usermod --password '*' root
for file in .bashrc .profile .bash_logout; do
    [ -e "/home/user/$file" ] || cp "/etc/skel/$file" /home/user/
done
find /home/user -name .gitkeep -delete
office_version=$(dpkg-query --show --showformat '${Version}' libreoffice-core | sed 's/^[0-9]*://; s/^\([0-9]*\.[0-9]*\).*/\1/')
sed -i "s/@LIBREOFFICE_VERSION@/$office_version/" /home/user/.config/libreoffice/4/user/registrymodifications.xcu
chown -R user:user /home/user
chmod 0750 /home/user
install -d -m 0755 -o root -g root /etc/testbed
mkdir -p /var/lib/systemd/linger
touch /var/lib/systemd/linger/user
mkdir -p /var/lib/AccountsService/users
printf '[User]\nSystemAccount=false\nXSession=gnome\n' >/var/lib/AccountsService/users/user

echo "step: units"
systemctl --quiet set-default multi-user.target
systemctl --quiet enable xserver.service desktop.service testbed-ssh-hostkey.service ssh.service
systemctl --quiet --global enable testbed-mcp.service pipewire.service pipewire-pulse.service wireplumber.service
systemctl --quiet mask $MASKED_UNITS
systemctl --quiet --global mask $MASKED_USER_UNITS
# Shown only where the session's own autostart would ask or index something.
for entry in $HIDDEN_AUTOSTART; do
    [ ! -e "/etc/xdg/autostart/$entry.desktop" ] || printf 'Hidden=true\n' >>"/etc/xdg/autostart/$entry.desktop"
done

if [ -x /usr/bin/code ]; then
    echo "step: Microsoft's VS Code"
    install -d -o user -g user /home/user/.config/Code /home/user/.config/Code/User
    install -m 0644 -o user -g user /home/user/.local/share/code-server/User/settings.json /home/user/.config/Code/User/
    ln -sfn /opt/testbed/mcp_tools/code_companion /usr/share/code/resources/app/extensions/testbed-companion
    # Its own entry starts what the launcher starts, with the same options.
    rm /usr/share/applications/code-url-handler.desktop
fi
if [ -x /usr/bin/google-chrome-stable ]; then
    sed -i 's#^Exec=/usr/bin/google-chrome-stable#Exec=/usr/local/bin/google-chrome#' /usr/share/applications/google-chrome.desktop
    sed -i 's/chromium.desktop/google-chrome.desktop/' /etc/dconf/db/local.d/00-testbed /home/user/.config/mimeapps.list
fi

echo "step: desktop databases"
dconf update
for desktop in $HIDDEN_APPLICATIONS; do
    file=/usr/share/applications/$desktop.desktop
    [ ! -e "$file" ] || sed -i '/^\[Desktop Entry\]/a NoDisplay=true' "$file"
done
update-desktop-database -q /usr/share/applications

echo "step: MCP server"
/opt/testbed/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash /opt/testbed/mcp_tools

echo "step: cleaning"
rm -f /etc/ssh/ssh_host_* /etc/testbed/token /root/.bash_history /etc/.pwd.lock /etc/passwd- /etc/shadow- /etc/group- /etc/gshadow-
rm -rf /var/log/* /var/cache/ldconfig/aux-cache /var/lib/systemd/random-seed /tmp/* /var/tmp/*
mkdir -p /var/log/journal /var/log/private
: >/etc/machine-id
rm -f /var/lib/dbus/machine-id
ln -s /etc/machine-id /var/lib/dbus/machine-id
rm -f /etc/resolv.conf
: >/etc/resolv.conf
printf 'testbed\n' >/etc/hostname
printf '127.0.0.1 localhost\n127.0.1.1 testbed\n::1 localhost\n' >/etc/hosts

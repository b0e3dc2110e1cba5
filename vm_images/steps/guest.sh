#!/bin/sh
# Makes the recipe's files, laid over a root already, a guest: the user, units, settings. Without the network.
# Runs for the image's guest layer (from image.sh) and on a machine being prepared (from machine.sh), there as
# often as one likes.
set -eu
export LC_ALL=C.UTF-8

echo "step: user"
id user >/dev/null 2>&1 || useradd --uid 1000 --user-group --shell /bin/bash --home-dir /home/user \
    --no-create-home --comment User --groups audio,video,plugdev user
id testbed-servers >/dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin testbed-servers
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
systemctl --quiet enable xserver.service desktop.service
systemctl --quiet enable testbed-personal.socket testbed-fixtures.socket
systemctl --quiet --global enable testbed-mcp.service pipewire.service pipewire-pulse.service wireplumber.service
systemctl --quiet mask $MASKED_UNITS
systemctl --quiet --global mask $MASKED_USER_UNITS
# Shown only where the session's own autostart would ask or index something.
for entry in $HIDDEN_AUTOSTART; do
    file=/etc/xdg/autostart/$entry.desktop
    [ ! -e "$file" ] || grep -q '^Hidden=true$' "$file" || printf 'Hidden=true\n' >>"$file"
done

if [ -x /usr/bin/code ]; then
    echo "step: Microsoft's VS Code"
    install -d -o user -g user /home/user/.config/Code /home/user/.config/Code/User
    install -m 0644 -o user -g user /home/user/.local/share/code-server/User/settings.json /home/user/.config/Code/User/
    ln -sfn /opt/testbed/mcp_tools/code_companion /usr/share/code/resources/app/extensions/testbed-companion
    # Its own entry starts what the launcher starts, with the same options.
    rm -f /usr/share/applications/code-url-handler.desktop
fi
code=/opt/testbed/npm/node_modules/code-server
if [ -d "$code" ]; then
    echo "step: VS Code's time limits, and how it reads a workspace"
    # Emulated, on a busy host, all takes longer: its two processes gave each other up after 10 s, over and over, and a
    # window gave its extensions up for good after 60 s.
    workbench=$code/lib/vscode/out/vs/code/browser/workbench/workbench.js
    message='The remote extension host took longer than 60s to send its ready message\."'
    sed -i "s/\($message)},\)6e4)/\16e5)/" "$workbench"
    grep -q "$message)},6e5)" "$workbench"
    # A reloaded window took a changed workspace from its cache, where it was old or missing, and in half of the cases did
    # not read it again. VS Code on a desktop has no such cache.
    cached='(this._workspaceConfiguration=this._cachedConfiguration,this.waitAndInitialize(this._workspaceIdentifier))'
    read_now='await this.waitAndInitialize(this._workspaceIdentifier)'
    sed -i "s/$cached/$read_now/" "$workbench"
    grep -qF "$read_now" "$workbench"
    sed -i 's/^const timeoutInterval = 10000;/const timeoutInterval = 600000;/' "$code/out/node/wrapper.js"
    grep -q '^const timeoutInterval = 600000;' "$code/out/node/wrapper.js"
fi
icons=/usr/share/gnome-shell/extensions/ding@rastersoft.com
if [ -e "$icons/dbusUtils.js" ]; then
    echo "step: desktop icons do not start the file managers"
    # They started Nautilus and File Roller with the session, only to see that they are there: half a second of
    # processor time and 80 MB in every guest. A call of the menus starts them when it is made.
    lazily=', null, Gio.DBusProxyFlags.DO_NOT_AUTO_START_AT_CONSTRUCTION);'
    sed -i "/makeProxyWrapper(this\._interfaceXML)/,/^ \{16\}[,)]/ s/^\( \{16\}\));\$/\1$lazily/" "$icons/dbusUtils.js"
    grep -qF "$lazily" "$icons/dbusUtils.js"
    sed -i '/let data = dbusManagerObject.getIntrospectionData(/,/false);/c\    let data = true;' "$icons/dbusUtils.js"
    grep -q '^    let data = true;$' "$icons/dbusUtils.js"
    sed -i "s/\['nautilus', '--version'\]/['true']/" "$icons/desktopManager.js"
    grep -qF "trySpawn(null, ['true'])" "$icons/desktopManager.js"
fi
if [ -x /usr/bin/google-chrome-stable ]; then
    sed -i 's#^Exec=/usr/bin/google-chrome-stable#Exec=/usr/local/bin/google-chrome#' /usr/share/applications/google-chrome.desktop
    sed -i 's/chromium.desktop/google-chrome.desktop/' /etc/dconf/db/local.d/10-testbed-dock /home/user/.config/mimeapps.list
fi

echo "step: desktop databases"
dconf update
for desktop in $(cat /usr/share/testbed/hidden_entries); do
    file=/usr/share/applications/$desktop.desktop
    [ ! -e "$file" ] || grep -q '^NoDisplay=true$' "$file" || sed -i '/^\[Desktop Entry\]/a NoDisplay=true' "$file"
done
update-desktop-database -q /usr/share/applications

echo "step: caches that every session would make anew"
fc-cache --system-only
install -d -o user -g user /home/user/.cache /home/user/.cache/gstreamer-1.0
GST_REGISTRY=/home/user/.cache/gstreamer-1.0/registry.x86_64.bin python3 -B -c '
import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

Gst.init()'
chown user:user /home/user/.cache/gstreamer-1.0/registry.x86_64.bin

echo "step: MCP server"
/opt/testbed/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash /opt/testbed/mcp_tools
PYTHONPATH=/opt/testbed /opt/testbed/venv/bin/python -B -P -m mcp_tools.mounted
PYTHONPATH=/opt/testbed /opt/testbed/venv/bin/python -B -P -m mcp_tools.fixtures record /opt/testbed/servers
install -d -m 0700 /var/lib/testbed-personal
PYTHONPATH=/opt/testbed /opt/testbed/venv/bin/python -B -P -m mcp_tools.personal /opt/testbed/servers /var/lib/testbed-personal/state.db
chown -R testbed-servers:testbed-servers /var/lib/testbed-personal
chmod 0600 /var/lib/testbed-personal/state.db

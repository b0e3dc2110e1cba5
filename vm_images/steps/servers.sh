#!/bin/sh
# Runs in an overlay over the base and apps layers, with the network: installs the server pool, each server under
# /opt/testbed/servers/ID with an environment of its own, and records what each one offers. /run/build holds wheels
# fetched by the host's pip, npm's locks, and servers.json.
set -eu
export LC_ALL=C.UTF-8 HOME=/root PATH="/opt/testbed/node/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
servers=/opt/testbed/servers
mkdir -p "$servers"
# What the host's settings make of these files does not stay.
cp -a /etc/ssl/certs/ca-certificates.crt /run/build/image-certificates.crt
[ ! -e /run/build/host/ca-certificates.crt ] || {
    cat /run/build/host/ca-certificates.crt >/etc/ssl/certs/ca-certificates.crt
    export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
}
had_resolver=$(cat /etc/resolv.conf 2>/dev/null || true)
cp /run/build/host/resolv.conf /etc/resolv.conf

install_python() {
    id=$(basename "$1" .lock)
    echo "step: $id"
    python3 -m venv --without-pip "$servers/$id/venv"
    /opt/testbed/venv/bin/python -m pip --python "$servers/$id/venv/bin/python" install --quiet --no-index \
        --find-links "/run/build/wheels/$id" --no-deps --no-compile --require-hashes --no-build-isolation \
        --disable-pip-version-check --root-user-action=ignore --requirement "$1"
    # olefile has a module for Python 2, which Python 3 cannot compile.
    "$servers/$id/venv/bin/python" -m compileall -q -x '/olefile/olefile2[.]py$' \
        --invalidation-mode unchecked-hash "$servers/$id/venv/lib"
}
(for lock in /run/build/pypi/*.lock; do install_python "$lock"; done) &
python=$!

builder=65530
home=$(mktemp -d)
[ ! -e /run/build/host/npmrc ] || cp /run/build/host/npmrc "$home/.npmrc"
chown -R "$builder:$builder" "$home"
for folder in /run/build/npm/*; do
    id=$(basename "$folder")
    echo "step: $id"
    cp -r "$folder" "$servers/$id"
    chown -R "$builder:$builder" "$servers/$id"
    # No package's scripts: the servers need none of them.
    (cd "$servers/$id" && HOME=$home npm_config_cache=$home/cache setpriv --reuid "$builder" --regid "$builder" \
        --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs \
        npm ci --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error)
    chown -R --no-dereference root:root "$servers/$id"
done
wait "$python"
rm -rf "$home"
chmod -R go+rX "$servers"

echo "step: cleaning"
find "$servers" -name '*.map' -type f -delete
cp -a /run/build/image-certificates.crt /etc/ssl/certs/ca-certificates.crt
printf %s "$had_resolver" >/etc/resolv.conf

echo "step: recording the tools"
/opt/testbed/venv/bin/python -B -P /run/build/record.py /run/build/servers.json "$servers" /run/build/out

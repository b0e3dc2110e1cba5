# Sourced by scripts/testbed, scripts/test and scripts/prepare-tests: makes the host ready, step by step; done steps are skipped.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv="$root/.venv"

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }
die() { printf 'testbed: %s\n' "$@" >&2; exit 2; }

# missing_packages LIST...: those named in the lists that are not installed.
missing_packages() {
    local name
    while read -r name; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || echo "$name"
    done < <(cd "$root/scripts" && grep -hv '^#' "$@")
}

# ensure_packages LIST...: the packages that these files of scripts/ name.
ensure_packages() {
    command -v dpkg-query >/dev/null || die "this is not a Debian or Ubuntu machine; testbed prepares only those"
    local packages
    mapfile -t packages < <(missing_packages "$@")
    [ ${#packages[@]} -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] || die "system packages are missing and only root can install them. Run:" \
        "  sudo apt-get update && sudo apt-get install --no-install-recommends ${packages[*]}"
    say "installing system packages: ${packages[*]}"
    apt-get -o DPkg::Lock::Timeout=600 update -q >&2
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends "${packages[@]}" >&2
}

# environment_is_of_here: whether .venv was made at this place and its Python is there. The programs of a copied or
# moved environment name the place where it was made: they run that clone's code, or nothing.
environment_is_of_here() {
    local program
    [ -x "$venv/bin/python3" ] || return 1
    for program in pip testbed; do
        [ ! -f "$venv/bin/$program" ] || grep -qF "$venv/bin/python" "$venv/bin/$program" || return 1
    done
}

# install_locked LIST: the packages of scripts/locked/LIST, no file of another hash. Only the two that have no wheel are
# built, and by the setuptools of build.txt.
install_locked() {
    "$venv/bin/pip" install -q --disable-pip-version-check --require-hashes --no-deps --use-pep517 --no-build-isolation \
        --only-binary :all: --no-binary odfpy,libvirt-python -r "$root/scripts/locked/$1" >&2
}

# ensure_environment EXTRA: a virtual environment with the project and its pinned dependencies ("", "vm" or "dev",
# which has what "vm" has). Nothing else is looked for when it is there.
ensure_environment() {
    local extra=$1 want have=""
    want=$(cat "$root/pyproject.toml" "$root/setup.py" "$root/scripts/locked/"*.txt | sha256sum | cut -c1-16)
    if [ -e "$venv" ] && ! environment_is_of_here; then
        say "the virtual environment in .venv was made at another place: making it anew"
        rm -rf "$venv"
    fi
    [ ! -f "$venv/ready" ] || have=$(cat "$venv/ready")
    case "$have:$extra" in "$want $extra:$extra" | "$want "*: | "$want dev:vm") return 0 ;; esac
    ensure_packages host-packages-python.txt ${extra:+host-packages-libvirt-python.txt}
    [ -x /usr/bin/python3 ] || die "there is no /usr/bin/python3; install the package python3"
    /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "/usr/bin/python3 is older than 3.11; testbed needs Debian 12, Ubuntu 24.04 or newer"
    say "preparing the virtual environment in .venv"
    [ -x "$venv/bin/pip" ] || /usr/bin/python3 -m venv "$venv"
    # Until the distribution got its name, desktop-testbed, it was installed as testbed.
    if compgen -G "$venv/lib/python3*/site-packages/testbed-*.dist-info" >/dev/null; then
        "$venv/bin/pip" uninstall -q -y testbed >&2
    fi
    install_locked build.txt
    install_locked "${extra:-run}.txt"
    "$venv/bin/pip" install -q --disable-pip-version-check --no-index --no-deps --no-build-isolation -e "$root" >&2
    echo "$want $extra" >"$venv/ready"
}

# Whether virtual machines are wanted: named in the arguments, or the processor can run them.
wants_machines() {
    case "$*" in *libvirt* | snapshot* | *qcow2*) return 0 ;; esac
    [ -c /dev/kvm ] && grep -qE '^flags.* (vmx|svm)( |$)' /proc/cpuinfo
}

# ensure_image MACHINES: the guest image; with its disk when MACHINES is not empty.
ensure_image() {
    if ! "$venv/bin/testbed" image show >/dev/null 2>&1; then
        [ "$(id -u)" = 0 ] || die "the guest image is missing and only root can build it. Run:" \
            "  sudo $root/scripts/testbed image build"
        say "building the guest image"
        "$venv/bin/testbed" image build >&2
    fi
    [ -z "$1" ] || "$venv/bin/testbed" image build --format qcow2 >&2
}

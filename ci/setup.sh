#!/usr/bin/env bash
# Set up a machine: ci/setup.sh engine|run|arm|wheels|test. Missing system packages are installed with apt, Python packages
# go into .venv. What is present stays untouched, so a second call only checks.
set -euo pipefail
cd "$(dirname "$0")/.."

level=${1:?usage: ci/setup.sh engine|run|arm|wheels|test}
python=${PYTHON:-python3}
PATH=${PATH//"$PWD/.venv/bin:"/}:/usr/sbin:/sbin # never build .venv from itself; ldconfig is in sbin

say() { printf 'setup: %s\n' "$*" >&2; }

# System packages: each is requested only when its command or header is missing.

compiles() { "$@" -include stdio.h -x c - -o /dev/null <<<'int main(void) { return 0; }'; }
has_library() { [[ $(ldconfig -p) == *"$1"* ]]; }
has_python() { "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))'; }
has_python_header() { [ -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ]; }

need() { # need PACKAGES COMMAND...
    "${@:2}" >/dev/null 2>&1 || missing+=($1)
}

look_for_arm() { # cross compilers, the emulator, what unpacks a Python of another processor
    need "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" compiles aarch64-linux-gnu-gcc -static
    need "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross" compiles arm-linux-gnueabihf-gcc -static
    need "gcc-arm-linux-gnueabi libc6-dev-armel-cross" compiles arm-linux-gnueabi-gcc -static
    need "gcc-i686-linux-gnu libc6-dev-i386-cross" compiles i686-linux-gnu-gcc -static
    need qemu-user command -v qemu-aarch64
    need mmdebstrap command -v mmdebstrap
    need debian-archive-keyring [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] # Ubuntu has it not by itself
}

look_for_emulators() { # qemu and the C libraries of wheels for other processors
    local machine
    machine=$(uname -m)
    need qemu-user command -v qemu-aarch64
    [ "$machine" = aarch64 ] || need libc6-arm64-cross [ -e /usr/aarch64-linux-gnu/lib/libc.so.6 ]
    [ "$machine" = armv7l ] || need libc6-armhf-cross [ -e /usr/arm-linux-gnueabihf/lib/libc.so.6 ]
}

look() {
    missing=()
    need "gcc libc6-dev" compiles gcc
    [ "$level" != engine ] || return 0
    need "${python##*/}-venv" has_python
    need libgl1 has_library libGL.so.1
    need libegl1 has_library libEGL.so.1
    need libmtdev1 has_library libmtdev.so.1
    if [ "$level" = arm ]; then look_for_arm; fi
    if [ "$level" = wheels ]; then look_for_emulators; fi
    [ "$level" = test ] || return 0
    need "${python##*/}-dev" has_python_header
    need "clang libclang-rt-dev" compiles clang -fsanitize=address
    need "xvfb xauth" command -v Xvfb
    need xdotool command -v xdotool
    need x11-utils command -v xwininfo
    [ "$(uname -m)" != x86_64 ] || need gcc-multilib compiles gcc -m32
}

install_missing() {
    local root=(env DEBIAN_FRONTEND=noninteractive)
    if [ "$(id -u)" -ne 0 ]; then root=(sudo -n "${root[@]}"); fi
    if command -v apt-get >/dev/null && "${root[@]}" true 2>/dev/null; then
        say "installing ${missing[*]}"
        "${root[@]}" apt-get update -qq >&2 </dev/null || true
        "${root[@]}" apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends "${missing[@]}" \
            >&2 </dev/null || true
        look
    fi
    if ((${#missing[@]})); then
        say "missing: ${missing[*]}. On Debian type:"
        say "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
        say "Python has to be 3.9 or later; PYTHON=python3.12, say, chooses another than $python."
        exit 1
    fi
}

# Python packages: the mark of a finished step is kept inside .venv, so deleting .venv starts over.

make_venv() {
    local identity
    identity=$("$python" -c 'import sys; print(sys.base_prefix, *sys.version_info[:3])')
    if [ "$(cat .venv/made-with 2>/dev/null)" != "$identity" ]; then
        say "making .venv with Python $identity"
        rm -rf .venv
        "$python" -m venv .venv
        echo "$identity" >.venv/made-with
    fi
}

install_requirements() { # install_requirements FILE [OPTION...]: the mark is a copy of the file
    local mark=.venv/${1##*/}
    if ! cmp -s "$1" "$mark"; then
        say "installing $1"
        .venv/bin/python -m pip install -q --disable-pip-version-check --no-input "${@:2}" -r "$1" </dev/null
        cp "$1" "$mark"
    fi
}

look
((${#missing[@]} == 0)) || install_missing
[ "$level" != engine ] || exit 0
make_venv
install_requirements ci/requirements.txt
[ "$level" = test ] || [ "$level" = wheels ] || exit 0
install_requirements ci/requirements-dev.txt
install_requirements ci/requirements-wheels.txt --no-compile --require-hashes
[ "$level" = test ] || exit 0
# Apart from the others and from each other: python-for-android brings a package called ci along, in two releases. Left out
# is what only a real build runs, and pygments, which .venv has.
for name in android legacy ios; do
    mkdir -p .venv/locks
    sed -E '/^(cython|meson|ninja|pygments|wheel)==/,/[^\\]$/d' "ci/requirements-$name.txt" \
        >".venv/locks/requirements-$name.txt"
    install_requirements ".venv/locks/requirements-$name.txt" --no-deps --no-compile --require-hashes --upgrade \
        --target ".venv/package/$name"
done
install_requirements ci/requirements-legacy-app.txt --no-deps --no-compile --upgrade --target .venv/package/legacy-app

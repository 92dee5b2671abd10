#!/usr/bin/env bash
# Set up a machine: ci/setup.sh engine|run|arm|wheels|test. Missing system packages are installed with apt, Python packages
# go into .venv, made by PYTHON or by the newest Python that Kivy has a wheel for. What is present stays untouched, so a
# second call only checks.
set -euo pipefail
cd "$(dirname "$0")/.."

level=${1:?usage: ci/setup.sh engine|run|arm|wheels|test}
PATH=${PATH//"$PWD/.venv/bin:"/}:/usr/sbin:/sbin # never build .venv from itself; ldconfig is in sbin

say() { printf 'setup: %s\n' "$*" >&2; }

# System packages: each is requested only when its command or header is missing.

compiles() { "$@" -include stdio.h -x c - -o /dev/null <<<'int main(void) { return 0; }'; }
has_library() { [[ $(ldconfig -p) == *"$1"* ]]; }
has_python() { "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))'; }
runs() { "$python" -c ''; }
lacks_wheel() { "$python" -c 'import sys; sys.exit(sys.version_info < (3, 14))'; } # of Kivy 2.3.1
has_python_header() { [ -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ]; }

choose_python() { # one that is complete, else one that lacks only a system package, else python3
    local check
    for check in has_python runs; do
        for python in python3.{13,12,11,10,9}; do
            if "$check" >/dev/null 2>&1; then return; fi
        done
    done
    python=python3
}

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

look_for_kivy_sources() { # what Kivy is compiled with
    need "${python##*/}-dev" has_python_header
    need pkgconf command -v pkg-config
    need "libsdl2-dev libsdl2-image-dev libsdl2-mixer-dev libsdl2-ttf-dev" \
        pkg-config --exists sdl2 SDL2_image SDL2_mixer SDL2_ttf
    need libgl-dev compiles gcc -include GL/gl.h
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
    if lacks_wheel 2>/dev/null; then look_for_kivy_sources; fi
    if [ "$level" = arm ]; then look_for_arm; fi
    if [ "$level" = wheels ]; then look_for_emulators; fi
    [ "$level" = test ] || return 0
    need "${python##*/}-dev" has_python_header
    need "clang libclang-rt-dev" compiles clang -fsanitize=address
    need "xvfb xauth" command -v Xvfb
    need aapt command -v aapt
    need zipalign command -v zipalign
    need apksigner command -v apksigner
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
}

give_up() {
    say "missing: ${missing[*]}. On Debian type:"
    say "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
    say "Python has to be 3.9 or later, and up to 3.13 Kivy need not be compiled; PYTHON=python3.12, say, chooses one."
    exit 1
}

# Python packages: the mark of a finished step is kept inside .venv, so deleting .venv starts over.

make_venv() {
    local identity
    identity=$("$python" -c 'import sys; print(sys.base_prefix, *sys.version_info[:3])')
    if [ "$(cat .venv/made-with 2>/dev/null)" != "$identity" ]; then
        say "making .venv with Python $identity"
        ! lacks_wheel || say "Kivy has no wheel for it and will be compiled, which takes minutes"
        rm -rf .venv
        "$python" -m venv .venv
        echo "$identity" >.venv/made-with
    fi
}

install_requirements() { # install_requirements FILE [OPTION...]: the mark is a copy of the file
    local mark=.venv/requirements-${1##*/}
    if ! cmp -s "$1" "$mark"; then
        say "installing $1"
        rm -f "$mark"
        .venv/bin/python -m pip install -q --disable-pip-version-check --no-input "${@:2}" -r "$1" </dev/null || return
        cp "$1" "$mark"
    fi
}

python=${PYTHON:-}
[ -n "$python" ] || choose_python
look
for _ in 1 2; do # a Python that was missing may need more
    ((${#missing[@]} == 0)) || install_missing
done
((${#missing[@]} == 0)) || give_up
[ "$level" != engine ] || exit 0
make_venv
install_requirements ci/requirements/app.txt || {
    ! lacks_wheel || say "Kivy cannot be compiled here; install Python 3.13 and type: PYTHON=python3.13 make run"
    exit 1
}
install_requirements ci/requirements/build.txt
[ "$level" = test ] || [ "$level" = wheels ] || exit 0
install_requirements ci/requirements/dev.txt
install_requirements ci/requirements/wheels.txt --no-compile --require-hashes
[ "$level" = test ] || exit 0
# Apart from the others and from each other: python-for-android brings a package called ci along, in two releases. Left out
# is what only a real build runs, and pygments, which .venv has.
for name in android legacy ios; do
    mkdir -p .venv/locks
    sed -E '/^(cython|meson|ninja|pygments|wheel)==/,/[^\\]$/d' "ci/requirements/$name.txt" \
        >".venv/locks/$name.txt"
    install_requirements ".venv/locks/$name.txt" --no-deps --no-compile --require-hashes --upgrade \
        --target ".venv/package/$name"
done
install_requirements ci/requirements/legacy-app.txt --no-deps --no-compile --upgrade --target .venv/package/legacy-app

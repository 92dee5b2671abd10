#!/usr/bin/env bash
# Test the engine on phone processors under qemu-user: C tests, perft and bench must give the results of this machine, and
# a Debian Python of that processor must load the library and play the same games.
set -euo pipefail
cd "$(dirname "$0")/../.."

pythons=build/arm
suite=${DEBIAN_SUITE:-bookworm} mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
make -C engine_c "-j$(nproc)" arm
mkdir -p "$pythons"

# Where users may not make namespaces, as on Ubuntu, mmdebstrap has to be root.
as_root=(env)
if [ "$(id -u)" -ne 0 ] && sudo -n true 2>/dev/null; then as_root=(sudo -n); fi

python_of() { # python_of DEBIAN-ARCHITECTURE: unpacked once
    local root=$pythons/$1
    if [ ! -e "$root/done" ]; then
        "${as_root[@]}" rm -rf "$root"
        "${as_root[@]}" mmdebstrap --quiet --variant=extract "--architectures=$1" --include=python3,python3-cffi-backend \
            "$suite" "$root" "$mirror" || return 1
        "${as_root[@]}" touch "$root/done"
    fi
    echo "$root"
}

.venv/bin/python -m ci.robots.arm_game >"$pythons/here.txt"
while read -r build architecture emulator; do
    root=$(python_of "$architecture")
    SANMILL_LIBRARY=engine_c/build/$build/libsanmill.so "$emulator" -L "$root" "$root/usr/bin/python3" -B \
        -m ci.robots.arm_game >"$pythons/$build.txt" </dev/null
    cmp "$pythons/here.txt" "$pythons/$build.txt"
    echo "$build: $(wc -l <"$pythons/$build.txt") games and verdicts through Python: the same"
done <<'END'
aarch64 arm64 qemu-aarch64
armv7hf armhf qemu-arm
armv7 armel qemu-arm
i686 i386 qemu-i386
END

#!/usr/bin/env bash
# Cross-build the wheels of all platforms, or of those named, with zig into dist/. Every wheel is checked; the console
# engine must count the same nodes as that of this machine wherever it can run: here, under qemu-user, and under wine if it
# is installed. Finally the tests of an installed wheel run with the one for this machine.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=$PWD/.venv/bin/python
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT

build() { # build PLATFORM
    echo "wheels: building for $1"
    SANMILL_PLATFORM=$1 "$python" -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation \
        --wheel-dir dist . </dev/null
}

runner_of() { # runner_of WHEEL: the command that runs its programs
    local machine
    machine=$(uname -m)
    case $(uname)-$1 in
    Linux-*linux_*_"$machine".whl | Darwin-*macosx_*_"$machine".whl) echo env ;;
    Linux-*_aarch64.whl) echo qemu-aarch64 -L /usr/aarch64-linux-gnu ;;
    Linux-*_armv7l.whl) echo qemu-arm -L /usr/arm-linux-gnueabihf ;;
    Linux-*win_amd64.whl) echo wine ;;
    *) echo "another system than $(uname)" ;;
    esac
}

run() { # run WHEEL
    local runner folder=$unpacked/${1##*/} console
    runner=$(runner_of "$1")
    command -v "${runner%% *}" >/dev/null || { echo "${1##*/}: not run, which needs ${runner%% -*}" && return; }
    "$python" -m zipfile -e "$1" "$folder"
    console=$(echo "$folder"/sanmill/engine/sanmill-uci*)
    chmod +x "$console"
    echo "${1##*/}: $(ci/checks/same_signature.sh "$runner $console" engine_c/build/sanmill-uci)"
}

platforms=("$@")
((${#platforms[@]})) || read -ra platforms <<<"$("$python" -c 'from ci.packaging.wheel import ZIG_TARGETS; print(*ZIG_TARGETS)')"
rm -f dist/*.whl
for platform in "${platforms[@]}"; do build "$platform"; done
"$python" -m ci.checks.check_wheel dist/*.whl
for wheel in dist/*.whl; do run "$wheel"; done
for wheel in dist/*{manylinux,macosx}*"_$(uname -m).whl"; do
    [ "$(runner_of "$wheel")" != env ] || SANMILL_WHEEL=$wheel "$python" -m pytest -q tests/ci/test_wheel.py
done

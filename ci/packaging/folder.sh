#!/usr/bin/env bash
# Pack the app with a Python of its own, for people who have none: dist/sanmill-SYSTEM-MACHINE.tar.gz. It runs on systems
# with this machine's C library or a newer one.
set -euo pipefail
cd "$(dirname "$0")/../.."

name=sanmill-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
work=$PWD/build/folder
rm -rf "$work"
.venv/bin/python -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q --disable-pip-version-check --no-input \
    -r ci/requirements/app.txt -r ci/requirements/folder.txt . </dev/null

KIVY_HOME=$work/kivy "$work/venv/bin/python" -m PyInstaller --noconfirm --log-level ERROR --name sanmill \
    --distpath "$work" --workpath "$work/parts" --specpath "$work" --collect-all sanmill "$work/venv/bin/sanmill" \
    >"$work/log" 2>&1 || { tail -n 40 "$work/log" && exit 1; } # Kivy turns all messages on
mv "$work/sanmill" "$work/$name"
if [ "$(uname)" = Linux ]; then # Kivy comes with debug symbols, half of the size
    find "$work/$name" -name '*.so*' -type f -exec strip --strip-debug {} +
fi

# It has to work without anything of this checkout or its Python.
cd "$work"
env -i "$name/sanmill" play --white computer --level 1 --seed 1 | tail -n 1
env -i "$name/sanmill" uci <<<quit
env -i HOME="$work/home" SANMILL_DATA="$work/data" KIVY_HOME="$work/kivy" SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy \
    "$name/sanmill" 2>"$work/log" &
app=$!
trap 'kill $app 2>/dev/null || true' EXIT
until grep -q 'Start application main loop' "$work/log"; do kill -0 $app || { cat "$work/log" && exit 1; }; sleep 0.2; done

mkdir -p ../../dist
tar -czf "../../dist/$name.tar.gz" "$name"
ls -l "../../dist/$name.tar.gz"

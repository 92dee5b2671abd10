#!/usr/bin/env bash
# Make an Xcode project for iOS: kivy-ios compiles Python, Kivy, cffi and the engine, the last two by the local recipes. Needs macOS with Xcode. Not yet run there.
set -euo pipefail
cd "$(dirname "$0")/.."

build=build/ios
python=${PYTHON:-python3}
stop() { printf 'ios: %s\n' "$@" >&2; exit 1; }

[ "$(uname)" = Darwin ] || stop "iOS packages are made on macOS with Xcode; this is $(uname)."
xcodebuild -version >/dev/null 2>&1 || stop "Xcode is missing: install it from the App Store and start it once."
for tool in autoconf automake libtool pkg-config; do
    command -v "$tool" >/dev/null || stop "missing: $tool. Type: brew install autoconf automake libtool pkg-config"
done

venv=$PWD/$build/venv
mkdir -p "$build"
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/pip" install -q --disable-pip-version-check -c ci/requirements-package.txt \
    kivy-ios buildozer cython==0.29.37 setuptools==80.9.0 cffi==2.0.0
"$venv/bin/python" ci/declare.py
"$venv/bin/python" ci/packaged.py --copy "$build/app"

# The toolchain puts only recipes of its own folder into the Xcode project, so ours go there, by name.
recipes=$("$venv/bin/python" -c 'import kivy_ios.recipes as r; print(r.__path__[0])')
for name in cffi libsanmill; do ln -sfn "$PWD/ci/recipes/ios/$name" "$recipes/$name"; done

cd "$build"
export PATH=$venv/bin:$PATH
toolchain build kivy plyer cffi libsanmill
[ -d sanmill-ios ] || toolchain create Sanmill app
toolchain update sanmill-ios
toolchain icon sanmill-ios ../../assets/icons/store.png
echo "ios: the project is $build/sanmill-ios; toolchain xcode sanmill-ios opens it, Xcode signs and installs it."

#!/usr/bin/env bash
# Build the Android package: ci/apk.sh [PROFILE] [debug|release]. buildozer fetches the SDK, the NDK and the sources of
# everything that goes in, about 5 GB, and takes an hour the first time. Missing tools that it cannot fetch are reported at once.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${1:-} mode=${2:-debug}
python=${PYTHON:-python3}
venv=build/apk/venv
stop() { printf 'apk: %s\n' "$@" >&2; exit 1; }

missing=()
for tool in autoconf automake cmake git libtoolize make patch pkg-config unzip zip; do
    command -v "$tool" >/dev/null || missing+=("${tool/libtoolize/libtool}")
done
javac -version >/dev/null 2>&1 || missing+=(openjdk-17-jdk-headless)
has_header() { cc -x c -E -include "$1" /dev/null >/dev/null 2>&1; } # Python is built for this machine too
has_header stdio.h || missing+=(build-essential)
has_header zlib.h || missing+=(zlib1g-dev)
has_header openssl/ssl.h || missing+=(libssl-dev)
has_header ffi.h || missing+=(libffi-dev)
((${#missing[@]} == 0)) || stop "missing: ${missing[*]}. On Debian type:" \
    "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"

sdk=${APP_ANDROID_SDK_PATH:-$HOME/.buildozer/android/platform/android-sdk}
if [ ! -d "$sdk" ] && ! "$python" - 2>/dev/null <<'END'
from urllib.request import Request, urlopen
address = "https://dl.google.com/android/repository/repository2-3.xml"
urlopen(Request(address, method="HEAD"), timeout=20)
END
then
    stop "the Android SDK is missing: it is not in $sdk, and dl.google.com cannot be reached to fetch it." \
        "Build on a machine that reaches it, or name an SDK and NDK that are here already by the variables" \
        "APP_ANDROID_SDK_PATH and APP_ANDROID_NDK_PATH. ci/workflows/android.yml lets a hosted machine build."
fi

echo "apk: building accepts the licence of the Android SDK, https://developer.android.com/studio/terms"
tools=(buildozer)
[ "$profile" != legacy ] || tools=(buildozer==1.4.0)
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
constraints=(-c ci/requirements-package.txt)
[ "$profile" != legacy ] || constraints=()
"$venv/bin/pip" install -q --disable-pip-version-check "${constraints[@]}" "${tools[@]}" setuptools==80.9.0 cffi==2.0.0
"$venv/bin/python" ci/declare.py
PATH=$PWD/$venv/bin:$PATH "$venv/bin/buildozer" ${profile:+--profile "$profile"} android "$mode"
ls -l dist/*.apk

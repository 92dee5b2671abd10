#!/usr/bin/env bash
# Build the Android packages: apk.sh [PROFILE] [debug|release] [TABLES]. TABLES is a file made by make perfect, which goes
# into the package. A release is an APK for testers and an AAB for the store, signed with the key that
# P4A_RELEASE_KEYSTORE and its companions name. buildozer fetches the NDK and the sources of everything that goes in, about
# 5 GB, and takes an hour the first time. What it cannot fetch is asked for at once.
set -euo pipefail
cd "$(dirname "$0")/../.."
umask 022 # packages keep the modes of files

unset SANMILL_TABLES
profile=${1:-} mode=${2:-debug} tables=${3:-}
python=${PYTHON:-python3}
lock=ci/requirements/${profile:-android}.txt
venv=$PWD/build/apk/venv${profile:+-$profile}
build=build/buildozer${profile:+-$profile}
stop() { printf 'apk: %s\n' "$@" >&2; exit 1; }

[ -e "$lock" ] || stop "unknown profile: $profile. buildozer.spec has: legacy."
[[ $PWD != *[[:space:]\"\']* ]] || stop "python-for-android takes no space and no quote in the path of a folder: $PWD."
case $mode in
    debug) artifacts=(apk) ;;
    release) artifacts=(apk aab) ;;
    *) stop "unknown mode: $mode. It is debug or release." ;;
esac
if [ -n "$tables" ]; then
    [ "$(head -c 8 "$tables" 2>/dev/null)" = SANMILLC ] || stop "$tables is not a tablebase; make perfect makes one."
    SANMILL_TABLES=$(realpath "$tables") # for android/hook.py
    export SANMILL_TABLES
fi
if [ "$mode" = release ]; then
    unset_variables=()
    for name in KEYSTORE KEYSTORE_PASSWD KEYALIAS KEYALIAS_PASSWD; do
        variable=P4A_RELEASE_$name
        [ -n "${!variable:-}" ] || unset_variables+=("$variable")
    done
    ((${#unset_variables[@]} == 0)) || stop "a release is signed, and these variables are not set: ${unset_variables[*]}." \
        "Phones take an update only from the key of the installed app. Make one, once, and keep it:" \
        "  keytool -genkeypair -keystore sanmill.keystore -alias sanmill -keyalg RSA -keysize 4096 -validity 10000"
    [ -s "$P4A_RELEASE_KEYSTORE" ] || stop "P4A_RELEASE_KEYSTORE names no file: $P4A_RELEASE_KEYSTORE."
    P4A_RELEASE_KEYSTORE=$(realpath "$P4A_RELEASE_KEYSTORE") # Gradle runs in another folder
    export P4A_RELEASE_KEYSTORE
fi

missing=()
for tool in autoconf automake cmake git libtoolize make patch pkg-config unzip zip; do
    command -v "$tool" >/dev/null || missing+=("${tool/libtoolize/libtool}")
done
has_header() { cc -x c -E -include "$1" /dev/null >/dev/null 2>&1; } # Python is built for this machine too
has_header stdio.h || missing+=(build-essential)
has_header zlib.h || missing+=(zlib1g-dev)
has_header openssl/ssl.h || missing+=(libssl-dev)
has_header ffi.h || missing+=(libffi-dev)
[ -e "$(aclocal --print-ac-dir 2>/dev/null)/ltdl.m4" ] || missing+=(libltdl-dev) # libffi's configure.ac uses its macros
java=$("${JAVA_HOME:+$JAVA_HOME/bin/}javac" -version 2>&1 || true)
[[ $java == "javac 17"* ]] || missing+=(openjdk-17-jdk-headless) # the release that every Gradle in use runs on
((${#missing[@]} == 0)) || stop "missing: ${missing[*]}. On Debian type:" \
    "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" \
    "Java has to be 17; JAVA_HOME names another one than the first on the PATH."

echo "apk: building accepts the licence of the Android SDK, https://developer.android.com/studio/terms"
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
if ! cmp -s "$lock" "$venv/installed.txt"; then
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r "$lock"
    cp "$lock" "$venv/installed.txt"
fi
APP_ANDROID_SDK_PATH=$("$venv/bin/python" -m ci.packaging.android_sdk build/apk/sdk "$profile")
export APP_ANDROID_SDK_PATH

# buildozer would clone python-for-android; this folder stands for the one that pip has checked and installed.
release=$(sed -n 's/^python-for-android==\([^ ;]*\).*/\1/p' "$lock")
packages=$("$venv/bin/python" -c 'import pythonforandroid; print(pythonforandroid.__path__[0])')
export APP_P4A_SOURCE_DIR=$venv/source
mkdir -p "$APP_P4A_SOURCE_DIR"
ln -sfn "$packages" "$APP_P4A_SOURCE_DIR/pythonforandroid"
echo "install_reqs = ['python-for-android==$release']" >"$APP_P4A_SOURCE_DIR/setup.py"

# Hosted machines name an SDK and NDK of their own, which Gradle compares with the given ones.
unset ANDROID_HOME ANDROID_SDK_ROOT ANDROID_NDK ANDROID_NDK_HOME ANDROID_NDK_ROOT

# buildozer installs with pip --user unless VIRTUAL_ENV is set.
export VIRTUAL_ENV=$venv PATH=$venv/bin:$PATH PIP_CONSTRAINT=$PWD/ci/requirements/constraints-build.txt
export BUILDOZER_BUILD_DIR=$build
APP_ANDROID_NUMERIC_VERSION=$("$venv/bin/python" -m ci.stamp --number)
export APP_ANDROID_NUMERIC_VERSION
# Same commit, same bytes: bytecode names the hash of its source instead of its time, and zip writes local times.
export SOURCE_DATE_EPOCH=$((APP_ANDROID_NUMERIC_VERSION * 60)) TZ=UTC
"$venv/bin/python" -m ci.declare
"$venv/bin/python" -m ci.stamp
"$venv/bin/python" -m ci.catalogues
[ "$mode" = debug ] || "$venv/bin/python" -m ci.checks.check_translations --release

# python-for-android takes a dist with the same recipes as it is, with the engine of then: make it anew every time.
rm -rf "$build"/android/platform/build-*/dists
mkdir -p dist
for artifact in "${artifacts[@]}"; do
    rm -f dist/sanmill-*-"$mode"*."$artifact"{,.txt}
    APP_ANDROID_RELEASE_ARTIFACT=$artifact "$venv/bin/python" -m buildozer ${profile:+--profile "$profile"} android "$mode"
    "$venv/bin/python" -m ci.checks.check_apk --profile "$profile" ${tables:+--tables} dist/sanmill-*-"$mode"*."$artifact"
    "$venv/bin/python" -m ci.packaging.note "$build" dist/sanmill-*-"$mode"*."$artifact"
done

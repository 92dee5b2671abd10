#!/usr/bin/env bash
# Make the Xcode project for iOS, and with an argument what it builds: ios.sh [simulator|ipa] [TABLES]. TABLES is a file made
# by make perfect, which goes into the bundle and is read there. kivy-ios compiles Python, Kivy, cffi and the engine, the
# last two by the local recipes. Needs macOS with Xcode. Not yet run there.
set -euo pipefail
cd "$(dirname "$0")/../.."

product=${1:-project} tables=${2:-}
root=$PWD build=$PWD/build/ios venv=$PWD/build/ios-venv lock=ci/requirements/ios.txt
python=${PYTHON:-python3}
stop() { printf 'ios: %s\n' "$@" >&2; exit 1; }

[[ $product =~ ^(project|simulator|ipa)$ ]] || stop "unknown product: $product. It is simulator or ipa."
[[ $PWD =~ ^[A-Za-z0-9/._+-]+$ ]] || # it writes paths into the project as they are
    stop "kivy-ios takes only plain letters, digits and . _ + - in the path of a folder: $PWD."
[ "$(uname)" = Darwin ] || stop "iOS packages are made on macOS with Xcode; this is $(uname)."
xcodebuild -version >/dev/null 2>&1 || stop "Xcode is missing: install it from the App Store and start it once."
for tool in autoconf automake libtool pkg-config; do
    command -v "$tool" >/dev/null || stop "missing: $tool. Type: brew install autoconf automake libtool pkg-config"
done
[ "$product" != ipa ] || [ -n "${IOS_TEAM:-}" ] || stop "an IPA is signed: IOS_TEAM has to name the development team."

[ -z "$tables" ] || [ "$(head -c 8 "$tables" 2>/dev/null)" = SANMILLC ] ||
    stop "$tables is not a tablebase; make perfect makes one."

mkdir -p "$build"
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
if ! cmp -s "$lock" "$venv/installed.txt"; then
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r "$lock"
    cp "$lock" "$venv/installed.txt"
fi
export PATH=$venv/bin:$PATH
# Same commit, same bytes: bytecode names the hash of its source instead of its time. The copy of the app has one time.
SOURCE_DATE_EPOCH=$(($("$venv/bin/python" -m ci.stamp --number) * 60))
export SOURCE_DATE_EPOCH TZ=UTC
"$venv/bin/python" -m ci.declare
"$venv/bin/python" -m ci.stamp
"$venv/bin/python" -m ci.catalogues
[ "$product" != ipa ] || "$venv/bin/python" -m ci.checks.check_translations --release
"$venv/bin/python" -m ci.packaging.packaged --copy "$build/app"
[ -z "$tables" ] || cp "$tables" "$build/app/assets/complete.tablebase"

# The toolchain puts only recipes of its own folder into the Xcode project, so ours go there, by name.
recipes=$("$venv/bin/python" -c 'import kivy_ios.recipes as r; print(r.__path__[0])')
for name in cffi libsanmill; do ln -sfn "$root/ci/packaging/recipes/ios/$name" "$recipes/$name"; done

# buildozer calls the toolchain by this file; the one in $venv/bin does not start in a folder with a space.
printf '%s\n' 'import sys' "sys.path.insert(0, '$root')" 'from ci.packaging.ios_toolchain import main' '' 'main()' \
    >"$build/toolchain.py"
toolchain() { "$venv/bin/python" "$build/toolchain.py" "$@"; }

cd "$build"
toolchain clean libsanmill # it remembers only that the engine was built, not from which sources
toolchain build kivy plyer cffi libsanmill
[ -d sanmill-ios ] || toolchain create Sanmill app
toolchain update sanmill-ios
(cd "$root" && "$venv/bin/python" -m ci.packaging.ios_project "$build/sanmill-ios")
toolchain icon sanmill-ios sanmill-ios/store.png

# Dark mode came with iOS 13.
xcode=(xcodebuild -project sanmill-ios/sanmill.xcodeproj -scheme sanmill IPHONEOS_DEPLOYMENT_TARGET=13.0)
case $product in
    project) echo "ios: the project is $build/sanmill-ios; Xcode signs and installs it." ;;
    simulator) # debug: the release build of kivy-ios is silent
        "${xcode[@]}" -configuration Debug -sdk iphonesimulator ARCHS="$(uname -m)" SYMROOT="$build/products" \
            CODE_SIGNING_ALLOWED=NO build
        ls -d "$build"/products/Debug-iphonesimulator/*.app
        ;;
    ipa) # a key of App Store Connect signs on a machine without an account
        signing=(-allowProvisioningUpdates)
        [ -z "${IOS_KEY_PATH:-}" ] || signing+=(-authenticationKeyPath "$IOS_KEY_PATH" -authenticationKeyID "$IOS_KEY_ID"
            -authenticationKeyIssuerID "$IOS_KEY_ISSUER")
        "${xcode[@]}" -configuration Release -destination generic/platform=iOS -archivePath sanmill.xcarchive \
            "${signing[@]}" DEVELOPMENT_TEAM="$IOS_TEAM" CODE_SIGN_STYLE=Automatic archive
        xcodebuild -exportArchive -archivePath sanmill.xcarchive -exportPath "$root/dist" "${signing[@]}" \
            -exportOptionsPlist sanmill-ios/export.plist
        "$venv/bin/python" -m ci.packaging.ios_project --note "$root"/dist/*.ipa
        ls -l "$root"/dist/*.ipa*
        ;;
esac

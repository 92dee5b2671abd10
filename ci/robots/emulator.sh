#!/usr/bin/env bash
# Run the app on an emulator: emulator.sh IMAGE APK, for instance "system-images;android-30;google_apis;x86_64". Needs
# an Android SDK with its command line tools at ANDROID_HOME and the processor's virtualization.
set -euo pipefail
cd "$(dirname "$0")/../.."

image=${1:?usage: emulator.sh IMAGE APK} apk=${2:?usage: emulator.sh IMAGE APK}
sdk=${ANDROID_HOME:?ANDROID_HOME has to name an Android SDK}
export PATH=$sdk/cmdline-tools/latest/bin:$sdk/emulator:$sdk/platform-tools:$PATH

yes | sdkmanager --sdk_root="$sdk" emulator platform-tools "$image" >/dev/null || [ -x "$sdk/emulator/emulator" ]
avdmanager create avd --force --name sanmill --device pixel --package "$image" <<<no # a pipe would fail if it is not read
emulator -avd sanmill -no-window -no-audio -no-boot-anim -no-snapshot -gpu swiftshader_indirect &
emulator=$!
trap 'kill "$emulator" 2>/dev/null || true' EXIT
timeout 600 adb wait-for-device shell 'while [ -z "$(getprop sys.boot_completed)" ]; do sleep 1; done'
adb shell input keyevent 82 # unlock
"${PYTHON:-python3}" -m ci.robots.phone "$apk" build/phone

#!/usr/bin/env bash
# Start the app in the iOS simulator, wait for its first frame and keep a picture and the log: simulator.sh APP. Needs
# macOS with Xcode. Not yet run there.
set -euo pipefail
cd "$(dirname "$0")/../.."

app=${1:?usage: simulator.sh APP}
kept=build/simulator
stop() { printf 'simulator: %s\n' "$@" >&2; exit 1; }

mkdir -p "$kept"
device=$(xcrun simctl list devices available | sed -n 's/.*iPhone[^(]*(\([0-9A-F-]\{36\}\)).*/\1/p' | tail -1)
[ -n "$device" ] || stop "no iPhone among the simulators of this Xcode"
xcrun simctl bootstatus "$device" -b
xcrun simctl install "$device" "$app"
xcrun simctl launch --console-pty "$device" org.sanmill.sanmill >"$kept/log.txt" 2>&1 &
launched=$!
trap 'kill "$launched" 2>/dev/null || true; xcrun simctl shutdown "$device"' EXIT
for _ in $(seq "${SECONDS_TO_START:-120}"); do
    if grep -q Traceback "$kept/log.txt"; then cat "$kept/log.txt"; stop "an exception"; fi
    if grep "first frame of Sanmill" "$kept/log.txt"; then
        xcrun simctl io "$device" screenshot "$kept/first-frame.png"
        exit 0
    fi
    sleep 1
done
cat "$kept/log.txt"
stop "no first frame"

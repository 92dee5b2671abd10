#!/bin/sh
# Runs each test program given, under RUNNER if that is set; prints what failed and a closing count.
passed=0
failed=0
for program in "$@"; do
    if $RUNNER "$program"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $program"; fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

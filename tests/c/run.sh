#!/bin/sh
# Runs the test programs given, one on each processor, under RUNNER if that is set; prints what failed and a closing count.
results=$(printf '%s\n' "$@" | xargs -n 1 -P "$(nproc)" sh -c \
    'if $RUNNER "$0" >&2; then echo "passed: $0"; else echo "FAILED: $0"; fi')
passed=$(echo "$results" | grep -c '^passed: ')
echo "$results" | grep '^FAILED: '
echo "$passed passed, $(($# - passed)) failed"
[ "$passed" -eq $# ]

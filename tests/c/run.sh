#!/bin/sh
# Runs the given test programs in parallel, under RUNNER if set; prints failures and a summary.
results=$(printf '%s\n' "$@" | xargs -n 1 -P "$(nproc)" sh -c \
    'if $RUNNER "$0" >&2; then echo "passed: $0"; else echo "FAILED: $0"; fi')
passed=$(echo "$results" | grep -c '^passed: ')
echo "$results" | grep '^FAILED: '
echo "$passed passed, $(($# - passed)) failed"
[ "$passed" -eq $# ]

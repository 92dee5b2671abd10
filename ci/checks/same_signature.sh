#!/usr/bin/env bash
# Compare two console engines: same_signature.sh "COMMAND" "COMMAND". Fails unless bench counts the same nodes in every
# position and perft the same for every variant and root move.
set -euo pipefail

variants=$($2 <<<uci | sed -n 's/^option name Variant .*default [^ ]* //p' | sed 's/var //g')
depth=${PERFT_DEPTH:-4}

counts() {
    {
        for variant in $variants; do
            printf 'setoption name Variant value %s\nposition startpos\ngo perft %s\n' "$variant" "$depth"
        done
        echo quit
    } | $1 | tr -d '\r' # Windows ends lines with both
}

benched() { $1 bench | tr -d '\r' | sed -E 's/ nodes.*/ nodes/; / speed /d; /^threads /d'; }

cmp <(counts "$1") <(counts "$2") || { echo "perft differs: $1, $2" >&2; exit 1; }
one=$(benched "$1") two=$(benched "$2")
[ "$one" = "$two" ] || { diff <(echo "$one") <(echo "$two") >&2; echo "bench differs: $1, $2" >&2; exit 1; }
echo "bench ${two##*$'\n'}, perft $depth of $(wc -w <<<"$variants") variants: the same"

#!/usr/bin/env bash
# Does the offline model speak the System One API? jevcompat, which this project did not write, asks it: once without a
# key and once with one. Every MUST has to hold.
#
# Needs `jevcompat` on the PATH, see requirements-jevcompat.txt. GOALPOST names the command, default target/debug.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
goalpost="${GOALPOST:-target/debug/goalpost}"
first_line="$(mktemp)"
model=""
trap '[ -z "$model" ] || kill "$model" 2>/dev/null; rm -f "$first_line"' EXIT

ask() {
    "$goalpost" model serve --port 0 "$@" >"$first_line" &
    model=$!
    for _ in $(seq 100); do
        [ -s "$first_line" ] && break
        sleep 0.1
    done
    local url
    url="$(python3 -c 'import json, sys; print(json.loads(sys.stdin.readline())["url"])' <"$first_line")"
    # It exits with 0 only if every MUST that applies was tested and holds.
    jevcompat test "$url" "$@"
    kill "$model"
    wait "$model" 2>/dev/null || true
    model=""
}

ask
ask --key a-key-of-this-check

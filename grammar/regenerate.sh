#!/usr/bin/env bash
# Makes grammar/generated/ from LatheParser.g4 with Debian's antlr4 4.7.2 and records the hash that configure checks.
set -euo pipefail
cd "$(dirname "$0")"
antlr4 -Dlanguage=Cpp -no-listener -no-visitor -Werror -package lathe -o generated LatheParser.g4
rm -f generated/*.interp generated/*.tokens
if grep -n adaptivePredict generated/LatheParser.cpp; then
  echo "the grammar is no longer LL(1): the lines above need adaptive prediction" >&2
  exit 1
fi
# The tool writes its version and the grammar's path in a comment; the path of this machine must not be kept.
sed -i 's|^// Generated from .*|// Generated from LatheParser.g4 by ANTLR 4.7.2|' generated/LatheParser.h generated/LatheParser.cpp
sha256sum LatheParser.g4 | cut -d' ' -f1 > generated/LatheParser.g4.sha256

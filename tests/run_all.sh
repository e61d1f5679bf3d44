#!/usr/bin/env bash
# Builds a preset (release by default) and runs every test. The last line is "N passed, N failed"; the exit status is 1 if
# anything failed.
set -uo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
passed=0
failed=0

step() {  # name, command...: counts the command's own "N passed, N failed" line
  local name=$1; shift
  local begin=$SECONDS log
  log=$(mktemp)
  echo "== $name"
  "$@" > "$log" 2>&1
  local status=$? line
  line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -1)
  if [ -n "$line" ]; then
    passed=$((passed + ${line%% passed*}))
    line=${line#*, }
    failed=$((failed + ${line%% failed*}))
    [ "$status" -ne 0 ] && [ "${line%% failed*}" = 0 ] && failed=$((failed + 1))
  elif [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
  if [ "$status" -ne 0 ]; then tail -60 "$log"; else tail -3 "$log"; fi
  echo "== $name: exit $status, $((SECONDS - begin)) s"
  rm -f "$log"
}

cmake --preset "$preset" || exit 1
cmake --build --preset "$preset" -j "$(nproc)" || { echo "0 passed, 1 failed"; exit 1; }
lathe=build/$preset/bin/lathe
if [ "$preset" = asan ]; then
  # Leaks are looked for in the unit tests; a program that ends by an exception of its own is not asked to free everything.
  export ASAN_OPTIONS=detect_stack_use_after_return=0
  step "unit tests" "build/$preset/bin/lathe_unit_tests"
  export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0
  step "command line" python3 tests/cli/run.py --lathe "$lathe"
  step "golden" python3 tests/golden/run.py --lathe "$lathe"
  step "examples" python3 tests/examples/run.py --lathe "$lathe"
  step "exhaustive" "build/$preset/bin/lathe_exhaustive" 200
  step "fuzz" "build/$preset/bin/lathe_fuzz" tests/conformance/corpus 10000
  # Executables are linked with a runtime without sanitizers: only what runs in this process is worth the time.
  step "conformance" python3 tests/conformance/run.py --lathe "$lathe" --modes run,interpret --listed --timeout 300
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
  exit
fi
step "unit tests" "build/$preset/bin/lathe_unit_tests"
step "lint" python3 tests/lint/lint.py
step "command line" python3 tests/cli/run.py --lathe "$lathe"
step "round trip" python3 tests/ast_roundtrip.py "$lathe" ir --level=ast --format=python -- tests/conformance/corpus
step "golden" python3 tests/golden/run.py --lathe "$lathe"
step "examples" python3 tests/examples/run.py --lathe "$lathe"
step "exhaustive" "build/$preset/bin/lathe_exhaustive" 20
step "fuzz" "build/$preset/bin/lathe_fuzz" tests/conformance/corpus 500
step "conformance" python3 tests/conformance/run.py --lathe "$lathe"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

#!/usr/bin/env python3
"""Runs every program of examples/ with `lathe run`, `lathe run --interpret` and `lathe build`, and compares with NAME.out.

usage: run.py --lathe PATH [--modes run,build,interpret]
The expected outputs were recorded with CPython + TensorFlow. The last line is `N passed, N failed`.
"""
import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def attempt(lathe, program, mode, folder):
    if mode == "build":
        executable = os.path.join(folder, os.path.basename(program)[: -len(".dsl")])
        code, _, err = run([lathe, "build", "-q", "-o", executable, program])
        if code != 0:
            return f"build exits {code}: {err.strip()[:300]}"
        code, out, err = run([executable])
    else:
        code, out, err = run([lathe, "run", "-q", "--no-cache"] + (["--interpret"] if mode == "interpret" else []) + [program])
    with open(os.path.join(ROOT, program[: -len(".dsl")] + ".out"), encoding="utf-8") as f:
        wanted = f.read()
    if code != 0:
        return f"exits {code}: {err.strip()[:300]}"
    if out != wanted:
        for k, (a, b) in enumerate(zip(wanted.splitlines() + ["(end)"], out.splitlines() + ["(end)"]), 1):
            if a != b:
                return f"line {k} is {b!r}, not {a!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", required=True)
    parser.add_argument("--modes", type=lambda s: s.split(","), default=["run", "interpret", "build"])
    options = parser.parse_args()
    lathe = os.path.abspath(options.lathe)
    programs = sorted(os.path.join("examples", n) for n in os.listdir(os.path.join(ROOT, "examples")) if n.endswith(".dsl"))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            for mode in options.modes:
                try:
                    why = attempt(lathe, program, mode, folder)
                except subprocess.TimeoutExpired:
                    why = "takes more than 120 s"
                passed += why is None
                failed += why is not None
                if why:
                    print(f"FAILED {program} ({mode}): {why}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()

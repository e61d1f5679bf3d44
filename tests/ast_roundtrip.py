#!/usr/bin/env python3
"""Compares the printed Ast with the original program, by CPython's syntax trees.

usage: ast_roundtrip.py COMMAND... -- PATH...

COMMAND prints the Ast of the file that is appended to it as Python (`lathe ir --level=ast --format=python`). Every .dsl and
.py file under PATH that CPython parses is compared; the exit status tells whether all were equal.
"""
import ast
import pathlib
import subprocess
import sys


def main():
    split = sys.argv.index("--")
    command, paths = sys.argv[1:split], sys.argv[split + 1 :]
    files = []
    for path in map(pathlib.Path, paths):
        files += sorted(f for f in path.rglob("*") if f.suffix in (".dsl", ".py")) if path.is_dir() else [path]
    compared = bad = refused = 0
    for file in files:
        source = file.read_bytes()
        try:
            want = ast.dump(ast.parse(source))
            compile(source, str(file), "exec")
        except (SyntaxError, ValueError, RecursionError):
            continue
        run = subprocess.run([*command, str(file)], capture_output=True)
        # Python that Lathe refuses by name has no printed form.
        if run.returncode == 1 and (b"[unsupported-syntax]" in run.stderr or b"[invalid-encoding]" in run.stderr):
            refused += 1
            continue
        compared += 1
        try:
            got = ast.dump(ast.parse(run.stdout))
        except SyntaxError as e:
            got = f"not Python: {e}"
        if run.returncode != 0 or got != want:
            bad += 1
            error = run.stderr.decode(errors="replace").splitlines()[:1]
            at = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
            print(f"{file}: differs: want …{want[max(0, at - 40) : at + 60]}… got …{got[max(0, at - 40) : at + 60]}… {error}")
    print(f"{compared} programs compared, {bad} differ, {refused} refused by name")
    return 1 if bad or not compared else 0


if __name__ == "__main__":
    sys.exit(main())

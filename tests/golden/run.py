#!/usr/bin/env python3
"""Golden tests: the exact text of diagnostics, and the programs in the explain texts.

usage: run.py --lathe PATH [--update] [FILTER...]

NAME.dsl    a program with `#! error: ROW@LINE` and `#! warning: ROW@LINE` lines (these are values: nothing rewrites them)
NAME.txt    what `lathe check` prints for it
NAME.fixed  where there is one: what `lathe check --fix` makes of the program; nothing is left to report about it
NAME.code   for a program with a line `#! code: OPTIONS`: what `lathe code OPTIONS` prints (and nothing on standard error)
support/explain/ROW.md    its `python wrong` program must give the diagnostic ROW, its `python right` program no error

passing.txt lists what must pass; it only grows. --update rewrites the .txt files of programs whose `#!` lines hold, and
lists what passes. The last line is `N passed, N failed`.
"""
import argparse
import collections
import concurrent.futures as futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
EXPLAIN = os.path.join(ROOT, "support", "explain")
LIST = os.path.join(HERE, "passing.txt")


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as f:
        return f.read()


def check(lathe, name, cwd, options=()):
    command = [lathe, "check", *options, name]
    done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.returncode, done.stderr.decode("utf-8", "replace")


def diagnostics(stderr):
    for line in stderr.splitlines():
        found = json.loads(line) if line.startswith("{") else {}
        if found.get("type") == "diagnostic":
            primary = [s for s in found["spans"] if s["primary"]]
            yield found["severity"], found["name"], primary[0]["line_start"] if primary else 0


def golden_case(path, options):
    """Why the golden file fails, or None. Updates its text when asked and the values hold."""
    name, cwd = os.path.basename(path), os.path.dirname(path)
    source = read(path)
    extra = ["--extensions"] if re.search(r"^#! extensions", source, re.M) else []
    wanted = collections.Counter(re.findall(r"^\s*#! ((?:error|warning): [a-z-]+@\d+)", source, re.M))
    code, stderr = check(options.lathe, name, cwd, ["--error-format=json", *extra])
    seen = collections.Counter(f"{s}: {n}@{line}" for s, n, line in diagnostics(stderr))
    if seen != wanted:
        return f"gives {sorted(seen.elements())}, not {sorted(wanted.elements())}"
    if code != (1 if any(w.startswith("error") for w in wanted) else 0):
        return f"exits {code}"
    _, text = check(options.lathe, name, cwd, ["--color=never", *extra])
    why = same_text(text, path[: -len(".dsl")] + ".txt", options)
    if why is None and os.path.exists(path[: -len(".dsl")] + ".fixed"):
        why = fixed_case(path, options)
    asked = re.search(r"^#! code:(.*)$", source, re.M)
    if why is None and asked:
        why = code_case(name, cwd, asked.group(1).split() + extra, options)
    return why


def fixed_case(path, options):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, os.path.basename(path))
        shutil.copyfile(path, copy)
        code, stderr = check(options.lathe, os.path.basename(copy), folder, ["--fix", "--error-format=json"])
        left = [name for _, name, _ in diagnostics(stderr)]
        if code != 0 or left:
            return f"after --fix there is left {left}"
        expected = path[: -len(".dsl")] + ".fixed"
        if read(copy) != read(expected):
            if not options.update:
                return "what --fix makes differs from " + os.path.basename(expected)
            shutil.copyfile(copy, expected)
    return None


def same_text(text, expected, options):
    """Why the text is not what the file holds, or None; writes the file when asked to."""
    if text == read(expected):
        return None
    if not options.update:
        return "its text differs from " + os.path.basename(expected)
    with open(expected, "w", encoding="utf-8") as f:
        f.write(text)
    return None


def code_case(name, cwd, words, options):
    command = [options.lathe, "code", *words, name]
    done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    if done.returncode != 0 or done.stderr:
        return f"lathe code exits {done.returncode}: {done.stderr.decode('utf-8', 'replace')[:200]}"
    text = done.stdout.decode("utf-8")
    if "--diff" not in words:
        compile(text, name, "exec")  # it is Python
    return same_text(text, os.path.join(cwd, name[: -len(".dsl")] + ".code"), options)


def explain_case(path, options):
    row = os.path.basename(path)[: -len(".md")]
    programs = dict(re.findall(r"```python (wrong|right)\n(.*?)```", read(path), re.S))
    with tempfile.TemporaryDirectory() as folder:
        for kind, text in programs.items():
            with open(os.path.join(folder, kind + ".dsl"), "w", encoding="utf-8") as f:
                f.write(text)
            code, stderr = check(options.lathe, kind + ".dsl", folder, ["--error-format=json"])
            seen = list(diagnostics(stderr))
            if kind == "wrong" and not any(name == row for _, name, _ in seen):
                return f"the wrong program gives {[n for _, n, _ in seen]}"
            if kind == "wrong" and any(s == "error" and name != row for s, name, _ in seen):
                return f"the wrong program gives more: {[n for _, n, _ in seen]}"
            if kind == "right" and (code != 0 or any(name == row for _, name, _ in seen)):
                return f"the repaired program gives {[n for _, n, _ in seen] or code}"
    return None


def attempt(case, options):
    try:
        return case[1](case[2], options)
    except subprocess.TimeoutExpired:
        return "takes more than 60 s"


def cases():
    found = []
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".dsl"):
            found.append(("golden/" + name[:-4], golden_case, os.path.join(HERE, name)))
    for name in sorted(os.listdir(EXPLAIN)):
        if name.endswith(".md") and "```python wrong" in read(os.path.join(EXPLAIN, name)):
            found.append(("explain/" + name[:-3], explain_case, os.path.join(EXPLAIN, name)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filters", nargs="*")
    parser.add_argument("--lathe", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--why", action="store_true", help="also the reason of each unlisted failure")
    options = parser.parse_args()
    options.lathe = os.path.abspath(options.lathe)
    listed = set(read(LIST).split())
    chosen = [c for c in cases() if not options.filters or any(w in c[0] for w in options.filters)]
    with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        reasons = list(pool.map(lambda c: attempt(c, options), chosen))
    failed, new = 0, []
    for (name, _, _), why in zip(chosen, reasons):
        if why is not None and name in listed:
            failed += 1
            print(f"FAILED {name}: {why}")
        elif why is not None and options.why:
            print(f"not yet {name}: {why}")
        elif why is None and name not in listed:
            new.append(name)
    gone = listed - {c[0] for c in cases()}
    for name in sorted(gone):
        failed += 1
        print(f"FAILED {name}: listed, but there is no such case")
    if options.update:
        with open(LIST, "w", encoding="utf-8") as f:
            f.write("".join(name + "\n" for name in sorted(listed | set(new))))
        print(f"{len(new)} added to passing.txt")
    elif new:
        print("pass and are not listed (--update lists them): " + " ".join(new))
    print(f"{sum(w is None for w in reasons)} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

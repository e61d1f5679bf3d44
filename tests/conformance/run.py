#!/usr/bin/env python3
"""Runs the conformance corpus and holds it against the list of programs that must pass.

usage: run.py --lathe PATH [--modes run,build,interpret] [-j N] [--update] [--why] [--listed] [FILTER...]

A program is run as corpus/README.md says (the comparison is corpus/check.py's). passing.txt names, one a line, a program
and the modes it must pass in; the list only grows. A listed program that fails is a failure; a program that passes and
is not listed is named, and --update lists it. FILTER: only programs whose path contains one of the words. --listed: only
what is listed. --why: also the reason of each unlisted failure. The last line is `N passed, N failed`.
"""
import argparse
import collections
import concurrent.futures as futures
import os
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "corpus")
LIST = os.path.join(HERE, "passing.txt")
MODES = ("run", "build", "interpret")

sys.dont_write_bytecode = True
sys.path.insert(0, CORPUS)
import check  # noqa: E402


def read_list():
    listed = {}
    if os.path.exists(LIST):
        with open(LIST, encoding="utf-8") as f:
            for line in f:
                words = line.split()
                if words:
                    listed[words[0]] = set(words[1:])
    return listed


def write_list(listed):
    with open(LIST + ".new", "w", encoding="utf-8") as f:
        for name in sorted(listed):
            f.write(" ".join([name] + [m for m in MODES if m in listed[name]]) + "\n")
    os.replace(LIST + ".new", LIST)


def programs():
    found = []
    for root, _, files in os.walk(CORPUS):
        for name in files:
            if name.endswith(".dsl"):
                found.append(os.path.relpath(os.path.join(root, name), CORPUS)[: -len(".dsl")])
    return sorted(found)


def attempt(job):
    name, mode, options = job
    settings = types.SimpleNamespace(lathe=options.lathe, mode=mode, timeout=options.timeout)
    try:
        return check.check(os.path.join(CORPUS, name + ".dsl"), settings)
    except OSError as error:
        return str(error)


def run_all(jobs, count):
    with futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(attempt, jobs, chunksize=4))


def report(jobs, reasons, listed, options):
    table = collections.defaultdict(lambda: [0, 0])
    passed = failed = 0
    new = []
    for (name, mode, _), why in zip(jobs, reasons):
        row = table[name.rsplit("/", 1)[0], mode]
        row[why is not None] += 1
        is_listed = mode in listed.get(name, ())
        if why is None:
            passed += 1
            if not is_listed:
                new.append((name, mode))
        elif is_listed:
            failed += 1
            print(f"FAILED {name} ({mode}): {why}")
        elif options.why:
            print(f"not yet {name} ({mode}): {why}")
    groups = sorted({group for group, _ in table})
    modes = [m for m in MODES if m in options.modes]
    print(f"{'group':20}" + "".join(f"{m:>16}" for m in modes))
    for group in groups:
        cells = [table[group, m] for m in modes]
        print(f"{group:20}" + "".join(f"{p:>9} of {p + f:<3}" for p, f in cells))
    return passed, failed, new


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filters", nargs="*")
    parser.add_argument("--lathe", required=True)
    parser.add_argument("--modes", type=lambda s: s.split(","), default=list(MODES))
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--listed", action="store_true")
    parser.add_argument("--why", action="store_true")
    options = parser.parse_args()
    options.lathe = os.path.abspath(options.lathe)
    listed = read_list()
    names = [n for n in programs() if not options.filters or any(w in n for w in options.filters)]
    jobs = [(n, m, options) for m in options.modes for n in names if not options.listed or m in listed.get(n, ())]
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        reasons = run_all(jobs, options.j)
    passed, failed, new = report(jobs, reasons, listed, options)
    known = set(programs())
    for name in sorted(set(listed) - known):
        print(f"FAILED {name}: listed, but there is no such program")
        failed += 1
    if options.update:
        for name, mode in new:
            listed.setdefault(name, set()).add(mode)
        write_list(listed)
        print(f"{len(new)} added to passing.txt")
    elif new:
        print(f"{len(new)} pass and are not listed (--update lists them):")
        for name, mode in new:
            print(f"  {name} ({mode})")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

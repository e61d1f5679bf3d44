#!/usr/bin/env python3
"""Makes docs/diagnostics.md from support/diagnostics.def and support/explain. --check: only says whether it is current."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "diagnostics.md")


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as f:
        return f.read()


def sections():
    found, current = [], None
    for line in read("support", "diagnostics.def").splitlines():
        title = re.match(r"// (.*)$", line)
        row = re.match(r'DIAGNOSTIC\(\w+, "([a-z-]+)", Severity::k(\w+), "((?:[^"\\]|\\.)*)"\)', line)
        if title:
            current = title.group(1)
        elif row:
            if not found or found[-1][0] != current:
                found.append((current, []))
            found[-1][1].append(row.groups())
    return found


def page():
    out = ["# Diagnostics", "",
           "Made by `docs/generate.py` from `support/diagnostics.def` and `support/explain`. `lathe explain NAME` prints one of",
           "these texts.", ""]
    for title, rows in sections():
        out += [f"## {title}", "", "| name | severity | when |", "|---|---|---|"]
        out += [f"| [`{n}`](#{n}) | {s.lower()} | {w.replace('|', chr(92) + '|')} |" for n, s, w in rows] + [""]
    for _, rows in sections():
        for name, _, _ in rows:
            text = re.sub(r"^# (.*)$", r"### \1", read("support", "explain", name + ".md"), count=1, flags=re.M)
            out += [re.sub(r"```python (?:wrong|right)", "```python", text).rstrip(), ""]
    return "\n".join(out)


def main():
    made = page()
    if "--check" in sys.argv[1:]:
        current = os.path.exists(PAGE) and read("docs", "diagnostics.md") == made
        print("current" if current else "docs/diagnostics.md is out of date: run docs/generate.py")
        return 0 if current else 1
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Checks that the compiler cannot: who includes whom, file and function sizes, texts of diagnostics, stray paths.

usage: lint.py [--root DIR]
Prints a line per problem; the last line is `N passed, N failed` (a check is one rule over the whole tree).
"""
import argparse
import os
import re
import subprocess
import sys

# What each folder may include of the project's own headers (docs/architecture.md, "Includes go one way").
ALLOWED = {
    "support": {"support"},
    "runtime": {"runtime"},
    "ir": {"ir", "support", "runtime"},
    "frontend": {"frontend", "support", "grammar"},
    "autograph": {"autograph", "frontend", "support"},
    "staging": {"staging", "autograph", "frontend", "ir", "support", "runtime", "library"},
    "code": {"code", "staging", "autograph", "frontend", "support"},
    "backend": {"backend", "ir", "support", "runtime"},
    "driver": {"driver", "code", "backend", "staging", "autograph", "frontend", "ir", "support", "runtime"},
}
# Third-party headers and the only places they may appear in.
CONFINED = {
    "antlr4-runtime.h": ("frontend/", "grammar/"),
    "llvm/": ("backend/llvm/",),
    "nlohmann/json": ("support/render_json.cpp", "driver/", "tests/"),
    "CLI/": ("driver/options_parse.cpp",),
    "catch2/": ("tests/",),
    "regex": (),
}
CODE = (".cpp", ".h", ".inc", ".def")
MAX_FILE = 800
MAX_FUNCTION = 100
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def tracked(root):
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    return [p for p in listed.stdout.splitlines() if os.path.exists(os.path.join(root, p))]


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as f:
        return f.read()


def is_code(path):
    return path.endswith(CODE) and "/generated/" not in path


def check_includes(root, paths):
    for path in filter(is_code, paths):
        folder = path.split("/")[0]
        for bracket, header in INCLUDE.findall(read(root, path)):
            target = header.split("/")[0]
            if bracket == '"' and folder in ALLOWED and target in ALLOWED and target not in ALLOWED[folder]:
                yield f"{path}: {folder}/ must not include {header}"
            for name, places in CONFINED.items():
                exact = header == name if "." in name or name == "regex" else header.startswith(name)
                if exact and not path.startswith(places):
                    yield f"{path}: {header} is not for this place"


def check_file_sizes(root, paths):
    for path in filter(is_code, paths):
        if path.endswith((".def", ".inc")):
            continue  # tables
        lines = read(root, path).count("\n")
        if lines > MAX_FILE:
            yield f"{path}: {lines} lines (at most {MAX_FILE})"


def check_function_sizes(root, paths):
    """A function of namespace scope or a class: from the line that opens it at column 0 or 2 to its closing brace."""
    for path in filter(is_code, paths):
        start = None
        for number, line in enumerate(read(root, path).split("\n"), 1):
            opens = re.match(r"^(?:  )?[A-Za-z_~][^;=]*\)[^;=]*\{$", line)
            if opens and not re.match(r"^\s*(?:namespace|struct|class|enum|union|if|for|while|switch)\b", line):
                start = (number, len(line) - len(line.lstrip()))
            elif start and re.match(r"^ {%d}\}" % start[1], line):
                length = number - start[0] + 1
                if length > MAX_FUNCTION:
                    yield f"{path}:{start[0]}: a function of {length} lines (at most {MAX_FUNCTION})"
                start = None


def diagnostic_names(root):
    return re.findall(r'^DIAGNOSTIC\(\w+, "([a-z-]+)"', read(root, "support/diagnostics.def"), re.M)


def check_explain_texts(root, paths):
    names = diagnostic_names(root)
    present = {os.path.basename(p)[:-3] for p in paths if p.startswith("support/explain/")}
    for name in names:
        if name not in present:
            yield f"support/explain/{name}.md is missing"
            continue
        text = read(root, f"support/explain/{name}.md")
        if not text.startswith(f"# {name}\n") or len(text) < 150:
            yield f"support/explain/{name}.md: no real text"
    for name in sorted(present - set(names)):
        yield f"support/explain/{name}.md: no such diagnostic"


def check_diagnostic_tests(root, paths):
    """Every diagnostic is expected by a program of the corpus, a golden file, an explain text or a unit test."""
    expected = set()
    for path in paths:
        if path.startswith(("tests/", "support/explain/")) and path.endswith((".dsl", ".md", ".cpp", ".py")):
            expected.update(re.findall(r"#! (?:error|warning): ([a-z-]+)@", read(root, path)))
            expected.update(re.findall(r'"([a-z]+(?:-[a-z0-9]+)*)"', read(root, path)))
            expected.update(re.findall(r"\[([a-z]+(?:-[a-z0-9]+)*)\]", read(root, path)))
            if path.startswith("support/explain/") and "```python wrong" in read(root, path):
                expected.add(os.path.basename(path)[:-3])
    for name in diagnostic_names(root):
        if name not in expected:
            yield f"no test expects the diagnostic {name}"


def check_diagnostics_page(root, paths):
    page = read(root, "docs/diagnostics.md") if "docs/diagnostics.md" in paths else ""
    for name in diagnostic_names(root):
        if f"`{name}`" not in page:
            yield f"docs/diagnostics.md does not name {name} (docs/generate.py makes the page)"
    made = subprocess.run([sys.executable, os.path.join(root, "docs", "generate.py"), "--check"], capture_output=True, text=True)
    if made.returncode != 0:
        yield made.stdout.strip() or "docs/generate.py fails"


def check_words(root, paths):
    machine = re.compile(r"(?<![\w.])/(?:work|tmp|home|root)/\w|pypi\.org|registry\.npmjs")
    leftover = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
    for path in paths:
        if path.startswith("tests/conformance/corpus/") or path.endswith((".csv", ".npz", ".npy")) or path == "tests/lint/lint.py":
            continue
        text = read(root, path)
        for number, line in enumerate(text.split("\n"), 1):
            if machine.search(line):
                yield f"{path}:{number}: a path of one machine"
            if is_code(path) and leftover.search(line):
                yield f"{path}:{number}: unfinished business"


def check_statics(root, paths):
    """No mutable globals: a namespace-scope variable is const, constexpr or a function's own."""
    pattern = re.compile(r"^(?:static |inline )?(?:std::|int |bool |size_t |u?int\d+_t |double )[\w:<>, *]*\s\w+(?: =|;|\{).*$", re.M)
    for path in filter(is_code, paths):
        if path.startswith(("tests/", "runtime/")):
            continue
        for found in pattern.finditer(read(root, path)):
            line = found.group()
            if not re.search(r"\bconst(?:expr|init)?\b|\(", line):
                yield f"{path}: mutable global: {line.strip()}"


CHECKS = [check_includes, check_file_sizes, check_function_sizes, check_explain_texts, check_diagnostic_tests,
          check_diagnostics_page, check_words, check_statics]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    root = parser.parse_args().root
    paths = tracked(root)
    passed = failed = 0
    for check in CHECKS:
        problems = list(check(root, paths))
        for problem in problems:
            print(f"{check.__name__[6:]}: {problem}")
        passed += not problems
        failed += bool(problems)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

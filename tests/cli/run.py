#!/usr/bin/env python3
"""The command line's promises: exit statuses, formats, spelling hints, atomic outputs.

usage: run.py --lathe PATH
The last line is `N passed, N failed`.
"""
import argparse
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile

import sarif

HELLO = "print('hello')\n"
BROKEN = "x = 1\nprint(y)\n"
WARNS = ("import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print('trace')\n    return x + 1\n\n\n"
         "print(f(tf.constant(1)))\n")


class Cli:
    def __init__(self, lathe, folder):
        self.lathe, self.folder = lathe, folder

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
            f.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as f:
            return f.read()

    def __call__(self, *words, stdin=""):
        done = subprocess.run([self.lathe, *words], cwd=self.folder, capture_output=True, input=stdin.encode(), timeout=60)
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def test_run(cli):
    cli.write("hello.dsl", HELLO)
    expect(cli("run", "hello.dsl") == (0, "hello\n", ""), "run prints and exits 0")
    expect(cli("hello.dsl") == (0, "hello\n", ""), "a file alone is run")
    expect(cli("run", "hello.dsl") == (0, "hello\n", ""), "a cached run is the same")
    expect(cli("run", "--no-cache", "hello.dsl")[1] == "hello\n", "--no-cache")
    expect(cli("run", "--interpret", "hello.dsl")[1] == "hello\n", "--interpret")
    expect(cli("run", "-", stdin=HELLO)[1] == "hello\n", "- is standard input")


def test_arguments(cli):
    cli.write("args.dsl", "import sys\nprint([sys.argv[1], sys.argv[2], sys.argv[3]])\n")
    code, out, _ = cli("run", "args.dsl", "-q", "--help", "x")
    expect((code, out) == (0, "['-q', '--help', 'x']\n"), f"words after the file are the program's: {out}")


def test_usage(cli):
    cli.write("hello.dsl", HELLO)
    code, _, err = cli("chekc", "hello.dsl")
    expect(code == 2 and "did you mean 'lathe check'" in err and "[usage]" in err, "unknown verb")
    code, _, err = cli("check", "--error-fromat=json", "hello.dsl")
    expect(code == 2 and "did you mean '--error-format'" in err, f"unknown option: {err}")
    code, _, err = cli("check", "--emit=obj", "hello.dsl")
    expect(code == 2 and "build" in err, "an option of another verb names the verb")
    expect(cli("check")[0] == 2, "no file")
    expect(cli("check", "--error-format=xml", "hello.dsl")[0] == 2, "a value that is not allowed")
    expect(cli()[0] == 2, "no words")
    code, _, err = cli("check", "-Wno-efect-at-trace", "hello.dsl")
    expect(code == 2 and "effect-at-trace" in err, "a misspelt diagnostic")
    code, out, _ = cli("--help")
    expect(code == 0 and "explain" in out, "help")
    code, out, _ = cli("build", "--help")
    expect(code == 0 and "--emit" in out and "--interpret" not in out, "help of a verb has its options only")
    expect(json.loads(cli("--version=json")[1])["name"] == "lathe", "version")


def test_environment(cli):
    code, _, err = cli("run", "absent.dsl")
    expect(code == 3 and "[file-not-found]" in err and "absent.dsl" in err, "a missing file")
    expect(cli("run", ".")[0] in (2, 3), "a folder")
    cli.write("large.dsl", "#" * (11 << 20))
    code, _, err = cli("check", "large.dsl")
    expect(code == 1 and "[source-limit]" in err, f"11 MiB: {code} {err[:200]}")
    cli.write("hello.dsl", HELLO)
    code, _, err = cli("run", "--device=cuda", "hello.dsl")
    expect(code == 3 and "[no-such-device]" in err, f"a device that is not there: {code} {err}")
    code, _, err = cli("build", "--cpu=pdp11", "hello.dsl")
    expect(code == 3 and "[unsupported-target]" in err, f"an unknown CPU: {code} {err}")
    code, _, err = cli("build", "-q", "-o", "no/such/place", "hello.dsl")
    expect(code == 3 and "[cannot-write]" in err, f"unwritable output: {code} {err}")
    os.makedirs(os.path.join(cli.folder, "taken"), exist_ok=True)
    for verb in (["ir"], ["graph"], ["code"], ["build", "-q"], ["build", "-q", "--emit=asm"]):
        for place in ("taken", "no/such/place", "hello.dsl/place", "/dev/full"):
            code, _, err = cli(*verb, "-o", place, "hello.dsl")
            expect(code == 3 and "[cannot-write]" in err, f"{verb} into {place}: {code} {err}")
        expect(cli(*verb, "-o", "/dev/null", "hello.dsl")[0] == 0, f"{verb} into a device")
    expect(stat.S_ISCHR(os.stat("/dev/null").st_mode) and stat.S_ISCHR(os.stat("/dev/full").st_mode), "devices stay devices")
    expect(not [n for n in os.listdir(cli.folder) if n.startswith("taken.")], "no temporary file is left")


# Lists of a length that only run time knows, and what CPython makes of the same program with range for tf.range.
RUN_TIME_LISTS = """# lathe: extensions
import tensorflow as tf


def work(n):
    a = [5, 6]
    for i in tf.range(n):
        a.append(i * 10)
        if i % 2 == 1:
            a.extend([i, i])
    b = a.copy()
    b.reverse()
    last = b.pop()
    b[0] = 99
    b += [7]
    c = a + b
    part = c[1:-1:2]
    size = len(c)
    b.clear()
    return tf.stack(c), tf.stack(part), size, last, len(b), c[-1], tf.add_n(part)


for n in [1, 4]:
    for f in [work, tf.function(work)]:
        print([int(x) if len(x.shape) == 0 else x.numpy().tolist() for x in [tf.convert_to_tensor(y) for y in f(tf.constant(n))]])
"""
RUN_TIME_LISTS_GIVE = [
    [[5, 6, 0, 99, 6, 7], [6, 99], 6, 5, 0, 7, 105],
    [[5, 6, 0, 10, 1, 1, 20, 30, 3, 3, 99, 3, 30, 20, 1, 1, 10, 0, 6, 7], [6, 10, 1, 30, 3, 3, 20, 1, 0], 20, 5, 0, 7, 74],
]


def test_run_time_lists(cli):
    cli.write("lists.dsl", RUN_TIME_LISTS)
    wanted = "".join(f"{row}\n" * 2 for row in RUN_TIME_LISTS_GIVE)   # in eager code and as part of a graph
    for options in ((), ("--interpret",)):
        code, out, err = cli("run", *options, "lists.dsl")
        expect((code, out) == (0, wanted), f"run {options}: {code} {out} {err}")
    code, _, err = cli("build", "-q", "-o", "lists", "lists.dsl")
    done = subprocess.run([os.path.join(cli.folder, "lists")], capture_output=True, text=True, timeout=60)
    expect((code, done.stdout) == (0, wanted), f"build: {code} {err} {done.stdout} {done.stderr}")


def limit_files():
    """Files of at most 256 bytes, the nearest to a full disk that a test can have: writing and reserving fail."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (256, 256))


def test_no_room(cli):
    cli.write("hello.dsl", HELLO)
    for verb in (["build", "-q", "--emit=asm"], ["build", "-q", "--emit=obj"], ["graph", "--stage=traced"]):
        cli.write("out", "old")
        done = subprocess.run([cli.lathe, *verb, "-o", "out", "hello.dsl"], cwd=cli.folder, capture_output=True, timeout=60, preexec_fn=limit_files)
        text = done.stderr.decode()
        expect(done.returncode == 3 and "[cannot-write]" in text, f"{verb} without room: {done.returncode} {text}")
        expect(cli.read("out") == "old", f"{verb} without room: the old file is as it was")
        expect(not [n for n in os.listdir(cli.folder) if n.startswith("out.")], "no temporary file is left")


def test_old_output_stays(cli):
    cli.write("broken.dsl", BROKEN)
    cli.write("out", "old")
    expect(cli("build", "-q", "-o", "out", "broken.dsl")[0] == 1, "errors exit 1")
    expect(cli.read("out") == "old", "the old file is as it was")


def test_formats(cli):
    cli.write("broken.dsl", BROKEN)
    code, out, err = cli("check", "broken.dsl")
    expect(code == 1 and out == "" and err.startswith("broken.dsl:2:7: error: "), f"full: {err}")
    expect("[undefined-name]" in err and "      |       ^" in err, "head line and caret")
    _, _, err = cli("check", "--error-format=concise", "broken.dsl")
    expect(err.count("\n") == 1, "concise is one line")
    lines = [json.loads(line) for line in cli("check", "--error-format=json", "broken.dsl")[2].splitlines()]
    expect([line["type"] for line in lines] == ["diagnostic", "summary"], "JSON lines")
    span = lines[0]["spans"][0]
    expect((span["line_start"], span["column_start"], span["byte_start"]) == (2, 7, 12), f"JSON span: {span}")
    expect(lines[1] == {"type": "summary", "errors": 1, "warnings": 0}, "summary")
    sarif = json.loads(cli("check", "--error-format=sarif", "broken.dsl")[2])
    expect(sarif["runs"][0]["results"][0]["ruleId"] == "undefined-name", "SARIF")
    expect(cli("check", "--error-format=github", "broken.dsl")[2].startswith("::error file=broken.dsl,line=2,col=7,"), "GitHub")
    expect("\x1b[" in cli("check", "--color=always", "broken.dsl")[2], "colour")


MANY = ("import tensorflow as tf\n\n\ndef scale(v):\n    return v * tf.constant([1, 2])\n\n\n@tf.function\ndef f(x):\n"
        "    print('ü', x)\n    if x > 0.0:\n        y = x\n    return y\n\n\n"
        "print(f(tf.constant(1.0)))\nprint(scale(tf.constant([0.5, 0.5])))\n")


def test_sarif(cli):
    for name, text in (("many.dsl", MANY), ("with space.dsl", BROKEN), ("clean.dsl", HELLO), ("warns.dsl", WARNS)):
        cli.write(name, text)
        log = json.loads(cli("check", "--error-format=sarif", name)[2])
        wrong = list(sarif.problems(log))
        expect(not wrong, f"SARIF of {name}: {wrong}")
    log = json.loads(cli("check", "--error-format=sarif", "many.dsl")[2])
    results = log["runs"][0]["results"]
    expect(len(results) == 4 and any("fixes" in r for r in results), f"results with fixes: {results}")
    expect(any("relatedLocations" in r for r in results), "related locations")


def test_json_lines(cli):
    cli.write("many.dsl", MANY)
    lines = [json.loads(line) for line in cli("check", "--error-format=json", "many.dsl")[2].splitlines()]
    keys = ["type", "schema", "severity", "name", "message", "spans", "notes", "fixes", "trace", "rendered"]
    for line in lines[:-1]:
        expect(list(line) == keys, f"keys: {list(line)}")
        for span in line["spans"]:
            text = MANY.encode()[span["byte_start"]:span["byte_end"]].decode()
            row = MANY.split("\n")[span["line_start"] - 1]
            expect(row[span["column_start"] - 1:].startswith(text.split("\n")[0]), f"bytes and columns of {span}")
    expect(lines[-1] == {"type": "summary", "errors": 2, "warnings": 2}, f"summary: {lines[-1]}")
    by_name = {line["name"]: line for line in lines[:-1]}
    calls = by_name["dtype-mismatch"]["trace"]
    expect([(c["function"], c["line"]) for c in calls] == [("scale", 17)], f"trace: {calls}")
    # The edits are what --fix does.
    edits = sorted((e for line in lines[:-1] for fix in line["fixes"][:1] for e in fix["edits"]), key=lambda e: e["byte_start"])
    fixed, at = b"", 0
    for edit in edits:
        fixed += MANY.encode()[at:edit["byte_start"]] + edit["replacement"].encode()
        at = edit["byte_end"]
    fixed += MANY.encode()[at:]
    code, out, err = cli("check", "--fix", "many.dsl")
    expect((code, out) == (0, "") and err == "many.dsl: 3 fixes applied\n", f"--fix: {err}")
    expect(cli.read("many.dsl") == fixed.decode(), "the edits of the JSON output and --fix agree")


def test_fix(cli):
    cli.write("many.dsl", MANY)
    code, out, err = cli("check", "--diff", "many.dsl")
    expect(out.startswith("--- many.dsl\n+++ many.dsl\n@@ ") and "\n+    tf.print(" in out, f"--diff: {out}")
    expect(cli.read("many.dsl") == MANY, "--diff writes nothing")
    expect("check" in err or code == 0, f"--diff leaves nothing: {err}")
    code, out, _ = cli("check", "--fix", "-", stdin=MANY)
    expect(code == 0 and "tf.print(" in out, "--fix of standard input goes to standard output")
    cli.write("clean.dsl", HELLO)
    expect(cli("check", "--fix", "clean.dsl") == (0, "", ""), "nothing to fix")
    cli.write("broken.dsl", BROKEN)
    code, _, err = cli("check", "--fix", "broken.dsl")
    expect(code == 1 and "undefined-name" in err and cli.read("broken.dsl") == BROKEN, "what has no fix is reported")


def test_explain_all(cli):
    rows = json.loads(cli("explain", "--list", "--format=json")[1])
    expect(len(rows) > 90 and all(set(row) == {"name", "severity", "summary"} for row in rows), "explain --list")
    for row in rows:
        code, out, err = cli("explain", row["name"])
        expect((code, err) == (0, "") and out.startswith(f"# {row['name']}\n"), f"explain {row['name']}")
        expect("TensorFlow:" in out or "CPython" in out or "Lathe" in out, f"{row['name']} says what TensorFlow does")
    text = json.loads(cli("explain", "--format=json", "none-in-branch")[1])
    expect(text["severity"] == "error" and text["text"].startswith("# none-in-branch"), "explain --format=json")


def test_comments(cli):
    other = WARNS.replace("print('trace')", "print('trace')  # lathe: ignore[frozen-value]")
    cli.write("other.dsl", other)
    expect("effect-at-trace" in cli("check", "other.dsl")[2], "a comment that names another row")
    cli.write("all.dsl", WARNS.replace("print('trace')", "print('trace')  # lathe: ignore"))
    expect(cli("check", "all.dsl") == (0, "", ""), "a comment without names")
    cli.write("above.dsl", WARNS.replace("    print('trace')", "    # lathe: ignore[frozen-value, effect-at-trace]\n    print('trace')"))
    expect(cli("check", "above.dsl") == (0, "", ""), "a comment of its own line above")
    cli.write("error.dsl", "print(y)  # lathe: ignore[undefined-name]\n")
    expect(cli("check", "error.dsl")[0] == 1, "errors cannot be ignored")
    expect(cli("check", "-Werror", "all.dsl") == (0, "", ""), "what is ignored is not raised")
    cli.write("many.dsl", MANY)
    err = cli("check", "--error-format=github", "many.dsl")[2]
    expect(len(err.splitlines()) == 4 and "%0A" in err and "::warning file=many.dsl,line=10," in err, f"GitHub: {err}")
    expect(len(cli("check", "--error-format=concise", "many.dsl")[2].splitlines()) == 4, "concise")
    expect(cli("check", "--statistics", "-q", "many.dsl")[1].count("\n") == 2, "--statistics")


def test_warnings(cli):
    cli.write("warns.dsl", WARNS)
    code, _, err = cli("check", "warns.dsl")
    expect(code == 0 and "warns.dsl:6:5: warning: " in err, f"a warning exits 0: {err}")
    expect(cli("check", "-Wno-effect-at-trace", "warns.dsl") == (0, "", ""), "-Wno")
    expect(cli("check", "-Werror=effect-at-trace", "warns.dsl")[0] == 1, "-Werror=NAME")
    expect(cli("check", "-Werror", "warns.dsl")[0] == 1, "-Werror")
    expect(cli("check", "-q", "warns.dsl") == (0, "", ""), "-q")
    cli.write("ignored.dsl", WARNS.replace("print('trace')", "print('trace')  # lathe: ignore[effect-at-trace]"))
    expect(cli("check", "ignored.dsl") == (0, "", ""), "an ignore comment")


def test_build(cli):
    cli.write("hello.dsl", HELLO)
    expect(cli("build", "-q", "hello.dsl")[0] == 0, "build")
    done = subprocess.run([os.path.join(cli.folder, "hello")], capture_output=True)
    expect((done.returncode, done.stdout) == (0, b"hello\n"), "the executable runs")
    expect(cli("build", "-q", "-MD", "-o", "other", "hello.dsl")[0] == 0, "build -MD")
    expect(cli.read("other.d") == "other: hello.dsl\n", "the make rule")
    code, out, _ = cli("build", "-q", "--emit=asm", "-o", "-", "hello.dsl")
    expect(code == 0 and "main" in out, "assembly on standard output")


def test_no_linker(cli):
    cli.write("hello.dsl", HELLO)
    path = os.environ["PATH"]
    os.environ["PATH"] = cli.folder
    try:
        code, _, err = cli("build", "-q", "hello.dsl")
    finally:
        os.environ["PATH"] = path
    expect(code == 3 and "[linker-failed]" in err, f"no linker: {code} {err}")


def test_exit_status(cli):
    cli.write("exit.dsl", "import sys\nprint('before')\nsys.exit(7)\n")
    code, out, _ = cli("run", "exit.dsl")
    expect((code, out) == (7, "before\n"), "sys.exit")


def test_views(cli):
    cli.write("view.dsl", WARNS)
    graph = json.loads(cli("graph", "-q", "view.dsl")[1])
    expect(graph["schema"] == "lathe-graph/1" and graph["functions"], "graph --format=json")
    ids = [n["id"] for f in graph["functions"] for n in f["nodes"]]
    expect(len(ids) == len(set(ids)), "node ids are unique")
    known = set(ids)
    for function in graph["functions"]:
        for node in function["nodes"]:
            expect(all(i["node"] in known for i in node["inputs"]), f"inputs of {node['id']} exist")
    expect(cli("graph", "-q", "view.dsl")[1] == cli("graph", "-q", "view.dsl")[1], "graphs are reproducible")
    expect(cli("graph", "-q", "--format=dot", "view.dsl")[1].startswith("digraph"), "graph --format=dot")
    expect("def f" in cli("ir", "-q", "--level=ast", "view.dsl")[1], "ir --level=ast")
    expect(cli("ir", "-q", "view.dsl")[1], "ir")


def test_explain(cli):
    code, out, _ = cli("explain", "undefined-in-branch")
    expect(code == 0 and out.startswith("# undefined-in-branch"), "explain")
    code, _, err = cli("explain", "undefined-in-brunch")
    expect(code == 2 and "undefined-in-branch" in err, "a misspelt name")
    names = [row["name"] for row in json.loads(cli("explain", "--list", "--format=json")[1])]
    expect("syntax-error" in names and len(names) > 90, "explain --list")
    for name in names:
        expect(cli("explain", name)[0] == 0, f"explain {name}")


def test_ops_and_doctor(cli):
    expect("tf.reduce_sum(" in cli("ops", "reduce_sum")[1], "ops")
    cli.write("uses.dsl", "import tensorflow as tf\ntf.reduce_sum([1])\ntf.no_such_thing(1)\n")
    expect(cli("ops", "--missing", "uses.dsl")[:2] == (1, "tf.no_such_thing\n"), "ops --missing")
    health = json.loads(cli("doctor", "--json")[1])
    expect(health["llvm"].startswith("22"), "doctor")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", required=True)
    lathe = os.path.abspath(parser.parse_args().lathe)
    passed = failed = 0
    for name, test in sorted(globals().items()):
        if not name.startswith("test_"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
            try:
                test(Cli(lathe, folder))
                passed += 1
            except (AssertionError, ValueError, KeyError, OSError, subprocess.TimeoutExpired) as why:
                failed += 1
                print(f"FAILED {name[5:]}: {why}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

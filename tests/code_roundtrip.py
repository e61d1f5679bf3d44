#!/usr/bin/env python3
"""Runs what `lathe code` prints under CPython + TensorFlow and compares with the recorded answers of the corpus.

usage: code_roundtrip.py --lathe PATH [--python PATH] [--groups A,B] [--why] [--least PERCENT] [FILTER...]

Every program of the groups that Lathe accepts is printed; what is printed is run without AutoGraph (the printed program says
autograph=False itself; conversion is also switched off) and must print NAME.out and NAME.err, or raise what the program says.
Programs that are recorded eagerly are run eagerly; answers written by hand are not TensorFlow's, so those programs are left out. FILTER: only programs whose path contains one of the words. --python: a
Python that has TensorFlow; without one the test is skipped. The last line is `N passed, N failed`; the exit status is 1 when
fewer than --least percent (98) of a group pass.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "conformance", "corpus")
GROUPS = ("control", "function", "state", "seeds", "extensions", "refused")
LOG_LINE = re.compile(
    r"^(WARNING: All log messages before absl|[IWEF]\d{4} |[IWEF]\d{4}-|\d{4}-\d\d-\d\d \d\d:|WARNING:tensorflow:|WARNING:absl:|To enable the following|.*site-packages.*(Warning|tf_logging))")

sys.dont_write_bytecode = True
sys.path.insert(0, CORPUS)
import check  # noqa: E402


# ---- in the Python that has TensorFlow ----

def run_one(job, out_path, err_path):
    for number, path in ((1, out_path), (2, err_path)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.chdir(job["folder"])
    sys.argv = [os.path.basename(job["file"])] + job["args"]
    import linecache
    import tensorflow as tf
    tf.get_logger().setLevel("ERROR")
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    if job["eager"]:
        tf.config.run_functions_eagerly(True)
    status = "ok"
    try:
        with open(job["file"], encoding="utf-8") as f:
            text = f.read()
        linecache.cache[job["file"]] = (len(text), None, text.splitlines(True), job["file"])
        exec(compile(text, job["file"], "exec"), {"__name__": "__main__", "__file__": job["file"]})
    except SystemExit as e:
        code = e.code if isinstance(e.code, int) else (0 if e.code is None else 1)
        status = "ok" if code == 0 else f"SystemExit({code})"
    except BaseException as e:  # the exception's type is the answer
        status = type(e).__name__
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def child(jobs_path, timeout):
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
    import tensorflow  # noqa: F401  imported once, before any fork
    with open(jobs_path, encoding="utf-8") as f:
        jobs = json.load(f)
    for job in jobs:
        stem = job["file"] + ".result"
        pid = os.fork()
        if pid == 0:
            status = "died"
            try:
                status = run_one(job, stem + ".out", stem + ".err")
            finally:
                with open(stem, "w", encoding="utf-8") as f:
                    f.write(status)
                os._exit(0)
        end = time.time() + timeout
        while not os.waitpid(pid, os.WNOHANG)[0]:
            if time.time() > end:
                os.kill(pid, 9)
                os.waitpid(pid, 0)
                break
            time.sleep(0.01)


# ---- here ----

def printed_errors(text):
    """What tf.print wrote: no log lines, no traceback."""
    kept, after_warning = [], False
    for line in text.splitlines():
        if line.startswith("Traceback (most recent call last)"):
            break
        if after_warning and line.startswith("  "):
            after_warning = False
            continue
        after_warning = bool(re.match(r"\S+:\d+: \w*Warning: ", line))
        if not after_warning and not LOG_LINE.match(line):
            kept.append(line)
    return "\n".join(kept) + ("\n" if kept else "")


def read(path):
    return check.read(path) if os.path.exists(path) else ""


def wrong(name, opts, file):
    """Why the run of a printed program is not what was recorded, or None."""
    if not os.path.exists(file + ".result"):
        return "no answer in time"
    status, out, err = (open(file + ".result" + e, encoding="utf-8", errors="replace").read() for e in ("", ".out", ".err"))
    last = [l for l in err.strip().splitlines() if l.strip()][-1:] or [""]
    expect = (opts["expect"] or ["ok"])[0]
    if expect == "raises":
        if status != opts["raises"][0].split("@")[0].split(".")[-1]:
            return f"ends with {status}, not {opts['raises'][0]}: {last[0][:300]}"
    elif status != (f"SystemExit({opts['exit'][0]})" if opts["exit"] and opts["exit"][0] != "0" else "ok"):
        return f"ends with {status}: {last[0][:300]}"
    stem = os.path.join(CORPUS, name)
    if not check.same(read(stem + ".out"), out, opts):
        return "stdout differs"
    if read(stem + ".err") and expect == "ok" and not check.same(read(stem + ".err"), printed_errors(err), opts):
        return "stderr differs"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filters", nargs="*")
    parser.add_argument("--lathe")
    parser.add_argument("--python")
    parser.add_argument("--groups", default=",".join(GROUPS))
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--keep", help="leave the printed programs in this folder")
    parser.add_argument("--least", type=float, default=98)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.child:
        return child(a.child, a.timeout)
    if not a.python:
        print("skipped: no --python with TensorFlow is given")
        print("0 passed, 0 failed")
        return 0
    a.lathe = os.path.abspath(a.lathe)
    names = []
    for group in a.groups.split(","):
        folder = os.path.join(CORPUS, group)
        names += [f"{group}/{f[:-4]}" for f in sorted(os.listdir(folder)) if f.endswith(".dsl")]
    names = [n for n in names if not a.filters or any(w in n for w in a.filters)]
    with tempfile.TemporaryDirectory() as folder:
        folder = a.keep or folder
        jobs, options = [], {}
        for name in names:
            opts = check.directives(os.path.join(CORPUS, name + ".dsl"))
            if (opts["expect"] or ["ok"])[0] == "error" or (opts["oracle"] or [""])[0] == "hand":
                continue
            command = [a.lathe, "code", "-q", *(["--extensions"] if "extensions" in opts else []), name + ".dsl"]
            try:
                done = subprocess.run(command, cwd=CORPUS, capture_output=True, timeout=4 * a.timeout)
            except subprocess.TimeoutExpired:
                done = subprocess.CompletedProcess(command, 124, b"", b"")
            if done.returncode == 1:
                continue  # Lathe does not accept it
            file = os.path.join(folder, name.replace("/", "+") + ".py")
            with open(file, "wb") as f:
                f.write(done.stdout)
            options[name] = opts, file, done.returncode
            eager = (opts["oracle"] or [""])[0] == "eager"
            jobs.append({"file": file, "folder": os.path.join(CORPUS, os.path.dirname(name)), "eager": eager,
                         "args": opts["args"][0].split() if opts["args"] else []})
        path = os.path.join(folder, "jobs.json")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(jobs, f)
        subprocess.run([a.python, os.path.abspath(__file__), "--child", path, "--timeout", str(a.timeout)], check=True)
        passed, failed = {}, {}
        for name, (opts, file, code) in options.items():
            why = f"lathe code exits {code}" if code else wrong(name, opts, file)
            (passed if why is None else failed).setdefault(name.split("/")[0], []).append((name, why))
    bad = False
    for group in sorted(set(passed) | set(failed)):
        good, wrongs = len(passed.get(group, [])), failed.get(group, [])
        rate = 100 * good / (good + len(wrongs))
        bad |= rate < a.least
        for name, why in wrongs if a.why else []:
            print(f"{name}: {why}")
        print(f"{group}: {good} of {good + len(wrongs)} ({rate:.1f} %)")
    print(f"{sum(map(len, passed.values()))} passed, {sum(map(len, failed.values()))} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Measures the product's own figures (bench/README.md): start-up, build time, size, first output, time per training step,
checking of long programs; with --benches also parsing and kernels, with --incremental a build after one changed file.

usage: measure.py [--lathe build/release/bin/lathe] [--only PART,...] [--tensorflow PYTHON] [--rounds N]
                  [--benches] [--incremental]

PART is start, check, steps, parse, kernels or incremental. Every figure is the minimum and the median over the rounds. With
--tensorflow, or LATHE_TENSORFLOW in the environment (a Python that has TensorFlow), the training step of digits_softmax is
also timed there, as eager code and as a tf.function, in alternation with Lathe.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import programs

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLE = "examples/digits_softmax.dsl"
STEPS = 300


def timed(command):
    begin = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def first_output(command):
    """Seconds from exec to the first byte on a terminal (a pipe gets nothing before a buffer is full)."""
    ours, theirs = os.openpty()
    begin = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=theirs) as process:
        os.close(theirs)
        os.read(ours, 1)
        passed = time.perf_counter() - begin
        try:
            while os.read(ours, 4096):
                pass
        except OSError:  # the other side is closed
            pass
    os.close(ours)
    return passed


def show(what, values, unit="ms", scale=1e3, goal=""):
    line = f"{what:48}{min(values) * scale:10.2f} {unit} (median {statistics.median(values) * scale:.2f})"
    print(line + (f"   goal {goal}" if goal else ""), flush=True)


def steps_program(folder, steps, decorator=True, clock=False):
    """digits_softmax with `steps` steps and one line of output; `clock`: with the least time of a step, over blocks of 20
    steps, on the last line."""
    with open(os.path.join(ROOT, EXAMPLE), encoding="utf-8") as f:
        text = f.read()
    loop = f"for step in range(1, {steps + 1}):\n"
    last = ""
    if clock:
        text = text.replace("import tensorflow as tf\n", "import time\nimport tensorflow as tf\n", 1)
        loop = f"best, begin = 1e9, time.perf_counter()\n{loop}"
        loop += "    if step % 20 == 0:\n        now = time.perf_counter()\n        best, begin = min(best, (now - begin) / 20), now\n"
        last = 'print("PER_STEP", best)'
    text = text.replace("for step in range(1, 201):\n", loop)
    text = text.replace("if step == 1 or step % 50 == 0:", f"if step == {steps}:")
    text = re.sub(r"^print\(f\"training accuracy.*", last, text, flags=re.M)
    text = re.sub(r"^print\(f\"hold-out.*\n", "", text, flags=re.M)
    if not decorator:
        text = text.replace("@tf.function\n", "")
    path = os.path.join(folder, f"steps{steps}{'' if decorator else '_eager'}{'_clock' if clock else ''}.dsl")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def per_step(command):
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return float(re.search(r"PER_STEP (\S+)", done.stdout).group(1))


def measure_start(lathe, folder, rounds):
    hello = os.path.join(folder, "hello.dsl")
    with open(hello, "w", encoding="utf-8") as f:
        f.write('import tensorflow as tf\n\nx = tf.constant([1.0, 2.0])\nprint("hello", tf.reduce_sum(x * x).numpy())\n')
    show("lathe --version", [timed([lathe, "--version"]) for _ in rounds])
    show("lathe run hello, cold", [timed([lathe, "run", "--no-cache", hello]) for _ in rounds], goal="60")
    timed([lathe, "run", hello])
    show("lathe run hello, cached", [timed([lathe, "run", hello]) for _ in rounds], goal="20")
    executable = os.path.join(folder, "digits")
    build = [lathe, "build", "-q", "-o", executable, EXAMPLE]
    show("lathe build digits_softmax", [timed(build) for _ in rounds], goal="1000")
    show("its size", [os.path.getsize(executable)], "KiB", 1 / 1024, goal="2048")
    tiny = os.path.join(folder, "hello")
    timed([lathe, "build", "-q", "-o", tiny, hello])
    show("hello executable, exec to first output", [first_output([tiny]) for _ in rounds for _ in range(4)], goal="3")
    show("digits_softmax executable, exec to first output", [first_output([executable]) for _ in rounds])
    same = subprocess.run([executable], cwd=ROOT, capture_output=True).stdout
    run = subprocess.run([lathe, "run", EXAMPLE], cwd=ROOT, capture_output=True).stdout
    print(f"{'build and run print the same':48}{'yes' if same == run else 'NO':>10}")


def measure_steps(lathe, folder, rounds, tensorflow):
    """Lathe's step is the difference of the shortest of many short runs of different length (its steps are too short for a
    clock in the program); TensorFlow's is timed in its process. Least times on both sides."""
    few, many = os.path.join(folder, "few"), os.path.join(folder, "many")
    timed([lathe, "build", "-q", "-o", few, steps_program(folder, STEPS)])
    timed([lathe, "build", "-q", "-o", many, steps_program(folder, 3 * STEPS)])
    short, long, graph, eager = [], [], [], []
    for _ in rounds:
        if tensorflow:
            graph.append(per_step([tensorflow, steps_program(folder, 2 * STEPS, clock=True)]))
            eager.append(per_step([tensorflow, steps_program(folder, STEPS, decorator=False, clock=True)]))
        for _ in range(20):
            short.append(timed([few]))
            long.append(timed([many]))
    ours = (min(long) - min(short)) / (2 * STEPS)
    show("digits_softmax, a step", [ours], "us", 1e6)
    for name, values, goal in (("tf.function", graph, "2"), ("eager", eager, "20")):
        if values:
            show(f"  TensorFlow {name}, a step", values, "us", 1e6)
            print(f"{'  Lathe is faster by':48}{min(values) / ours:10.1f} times   goal {goal}")


def generated(folder, lines):
    path = os.path.join(folder, f"generated{lines}.dsl")
    with open(path, "w", encoding="utf-8") as f:
        f.write(programs.program(lines))
    return path


def measure_check(lathe, folder, rounds):
    for lines, goal in ((1000, "150"), (10000, "1500")):
        command = [lathe, "check", "-q", generated(folder, lines)]
        show(f"lathe check, {lines} lines", [timed(command) for _ in rounds], goal=goal)


def measure_parse(lathe, folder):
    bench = os.path.join(os.path.dirname(lathe), "frontend_bench")
    empty = os.path.join(folder, "empty.dsl")
    open(empty, "w", encoding="utf-8").close()
    print("parsing (goals: start 2 ms, 1,000 lines 10 ms, 10,000 lines 100 ms and 40 MB)", flush=True)
    subprocess.run([bench, empty, generated(folder, 1000), generated(folder, 10000)], check=True)


def measure_incremental(lathe):
    """A build after one file of each part has changed. Works in the build folder of `lathe`, and compiles without a cache."""
    build = os.path.dirname(os.path.dirname(lathe))
    environment = dict(os.environ, CCACHE_DISABLE="1")
    subprocess.run(["ninja", "-C", build, "lathe"], check=True, stdout=subprocess.DEVNULL)
    for touched in ("staging/control.cpp", "staging/python/builtins.cpp", "backend/llvm/host.cpp", "staging/loops.cpp",
                    "ir/evaluator.cpp", "frontend/lexer.cpp", "runtime/kernels/sort.cpp"):
        os.utime(os.path.join(ROOT, touched))
        before, begin = os.times(), time.perf_counter()
        subprocess.run(["ninja", "-C", build, "lathe"], check=True, stdout=subprocess.DEVNULL, env=environment)
        passed, after = time.perf_counter() - begin, os.times()
        busy = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"build after a change of {touched:28}{passed:8.1f} s, {busy:.1f} s of processor time   goal 15", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=os.path.join(ROOT, "build/release/bin/lathe"))
    parser.add_argument("--tensorflow")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="")
    parser.add_argument("--benches", action="store_true")
    parser.add_argument("--incremental", action="store_true")
    options = parser.parse_args()
    lathe = os.path.abspath(options.lathe)
    tensorflow = options.tensorflow or os.environ.get("LATHE_TENSORFLOW")
    parts = options.only.split(",") if options.only else ["start", "check", "steps"]
    if options.benches:
        parts += ["parse", "kernels"]
    if options.incremental:
        parts.append("incremental")
    os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        measures = {
            "start": lambda: measure_start(lathe, folder, range(options.rounds)),
            "check": lambda: measure_check(lathe, folder, range(options.rounds)),
            "steps": lambda: measure_steps(lathe, folder, range(min(options.rounds, 3)), tensorflow),
            "parse": lambda: measure_parse(lathe, folder),
            "kernels": lambda: subprocess.run([os.path.join(os.path.dirname(lathe), "kernels_bench")], check=True),
            "incremental": lambda: measure_incremental(lathe),
        }
        for part in parts:
            if part not in measures:
                parser.error(f"no part is named '{part}'")
            measures[part]()


if __name__ == "__main__":
    sys.exit(main())

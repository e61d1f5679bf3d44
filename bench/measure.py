#!/usr/bin/env python3
"""Measures the product's own figures: start-up, build time, size, first output, time per training step.

usage: measure.py [--lathe build/release/bin/lathe] [--tensorflow PYTHON] [--rounds N]

Every figure is the minimum and the median over the rounds. With --tensorflow (a Python that has TensorFlow) the training
step of digits_softmax is also timed there, as eager code and as a tf.function, in alternation with Lathe.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLE = "examples/digits_softmax.dsl"
STEPS = 2000


def timed(command):
    begin = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def first_output(command):
    """Seconds from exec to the first byte on standard output."""
    begin = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        process.stdout.read(1)
        passed = time.perf_counter() - begin
        process.stdout.read()
    return passed


def show(what, values, unit="ms", scale=1e3, goal=""):
    line = f"{what:48}{min(values) * scale:10.2f} {unit} (median {statistics.median(values) * scale:.2f})"
    print(line + (f"   goal {goal}" if goal else ""), flush=True)


def timing_program(folder, decorator=True):
    """digits_softmax with STEPS steps and the time of a step on the last line."""
    with open(os.path.join(ROOT, EXAMPLE), encoding="utf-8") as f:
        text = f.read()
    text = text.replace("import tensorflow as tf\n", "import time\nimport tensorflow as tf\n", 1)
    text = text.replace("for step in range(1, 201):", f"begin = time.perf_counter()\nfor step in range(1, {STEPS + 1}):")
    text = text.replace("if step == 1 or step % 50 == 0:", f"if step == {STEPS}:")
    text = re.sub(r"^print\(f\"training accuracy.*", f'print("PER_STEP", (time.perf_counter() - begin) / {STEPS})', text, flags=re.M)
    text = re.sub(r"^print\(f\"hold-out.*\n", "", text, flags=re.M)
    if not decorator:
        text = text.replace("@tf.function\n", "")
    path = os.path.join(folder, "steps.dsl" if decorator else "steps_eager.dsl")
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


def measure_steps(lathe, folder, tensorflow):
    steps = os.path.join(folder, "steps")
    source = timing_program(folder)
    timed([lathe, "build", "-q", "-o", steps, source])
    ours, graph, eager = [], [], []
    for _ in range(3):
        ours.append(per_step([steps]))
        if tensorflow:
            graph.append(per_step([tensorflow, source]))
            eager.append(per_step([tensorflow, timing_program(folder, decorator=False)]))
    show("digits_softmax, a step", ours, "us", 1e6)
    for name, values, goal in (("tf.function", graph, "2"), ("eager", eager, "20")):
        if values:
            show(f"  TensorFlow {name}, a step", values, "us", 1e6)
            print(f"{'  Lathe is faster by':48}{min(values) / min(ours):10.1f} times   goal {goal}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=os.path.join(ROOT, "build/release/bin/lathe"))
    parser.add_argument("--tensorflow")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    lathe = os.path.abspath(options.lathe)
    os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        measure_start(lathe, folder, range(options.rounds))
        measure_steps(lathe, folder, options.tensorflow)


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: 0BSD
"""Times the iterations of a benchmark and tells them to assay (docs/harness.md).

    import assay
    for _ in assay.iterations():
        work()

Started by hand, the program runs ASSAY_ITERATIONS iterations (10) after ASSAY_WARMUP (2) and
prints a summary on standard error.
"""
import atexit
import os
import statistics
import sys
from time import perf_counter_ns

_lines = []


def _number(name, otherwise):
    text = os.environ.get(name, "")
    return int(text) if text.isdigit() else otherwise


FD = _number("ASSAY_FD", -1)
WARMUP = _number("ASSAY_WARMUP", 2 if FD < 0 else 0)
ITERATIONS = _number("ASSAY_ITERATIONS", 10 if FD < 0 else 1)
SEED = _number("ASSAY_SEED", 0)


def _found_repeat():
    """Yields, before the first iteration, until so many repetitions take a thousand times what reading
    the clock takes, twice in a row; returns how many."""
    steps = [perf_counter_ns() for _ in range(200)]
    target = 1000 * min(b - a for a, b in zip(steps, steps[1:]) if b > a)
    repeat, enough = 1, 0
    while True:
        start = perf_counter_ns()
        for _ in range(repeat):
            yield 0
        enough = enough + 1 if perf_counter_ns() - start >= target else 0
        if enough == 2:
            return repeat
        if enough == 0:
            repeat *= 2


def iterations(batch=1):
    """Yields the number of each iteration, warm-up first; where assay asks for batches (ASSAY_BATCH),
    so many times each. With batch, the program itself repeats the work so many times in each. The
    value reported is the mean."""
    n = WARMUP + ITERATIONS
    times = [0] * (n + 1)
    clock = perf_counter_ns
    repeat = _number("ASSAY_BATCH", 1) or 1
    if os.environ.get("ASSAY_BATCH") == "auto":
        repeat = yield from _found_repeat()
    dose = _number("ASSAY_DOSE", 0)  # assay sensitivity slows the iterations down
    for i in range(n):
        times[i] = clock()
        yield i
        for _ in range(repeat - 1):
            yield i
        if dose:
            now = clock()
            step = clock() - now  # one more reading follows: the one nearest to the end
            end = now + (now - times[i]) * dose // 1000000 - 3 * step // 2
            while clock() < end:
                pass
    times[n] = clock()
    batch *= repeat
    values = [(b - a) / batch for a, b in zip(times, times[1:])]
    metric("wall", "ns", values)
    if batch > 1:
        _lines.append(f"batch wall {batch}")
    if FD < 0:
        _summarise([v / 1e3 for v in values[WARMUP:]])


def metric(name, unit, values, more_is_better=False):
    """Values of your own, one for each iteration, warm-up included."""
    _lines.append(" ".join(["value", name, unit, *map(repr, values)]))
    if more_is_better:
        _lines.append(f"more {name}")


def execution(name, unit, value, more_is_better=False):
    """One value for the whole execution."""
    _lines.append(f"execution {name} {unit} {value!r}")
    if more_is_better:
        _lines.append(f"more {name}")


def _summarise(us):
    if us:
        print(f"{len(us)} iterations after {WARMUP} to warm up: mean {statistics.fmean(us):.6g} us, "
              f"median {statistics.median(us):.6g} us, min {min(us):.6g} us, max {max(us):.6g} us",
              file=sys.stderr)


@atexit.register
def _tell():
    if FD >= 0 and _lines:
        data = ("\n".join(_lines) + "\n").encode()
        while data:
            data = data[os.write(FD, data):]

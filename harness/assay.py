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
from time import perf_counter_ns, process_time_ns

_lines = []


def _number(name, otherwise):
    text = os.environ.get(name, "")
    return int(text) if text.isdigit() else otherwise


FD = _number("ASSAY_FD", -1)
WARMUP = _number("ASSAY_WARMUP", 2 if FD < 0 else 0)
ITERATIONS = _number("ASSAY_ITERATIONS", 10 if FD < 0 else 1)
SEED = _number("ASSAY_SEED", 0)
_turn = _number("ASSAY_TURN", -1)


def _take_turn():
    """Waits, between two iterations, until it is this program's turn."""
    global _turn
    try:
        os.write(_turn, b"t")
        if os.read(_turn, 1):
            return
    except OSError:
        pass
    _turn = -1  # nobody gives turns


def _cpu_cost():
    """Nanoseconds that reading processor time takes, at the least."""
    costs = []
    for _ in range(20):
        before = perf_counter_ns()
        process_time_ns()
        costs.append(perf_counter_ns() - before)
    return min(costs)


def _found_repeat(work):
    """Yields, or works, before the first iteration, until so many repetitions take a thousand times what reading
    the clock takes, and two hundred times what reading processor time takes, twice in a row; returns how many."""
    steps = [perf_counter_ns() for _ in range(200)]
    target = max(1000 * min(b - a for a, b in zip(steps, steps[1:]) if b > a), 200 * _cpu_cost())
    repeat, enough = 1, 0
    while True:
        start = perf_counter_ns()
        if work:
            work(repeat)
        else:
            for _ in range(repeat):
                yield 0
        enough = enough + 1 if perf_counter_ns() - start >= target else 0
        if enough == 2:
            return repeat
        if enough == 0:
            repeat *= 2


def iterations(batch=1, *, _work=None):
    """Yields the number of each iteration, warm-up first; where assay asks for batches (ASSAY_BATCH),
    so many times each. With batch, the program itself repeats the work so many times in each. The
    value reported is the mean."""
    n = WARMUP + ITERATIONS
    starts, ends, cpu = [0] * n, [0] * n, [0] * (n + 1)
    clock, cpu_clock = perf_counter_ns, process_time_ns  # of all threads
    cost = _cpu_cost() if FD >= 0 else 0
    tells_cpu = FD >= 0
    repeat = _number("ASSAY_BATCH", 1) or 1
    if os.environ.get("ASSAY_BATCH") == "auto":
        repeat = yield from _found_repeat(_work)
    dose = _number("ASSAY_DOSE", 0)  # assay doctor --sensitivity slows the iterations down
    begins = [0] * n  # of processor time: the end of the one before, unless turns are taken
    if tells_cpu:
        cpu[0] = cpu_clock()
    for i in range(n):
        begins[i] = cpu[i]
        if _turn >= 0:
            _take_turn()
            if tells_cpu:
                begins[i] = cpu_clock()
        starts[i] = clock()
        if _work:  # does what is to be repeated by itself: to come back here for each takes longer than a short function
            _work(repeat)
        else:
            yield i
            for _ in range(repeat - 1):
                yield i
        if dose:
            now = clock()
            step = clock() - now  # one more reading follows: the one nearest to the end
            end = now + (now - starts[i]) * dose // 1000000 - 3 * step // 2
            while clock() < end:
                pass
        ends[i] = clock()
        if tells_cpu:
            cpu[i + 1] = cpu_clock()
            # Too dear for iterations this short: ASSAY_BATCH makes longer ones.
            tells_cpu = i < 10 or ends[i] - starts[0] >= 100 * i * cost
    batch *= repeat
    values = [(b - a) / batch for a, b in zip(starts, ends)]
    _time("wall", values, batch)
    if tells_cpu and n > 0:
        _time("cpu", [(b - a) / batch for a, b in zip(begins, cpu[1:])], batch)
    if FD < 0:
        _summarise([v / 1e3 for v in values[WARMUP:]])


def _time(name, values, batch):
    metric(name, "ns", values)
    if batch > 1:
        _lines.append(f"batch {name} {batch}")


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

# SPDX-License-Identifier: GPL-3.0-or-later
"""pytest: `def test_sort(assay): assay(sort, data)` measures in fresh processes, and says what changed.

    pytest --assay-compare=branch:main          beside that branch, in rounds: its sources are checked out for as long as it takes
    pytest --assay-compare=latest               with the last experiment of the same test in the store
    pytest --assay-compare=old.json             with a file: pytest-benchmark's, or any that assay reads

docs/python.md says more.
"""
from __future__ import annotations

import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess
import tempfile
from typing import Any, Callable

import pytest

MARK = ("assay(margin=, executions=, iterations=, warmup=, check=): how the assay fixture measures this test, and the smallest change that matters: "
        "0.05 is 5 %")


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("assay", "measuring functions")
    group.addoption("--assay-compare", metavar="BASE", help="branch:NAME, commit:REV, an experiment of the store, latest, or a file")
    group.addoption("--assay-gate", action="store_true", help="a test that is slower beyond its margin fails")
    group.addoption("--assay-margin", type=float, metavar="M", help="the smallest change that matters, unless a marker says it (0.01)")
    group.addoption("--assay-executions", type=int, metavar="N", help="fresh processes of each (10)")
    group.addoption("--assay-iterations", type=int, metavar="N", help="calls in each that count (10)")
    group.addoption("--assay-warmup", type=int, metavar="N", help="calls in front of them that do not count (10)")
    group.addoption("--assay-store", metavar="FILE", help="where values are kept (as assay itself finds it)")
    group.addoption("--assay-json", metavar="FILE", help="write the values as pytest-benchmark does")


def pytest_configure(config: Any) -> None:
    config.addinivalue_line("markers", MARK)
    config.stash[_KEY] = _Session(config)


def pytest_unconfigure(config: Any) -> None:
    session = config.stash.get(_KEY, None)
    if session is not None:
        session.end()


class _Session:
    """What all tests share: the base that they are compared with, and what was found."""

    def __init__(self, config: Any):
        self.config, self.found, self.tree = config, [], None
        self.base: "str | None" = config.getoption("--assay-compare")
        self.store = config.getoption("--assay-store")

    def git_base(self) -> "str | None":
        """The commit that --assay-compare names by branch: or commit:."""
        kind, _, name = (self.base or "").partition(":")
        return name if kind in ("branch", "commit") and name else None

    def checkout(self) -> "tuple[str, str]":
        """(this checkout, that of the base)"""
        root = _git(self.config.rootpath, "rev-parse", "--show-toplevel")
        if self.tree is None:
            self.tree = tempfile.mkdtemp(prefix="assay-base-")
            try:
                _git(root, "worktree", "add", "--detach", "--force", self.tree, self.git_base())
            except pytest.UsageError:
                os.rmdir(self.tree)
                self.tree = None
                raise
        return root, self.tree

    def end(self) -> None:
        if self.tree is not None:
            _git(self.config.rootpath, "worktree", "remove", "--force", self.tree)


_KEY = pytest.StashKey[_Session]()


def _git(place: Any, *words: Any) -> str:
    done = subprocess.run(["git", "-C", str(place), *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise pytest.UsageError(f"--assay-compare: {done.stderr.strip()}")
    return done.stdout.strip()


class _Measured:
    """What one call of the fixture found."""

    def __init__(self, item: Any, experiment: Any, margin: float):
        self.item, self.experiment, self.margin = item, experiment, margin
        self.row: Any = None
        self.note = ""

    def line(self) -> str:
        if self.row is None:
            sample = self.experiment.show(systems="now")["samples"][0]
            low, high = sample["interval"]["lower"], sample["interval"]["upper"]
            said = f"95 % CI up to {_seconds(high)}" if low is None or low < 0 else _interval(low, high, _seconds)
            return f"{self.item.name}: mean {sample['metric']} {_seconds(sample['mean'])}, {said}{self.note}"
        low, high = self.row.interval
        return (f"{self.item.name}: {self.row.verdict}, {_percent(self.row.ratio)} {self.row.metric}, {_interval(low, high, _percent)} "
                f"(margin {100 * self.margin:g} %){self.next_step()}{self.note}")

    def next_step(self) -> str:
        """What would decide it, at 8 in 10."""
        if self.row.verdict != "inconclusive":
            return ""
        from ._reason import warms_up
        steady = self.row.data.get("steady")
        if warms_up(self.row.data) and not steady.get("seen"):
            until = steady["from"]
            return (f"\n  calls warm up until number {until}, and where that ends is not seen: --assay-iterations={max(2 * until, until + 8)} "
                    "would show it, a larger --assay-warmup leaves them out")
        wanted = self.row.data.get("to_decide")
        if not wanted or wanted["level"] != "execution":
            return ""
        if wanted["units"] is None or wanted["units"] > 10000:
            return "\n  no affordable number of executions would decide that: a wider margin?"
        return f"\n  --assay-executions={wanted['units']} would decide that, 8 times in 10"


def _percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):+.1f} %".replace("-", "−")


def _seconds(value: "float | None") -> str:
    if value is None:
        return "∞"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(value) >= size:
            return f"{value / size:.4g} {unit}"
    return f"{value * 1e9:.4g} ns"


def _interval(low: Any, high: Any, say: Callable[[Any], str]) -> str:
    return f"95 % CI {say(low)} … {say(high)}"


class Fixture:
    """assay(function, *arguments, **keywords): measures it, and gives its result, as a fresh process has it."""

    def __init__(self, item: Any, session: _Session):
        from . import _functions
        self.item, self.session = item, session
        mark = item.get_closest_marker("assay")
        said = {} if mark is None else mark.kwargs
        option = session.config.getoption

        def choose(name: str, otherwise: Any) -> Any:
            given = option(f"--assay-{name}", None)
            return said[name] if name in said else otherwise if given is None else given
        self.margin = float(choose("margin", 0.01))
        self.executions, self.iterations = int(choose("executions", 10)), int(choose("iterations", 10))
        self.warmup, self.check = int(choose("warmup", _functions.WARM_UP)), said.get("check", True)
        self.calls = 0

    def __call__(self, function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        from . import _functions
        self.calls += 1
        if self.calls > 1:
            raise pytest.UsageError("assay measures one call in a test: parametrise the test, or write another one")
        place = _functions._place(function)
        files = {"now": _functions.call_file(place, arguments, keywords)}
        result = _functions.result(files["now"])
        note = ""
        if self.session.git_base() is not None:
            files, note = self._beside(files, place, function, arguments, keywords, result)
        measured = self._measure(files)
        measured.note = note
        self._compare(measured, len(files) > 1)
        self.session.found.append(measured)
        if measured.row is not None and measured.row.verdict == "slower" and self.session.config.getoption("--assay-gate"):
            pytest.fail(measured.line(), pytrace=False)
        return result

    def _beside(self, files: "dict[str, str]", place: "dict[str, Any]", function: Any, arguments: Any, keywords: Any,
                result: Any) -> "tuple[dict[str, str], str]":
        """The same function of the base's sources, in front."""
        from . import AssayError, _functions
        import sys
        root, tree = self.session.checkout()
        if "module" not in place:
            raise pytest.UsageError(f"{place['name']} cannot be imported, so the base has none: define it at the top of a module")
        source = os.path.realpath(sys.modules[function.__module__].__file__ or "")
        if not source.startswith(root + os.sep):
            raise pytest.UsageError(f"{function.__qualname__} is in {source}, not in the checkout {root}: it has no base")
        moved = [tree + path[len(root):] if os.path.realpath(path) == root or os.path.realpath(path).startswith(root + os.sep) else path
                 for path in map(os.path.abspath, sys.path)]
        place = {**place, "root": tree}
        old = _functions.call_file(place, arguments, keywords, path=moved)
        try:
            before = _functions.result(old)
        except AssayError as problem:
            return files, f"\n  not in {self.session.git_base()}: {problem}"
        if self.check is not False and not (_functions.equal if self.check is True else self.check)(before, result):
            pytest.fail(f"{self.item.name} gives another result than {self.session.git_base()} (check=False in the marker measures all the same)", pytrace=False)
        return {str(self.session.git_base()): old, **files}, ""

    def _measure(self, files: "dict[str, str]") -> _Measured:
        from . import _functions
        from ._run import run
        text = _functions.manifest_of(files, self.executions, self.iterations, self.warmup, self.item.nodeid, self.margin, benchmark=self.item.nodeid)
        self.last = self._last() if self.session.base == "latest" else None
        return _Measured(self.item, run(manifest_text=text, store=self.session.store), self.margin)

    def _last(self) -> "int | None":
        """The newest complete experiment of this test."""
        from . import AssayError
        from ._questions import list_experiments
        try:
            known = [e["id"] for e in list_experiments(self.session.store) if e["name"] == self.item.nodeid and e["complete"]]
        except AssayError:
            return None
        return max(known, default=None)

    def _compare(self, measured: _Measured, beside: bool) -> None:
        from . import AssayError
        from ._questions import compare
        base, words = self.session.base, {"margin": self.margin}
        try:
            if beside:
                measured.row = self._row(measured.experiment.compare(**words))
            elif base is not None and self.session.git_base() is None:
                old = self.last if base == "latest" else base
                if old is None:
                    measured.note = "\n  nothing to compare with yet"
                else:
                    if not os.path.exists(str(old)):
                        words["stored"] = True
                    else:  # of files the time is known, and little else
                        words["metrics"] = "wall"
                    found = compare(str(old), str(measured.experiment.number), store=self.session.store, **words)
                    measured.row = self._row(found)
        except AssayError as problem:
            measured.note = f"\n  not compared: {problem}"

    def _row(self, found: Any) -> Any:
        return next(row for row in found.deciding if row.benchmark == self.item.nodeid)


@pytest.fixture
def assay(request: Any) -> Fixture:
    """Measures a function in fresh processes: assay(function, *arguments)."""
    return Fixture(request.node, request.config.stash[_KEY])


# ---- what is said and written

def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: Any) -> None:
    session = config.stash[_KEY]
    if not session.found:
        return
    base = f"against {session.base}" if session.base else "nothing to compare with: --assay-compare"
    terminalreporter.section(f"assay: {base}")
    for measured in session.found:
        colours = {"slower": {"red": True}, "faster": {"green": True}}
        terminalreporter.write_line(measured.line(), **colours.get(getattr(measured.row, "verdict", ""), {}))
    path = config.getoption("--assay-json")
    if path:
        _write(path, session)
        terminalreporter.write_line(f"values: {path}")


def _stats(values: "list[float]") -> "dict[str, Any]":
    quarters = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    mean = statistics.fmean(values)
    return {"min": min(values), "max": max(values), "mean": mean, "stddev": statistics.stdev(values) if len(values) > 1 else 0,
            "rounds": len(values), "median": statistics.median(values), "iqr": quarters[2] - quarters[0], "q1": quarters[0], "q3": quarters[2],
            "ops": 1 / mean if mean > 0 else None, "total": sum(values), "iterations": 1, "data": values}


def _write(path: str, session: _Session) -> None:
    """In the form of pytest-benchmark, whose readers are many."""
    benchmarks = []
    for measured in session.found:
        frame = measured.experiment.read(metrics="wall", systems="now")
        values = [value for value, warm in zip(frame["value"], frame["warm_up"]) if not warm]
        call = getattr(measured.item, "callspec", None)
        benchmarks.append({"group": None, "name": measured.item.name, "fullname": measured.item.nodeid,
                           "params": {k: repr(v) for k, v in call.params.items()} if call else None, "param": call.id if call else None, "extra_info": {},
                           "options": {"disable_gc": False, "warmup": True}, "stats": _stats(values)})
    pathlib.Path(path).write_text(json.dumps({
        "machine_info": {"node": platform.node(), "machine": platform.machine(), "python_version": platform.python_version(), "system": platform.system()},
        "commit_info": {}, "benchmarks": benchmarks, "datetime": datetime.datetime.now(datetime.timezone.utc).isoformat(), "version": "4.0.0"}, indent=1))

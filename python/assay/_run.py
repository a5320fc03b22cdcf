# SPDX-License-Identifier: GPL-3.0-or-later
"""Measuring: a manifest, commands, or functions, each execution in a process of its own."""
from __future__ import annotations

import ctypes
import math
import os
import sys
from typing import Any, Callable, Mapping, Sequence

from . import _functions, _header
from ._comparison import Comparison
from ._engine import AssayError, engine, names, number, struct, text
from ._frame import Frame

INTERRUPTED = 9


class Experiment:
    """What was measured: its number in the store, and what can be asked of it. Further words as in assay.compare and the others."""

    def __init__(self, number: int, store: Any):
        self.number, self.store = number, store

    def __int__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"<assay.Experiment {self.number}{'' if self.store is None else f' of {os.fspath(self.store)}'}>"

    def _ask(self, question: str, words: "Mapping[str, Any]") -> Any:
        from . import _questions
        return getattr(_questions, question)(str(self.number), store=self.store, stored=True, **words)

    def read(self, **words: Any) -> Frame:
        return self._ask("read", words)

    def compare(self, **words: Any) -> Comparison:
        return self._ask("compare", words)

    def show(self, **words: Any) -> "dict[str, Any]":
        return self._ask("show", words)

    def plan(self, **words: Any) -> "dict[str, Any]":
        return self._ask("plan", words)

    def steady(self, **words: Any) -> "dict[str, Any]":
        return self._ask("steady", words)

    def modes(self, **words: Any) -> "dict[str, Any]":
        return self._ask("modes", words)

    def sweep(self, **words: Any) -> "dict[str, Any]":
        return self._ask("sweep", words)


class _Ears:
    """The caller's callbacks: what they raise ends the run, and is raised when it has ended."""

    def __init__(self, progress: Any, log: Any):
        self.progress, self.log, self.raised, self.asked = progress, log, None, False

    def hear_progress(self, context: Any, done: int, planned: int, left_s: float) -> int:
        if self.raised is not None:
            return 1
        try:
            self.asked = bool(self.progress(done, planned, left_s))
        except BaseException as raised:  # of whatever kind: it is the caller's
            self.raised = raised
        return self.asked or self.raised is not None

    def hear_log(self, context: Any, sentence: bytes) -> None:
        if self.raised is not None:
            return
        try:
            self.log(sentence.decode(errors="replace"))
        except BaseException as raised:
            self.raised = raised


class _Line:
    """What a terminal shows while it takes long."""

    def show(self, done: int, planned: int, left_s: float) -> None:
        left = "" if math.isnan(left_s) else f", about {left_s:.0f} s left"
        sys.stderr.write(f"\r\x1b[Kassay: {done} of {planned} executions{left}")
        sys.stderr.flush()

    def end(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def run(manifest: Any = None, *, commands: "Sequence[str] | Mapping[str, str] | None" = None,
        functions: "Mapping[str, Any] | Sequence[Callable[..., Any]] | None" = None, args: "Sequence[Any]" = (),
        check: "bool | Callable[[Any, Any], bool]" = True, executions: int = 10, iterations: int = 10, warmup: "int | None" = None,
        manifest_text: "str | None" = None, directory: Any = None, name: "str | None" = None, runs: "int | None" = None,
        time_budget_s: "float | None" = None, precision: "float | None" = None, margin: "float | None" = None, order: "str | None" = None,
        resume: "str | int | None" = None, progress: "Callable[[int, int, float], Any] | None" = None,
        log: "Callable[[str], Any] | None" = None, store: Any = None, seed: "int | None" = None, confidence: float = 0.95) -> Experiment:
    """Measures, keeps every value, and gives the experiment.

    One of: manifest, a path (docs/manifest.md); manifest_text; commands, a list, or a dict by name; functions, likewise; resume, an experiment
    that was cut short, "latest".

    functions: each execution of each is a process of its own, in random order, paired in rounds: `executions` of them, and `iterations` in each
        behind `warmup` (10) that do not count; iterations that are too short are repeated and their mean is the value. Each is imported from its
        module or script, or carried there (a lambda, a cell of a notebook), takes `args` (pickled), and before anything is measured gives a result equal to the first one's: check=False does not
        ask, check=f asks f(old, new).
    runs, warmup: of commands: executions of each, else found; those before that do not count.
    order: "rounds" (whole executions in turn), "lockstep" (the iterations of two processes in turn: for functions the most exact where the machine
        is busy), "duet", and of commands "slices" and "auto" (docs/measuring.md).
    time_budget_s, precision: seconds; relative half-width of the interval to reach.
    progress(done, planned, left_s): called between executions; a true answer ends the run. Without it a terminal behind stderr has a line. log(sentence): on the way. What they raise ends
        the run, and is raised.
    store: the file that keeps every value; else $ASSAY_STORE, assay.db beside the manifest, or $XDG_DATA_HOME/assay/assay.db (~/.local/share).
    Ctrl-C ends the run as on the command line: KeyboardInterrupt; what had ended is kept, and resume="latest" goes on.

    >>> import assay
    >>> done = assay.run(commands={"old": "sleep 0.2", "new": "sleep 0.01"}, runs=5, store="doc.db")
    >>> done.compare(metrics="wall").verdict
    'faster'
    >>> len(done.read())
    10
    """
    given = [manifest, manifest_text, commands, functions, resume]
    if sum(g is not None for g in given) != 1:
        raise TypeError("give one of manifest, manifest_text, commands, functions, resume")
    if commands is not None and not commands:
        raise AssayError("there is no command to measure", "usage")
    if functions is not None:
        if runs is not None:
            raise TypeError("functions take executions=, not runs=")
        try:
            manifest_text = _functions.manifest(functions, args, check, executions, iterations, _functions.WARM_UP if warmup is None else warmup, name, margin, order)
        except AssayError as refused:  # it is the caller's: where in here it was found helps nobody
            raise refused.with_traceback(None) from None
        name = margin = order = warmup = None
    options = struct("assay_engine_run_options")
    options.manifest, options.manifest_text, options.directory = text(manifest), text(manifest_text), text(directory)
    if isinstance(commands, Mapping):
        options.commands, options.systems = names(list(commands.values())), names(list(commands))
    else:
        options.commands = names(commands)
    options.name, options.order = text(name), text(order)
    options.resume = None if resume is None else text(str(resume))
    options.runs, options.warmup = -1 if runs is None else runs, -1 if warmup is None else warmup
    options.time_budget_s, options.precision, options.margin = number(time_budget_s), number(precision), number(margin)
    return _measure(options, _Ears(progress, log), store, confidence, seed)


def _measure(options: Any, ears: _Ears, store: Any, confidence: float, seed: "int | None") -> Experiment:
    kinds = dict(_header.assay_engine_run_options._fields_)
    line = _Line() if ears.progress is None and sys.stderr is not None and sys.stderr.isatty() else None
    if line is not None:
        ears.progress = line.show
    if ears.progress is not None:
        options.progress = kinds["progress"](ears.hear_progress)
    if ears.log is not None:
        options.log = kinds["log"](ears.hear_log)
    made = ctypes.c_int64()
    with engine(store, confidence, seed) as handle:
        status = handle.call("run", ctypes.byref(options), ctypes.byref(made))
        if line is not None:
            line.end()
        if ears.raised is not None:
            raise ears.raised
        if status == INTERRUPTED and not ears.asked:
            raise KeyboardInterrupt(f"assay.run was interrupted: what had ended is kept as experiment {made.value}; resume={made.value} goes on")
        handle.check(status)
    return Experiment(made.value, store)

# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be asked of files and experiments: one function a verb of the program.

All take the same words to say what is read: `source` is a file, NAME=FILE, a directory, an experiment's id, name or "latest", or a
list of these; None is the newest experiment of the store. A path that ends in .db is a store. `systems`, `benchmarks` and `metrics`
are patterns ("fft*"). Documents are dicts as docs/schema describes them; times are in seconds.
"""
from __future__ import annotations

import ctypes
import json as _json
import os
from typing import Any, Sequence

from . import _header
from ._comparison import Comparison
from ._engine import AssayError, engine, names, number, numbers, struct, text
from ._frame import Frame


def _is_store(path: Any) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(15) == b"SQLite format 3"
    except (OSError, TypeError, ValueError):
        return False


def _split(source: Any, store: Any) -> "tuple[Any, Any]":
    """What is read, and the store: a source that is a store is not a file of values, and an experiment knows its own."""
    given = [] if source is None else list(source) if isinstance(source, (list, tuple)) else [source]
    items = []
    for item in given:
        if hasattr(item, "number"):
            store = item.store if store is None else store
        items.append(str(int(item)) if isinstance(item, int) or hasattr(item, "number") else item)
    if source is not None and not items:
        raise AssayError("the list of sources is empty: has a pattern found nothing? None is the newest experiment", "usage")
    stores = [item for item in items if _is_store(item)]
    if stores and store is None:
        store = stores[0]
        items.remove(store)
    return items or None, store


def _source(source: Any, *, systems: Any = None, benchmarks: Any = None, metrics: Any = None, format: "str | None" = None,
            level: "str | None" = None, level_of_files: "str | None" = None, declaration: Any = None, directions: Any = None,
            statistic: "str | None" = None, warm_up: "str | int | None" = None, stored: bool = False, partial: bool = False) -> Any:
    made = struct("assay_engine_source")
    made.names, made.systems, made.benchmarks = names(source), names(systems), names(benchmarks)
    made.all_metrics = metrics == "all"
    made.metrics = names(None if metrics == "all" else metrics)
    made.format, made.level, made.level_of_files, made.declaration = text(format), text(level), text(level_of_files), text(declaration)
    if isinstance(directions, dict):
        directions = [f"{name}={way}" for name, way in directions.items()]
    made.directions = names(directions)
    made.statistic = text(statistic)
    made.warm_up = None if warm_up is None else text(str(warm_up))
    made.stored, made.partial = stored, partial
    return made


def _ask(verb: str, source: Any, arguments: "Sequence[Any]", store: Any, confidence: float, seed: Any, threads: int, words: Any) -> bytes:
    items, store = _split(source, store)
    with engine(store, confidence, seed, threads) as made:
        return made.json(verb, ctypes.byref(_source(items, **words)), *arguments)


def read(source: Any = None, *, store: Any = None, threads: int = 0, **words: Any) -> Frame:
    """Every value of files or experiments, a row each (Frame).

    metrics: patterns; None: the primary one of each benchmark; "all".

    >>> import assay
    >>> frame = assay.read("old.csv")
    >>> frame.shape
    (6, 12)
    >>> frame["value"][0], frame["unit"][0]
    (1.0, 's')
    >>> sum(row["value"] for row in frame)
    6.0
    """
    items, store = _split(source, store)
    schema, array = _header.ArrowSchema(), _header.ArrowArray()
    with engine(store, threads=threads) as made:
        made.check(made.call("values", ctypes.byref(_source(items, **words)), ctypes.byref(schema), ctypes.byref(array)))
        return Frame(schema, array, made.remarks())


def compare(old: Any = None, new: Any = None, *, systems: Any = None, old_system: "str | None" = None, new_systems: Any = None,
            margin: "float | None" = None, method: "str | None" = None, allow_different_hosts: bool = False, allow_negative: bool = False,
            store: Any = None, confidence: float = 0.95, seed: "int | None" = None, threads: int = 0, **words: Any) -> Comparison:
    """How much faster new is than old, and how sure that is (Comparison).

    old, new:  sources, or one source that holds several systems: compare("results.csv").
    margin:    the smallest change that matters, 0.01 is 1 %; None: the experiment's, else 0.01.
    method:    "auto", "fieller", "paired", "paper", "bootstrap", …
    seed:      of what is drawn.

    >>> import assay
    >>> found = assay.compare("old.csv", "new.csv")
    >>> found.verdict, round(found.ratio, 4)
    ('faster', 0.5003)
    >>> found.interval[0] < found.ratio < found.interval[1]
    True
    """
    options = struct("assay_engine_compare_options")
    options.old_system, options.new_systems = text(old_system), names(new_systems)
    options.method, options.margin = text(method), number(margin)
    options.allow_different_hosts, options.allow_negative = allow_different_hosts, allow_negative
    both = [item for part in (old, new) if part is not None for item in (part if isinstance(part, (list, tuple)) else [part])]
    return Comparison(_ask("compare", both or None, [ctypes.byref(options)], store, confidence, seed, threads, {"systems": systems, **words}))


def show(source: Any = None, *, store: Any = None, confidence: float = 0.95, seed: "int | None" = None, threads: int = 0,
         **words: Any) -> "dict[str, Any]":
    """What was measured, a system at a time: docs/schema/show.md.

    >>> import assay
    >>> assay.show("old.csv")["samples"][0]["mean"]
    1
    """
    return _json.loads(_ask("show", source, [], store, confidence, seed, threads, words))


def plan(source: Any = None, *, precisions: Any = None, budgets_s: Any = None, margin: "float | None" = None, store: Any = None,
         confidence: float = 0.95, seed: "int | None" = None, threads: int = 0, **words: Any) -> "dict[str, Any]":
    """The cheapest repetition counts by a pilot: docs/schema/plan.md.

    precisions: relative half-widths of the interval, 0.01 is ± 1 %. budgets_s: seconds that may be spent.

    >>> import assay
    >>> assay.plan("old.csv", precisions=0.02)["schema"]
    'assay.plan/1'
    """
    options = struct("assay_engine_plan_options")
    options.precisions, options.n_precisions = numbers(precisions)
    options.budgets_s, options.n_budgets = numbers(budgets_s)
    options.margin = number(margin)
    return _json.loads(_ask("plan", source, [ctypes.byref(options)], store, confidence, seed, threads, words))


def history(source: Any = None, *, experiments: Any = None, branch: "str | None" = None, last: int = 0, margin: float = 0,
            store: Any = None, confidence: float = 0.95, seed: "int | None" = None, threads: int = 0, **words: Any) -> "dict[str, Any]":
    """Which versions changed performance: docs/schema/history.md. Of sources each system is a version; without, the store's experiments."""
    options = struct("assay_engine_history_options")
    options.experiments, options.branch, options.last, options.margin = names(experiments), text(branch), last, margin
    return _json.loads(_ask("history", source, [ctypes.byref(options)], store, confidence, seed, threads, words))


def sweep(source: Any = None, *, margin: "float | None" = None, store: Any = None, confidence: float = 0.95, seed: "int | None" = None,
          threads: int = 0, **words: Any) -> "dict[str, Any]":
    """Parameters as factors, and which setting is best: docs/schema/sweep.md."""
    return _json.loads(_ask("sweep", source, [number(margin)], store, confidence, seed, threads, words))


def steady(source: Any = None, *, store: Any = None, confidence: float = 0.95, seed: "int | None" = None, threads: int = 0,
           **words: Any) -> "dict[str, Any]":
    """When benchmarks are warm, and whether iterations are independent: docs/schema/steady.md."""
    return _json.loads(_ask("steady", source, [], store, confidence, seed, threads, words))


def modes(source: Any = None, *, store: Any = None, confidence: float = 0.95, seed: "int | None" = None, threads: int = 0,
          **words: Any) -> "dict[str, Any]":
    """How values cluster: docs/schema/modes.md."""
    return _json.loads(_ask("modes", source, [], store, confidence, seed, threads, words))


def list_experiments(store: Any = None) -> "list[dict[str, Any]]":
    """The experiments of a store, a dict each, the first at first: id, name, version, commit, branch, started, complete, …"""
    with engine(store) as made:
        return _json.loads(made.json("list"))["experiments"]

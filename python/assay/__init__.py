# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures programs and functions, keeps every value, and says what changed and how sure that is.

    import assay
    assay.compare("old.csv", "new.csv")          # which is faster, by how much, how sure
    assay.read("assay.db").to_pandas()           # every value, a row each
    assay.run(commands=["sort a", "sort -u a"])  # measures, then .compare()

All of it is computed by libassay-engine (docs/engine.md), as by the program: numbers are the same to the last bit. In a benchmark
that times its own iterations, `for _ in assay.iterations(): …` (docs/harness.md) loads nothing of that.
"""
from ._harness import ITERATIONS, SEED, WARMUP, execution, iterations, metric

__version__ = "0.1.0"

__all__ = ["AssayError", "Comparison", "Experiment", "Frame", "compare", "execution", "history", "iterations", "engine_version",
           "list_experiments", "metric", "modes", "plan", "read", "run", "show", "steady", "sweep",
           "ITERATIONS", "SEED", "WARMUP"]

_PLACES = {"AssayError": "_engine", "engine_version": "_engine", "Frame": "_frame", "Comparison": "_comparison", "Experiment": "_run",
           "run": "_run", "read": "_questions", "compare": "_questions", "show": "_questions", "plan": "_questions",
           "history": "_questions", "sweep": "_questions", "steady": "_questions", "modes": "_questions",
           "list_experiments": "_questions", "list": "_questions"}


def __getattr__(name):
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module 'assay' has no attribute {name!r}")
    import importlib
    module = importlib.import_module(f"assay.{place}")
    found = getattr(module, "list_experiments" if name == "list" else name)
    globals()[name] = found
    return found


def __dir__():
    return sorted([*globals(), *_PLACES])

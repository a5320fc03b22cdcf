# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions as systems of an experiment: found again in a fresh process, by module or script, and called there (_call.py). What lives in this
process alone, a lambda, a closure or a cell of a notebook, is carried there with what it names (_carry.py).
"""
from __future__ import annotations

import hashlib
import json
import os
import pathlib
import pickle
import shlex
import subprocess
import sys
import tempfile
import types
from typing import Any, Mapping

from . import _carry
from ._engine import AssayError

WARM_UP = 10
"""Calls of a fresh process in front that do not count. Behind two of them calls still warmed up in most comparisons of sixty processes, and
verdicts were withheld; behind ten they were right (docs/evidence/doors.md)."""


def _place(function: Any) -> "dict[str, Any]":
    """Where a fresh process finds it, or what it is."""
    name, module = getattr(function, "__qualname__", type(function).__name__), getattr(function, "__module__", None) or ""
    if module == "__mp_main__":  # the script is imported for its functions, and measures once more
        raise AssayError("the script measures while it is imported: put that under if __name__ == '__main__':", "usage")
    if _carry.importable(function):
        return {"module": module, "name": name}
    main = getattr(sys.modules.get("__main__"), "__file__", None)
    if module == "__main__" and main is not None and "<" not in name and os.path.exists(main):
        return {"script": os.path.abspath(main), "name": name}
    try:
        return {"carried": _carry.carried(function), "name": name} if isinstance(function, types.FunctionType) else \
            {"pickled": pickle.dumps(function), "name": name}
    except (TypeError, AttributeError, ValueError, pickle.PicklingError) as problem:
        raise AssayError(f"{name} cannot be handed to a fresh process: {problem}. Define it at the top of a module", "usage") from problem


def _names_of(functions: Any) -> "dict[str, tuple[Any, tuple[Any, ...]]]":
    items = functions.items() if isinstance(functions, Mapping) else [(getattr(_plain(f), "__name__", "?"), f) for f in functions]
    made: "dict[str, tuple[Any, tuple[Any, ...]]]" = {}
    for name, function in items:
        if name in made:
            raise AssayError(f"two functions are called {name}: give a dict with names of your own", "usage")
        made[name] = (function[0], tuple(function[1:])) if isinstance(function, tuple) else (function, None)
    if not made:
        raise AssayError("there is no function to measure", "usage")
    return made


def _plain(function: Any) -> Any:
    return function[0] if isinstance(function, tuple) else function


def _keep(data: bytes) -> str:
    """In a file of the user's own, so that a run can go on later. Named by what it holds."""
    home = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "assay" / "calls"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if home.stat().st_uid != os.getuid() or home.stat().st_mode & 0o022:
        raise AssayError(f"{home} is not yours alone, and what lies there is executed", "system")
    path = home / (hashlib.sha256(data).hexdigest()[:24] + ".call")
    if not path.exists():
        with tempfile.NamedTemporaryFile(dir=home, delete=False) as file:
            file.write(data)
        os.replace(file.name, path)
    return str(path)


def call_file(place: "dict[str, Any]", arguments: Any, keywords: "Mapping[str, Any]" = {}, path: Any = None) -> str:
    """What a fresh process needs to know to call it."""
    try:
        handed = pickle.dumps((tuple(arguments), dict(keywords)))
    except (TypeError, AttributeError, pickle.PicklingError) as problem:
        raise AssayError(f"the arguments of {place['name']} cannot be handed to a fresh process: {problem}", "usage") from problem
    return _keep(pickle.dumps({"path": sys.path if path is None else path, "place": place, "arguments": handed}))


def command(file: str) -> str:
    """The command of an execution."""
    return " ".join(shlex.quote(word) for word in (sys.executable, str(pathlib.Path(__file__).with_name("_call.py")), file))


def result(file: str) -> Any:
    """What the function gives, in a fresh process."""
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "result")
        done = subprocess.run([sys.executable, str(pathlib.Path(__file__).with_name("_call.py")), file, out], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssayError("a function fails: " + (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1], "failed")
        with open(out, "rb") as data:
            return pickle.load(data)


def equal(old: Any, new: Any) -> bool:
    """Equal in kind and value; NaN equals NaN; arrays and tables as wholes."""
    if hasattr(old, "equals") and type(old) is type(new):
        return bool(old.equals(new))
    if type(old).__module__ == "numpy" or type(new).__module__ == "numpy":
        numpy = sys.modules.get("numpy")
        return bool(numpy is not None and numpy.array_equal(old, new, equal_nan=getattr(numpy.asarray(old), "dtype", None) is not None
                                                            and numpy.asarray(old).dtype.kind in "fc"))
    if isinstance(old, (list, tuple)) and type(old) is type(new):
        return len(old) == len(new) and all(map(equal, old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(equal(old[key], new[key]) for key in old)
    return bool(old == new or (old != old and new != new))


def check_results(files: "Mapping[str, str]", check: Any) -> None:
    same = equal if check is True else check
    names = list(files)
    first = result(files[names[0]])
    for name in names[1:]:
        if not same(first, result(files[name])):
            raise AssayError(f"{name} gives another result than {names[0]}: what is compared should do the same (check=False measures all the same)",
                             "invalid")


WHOLE = ("slices", "auto")  # orders that count what a whole process takes; auto may take slices


def manifest(functions: Any, args: Any, check: Any, executions: int, iterations: int, warmup: int, name: "str | None", margin: Any,
             order: "str | None") -> str:
    """Of an experiment that compares them; JSON is YAML."""
    if order in WHOLE:
        raise AssayError(f'order="{order}" compares whole processes, of which calls of a function are a part: order="lockstep" compares the calls',
                         "usage")
    given = _names_of(functions)
    files = {name: call_file(_place(function), args if own is None else own) for name, (function, own) in given.items()}
    if check is not False and len(files) > 1:
        check_results(files, check)
    return manifest_of(files, executions, iterations, warmup, name or "functions", margin, order)


def manifest_of(files: "Mapping[str, str]", executions: int, iterations: int, warmup: int, name: str, margin: Any = None,
                order: "str | None" = None, benchmark: str = "call", directory: Any = None) -> str:
    made: "dict[str, Any]" = {
        "experiment": name,
        "levels": [{"name": "execution", "count": executions}, {"name": "iteration", "count": iterations, "warmup": warmup, "batch": "auto"}],
        "systems": [{"name": system, "run": command(file)} for system, file in files.items()],
        "benchmarks": [{"name": benchmark, "values": "harness"}]}
    if margin is not None:
        made["margin"] = float(margin) if margin < 1 else f"{100 * margin:.17g}%"
    if order is not None:
        made["order"] = order
    return json.dumps(made)

# SPDX-License-Identifier: GPL-3.0-or-later
"""The fresh process: finds a function and calls it, once for its result, else as a benchmark that times its iterations."""
import builtins
import collections
import functools
import importlib
import itertools
import marshal
import os
import pickle
import runpy
import sys
import types


def _brought(data):
    """The first function of a table of _carry.py."""
    rows = pickle.loads(data)
    made = [types.FunctionType(marshal.loads(code), {"__builtins__": builtins, "__name__": "__main__"}, name, None,
                               tuple(types.CellType() for _ in cells)) for code, name, _, _, cells in rows]

    def value(told):
        kind, what = told
        return importlib.import_module(what) if kind == "module" else made[what] if kind == "function" else pickle.loads(what)
    for function, (_, _, defaults, names, cells) in zip(made, rows):
        function.__defaults__, function.__kwdefaults__ = pickle.loads(defaults)
        function.__globals__.update({name: value(told) for name, told in names.items()})
        for cell, told in zip(function.__closure__ or (), cells):
            cell.cell_contents = value(told)
    return made[0]


def _found(place):
    if "carried" in place:
        return _brought(place["carried"])
    if "pickled" in place:
        return pickle.loads(place["pickled"])
    if "script" in place:
        # As multiprocessing does it: the script's functions, but not what stands under `if __name__ == "__main__"`.
        names = runpy.run_path(place["script"], run_name="__mp_main__")
        main = sys.modules["__mp_main__"] = sys.modules["__main__"] = types.ModuleType("__mp_main__")
        main.__dict__.update(names)
        found = main
    else:
        found = importlib.import_module(place["module"])
        root = place.get("root")
        if root and not os.path.realpath(found.__file__).startswith(os.path.realpath(root) + os.sep):
            sys.exit(f"{place['module']} comes from {found.__file__}, not from {root}: installed in place of the checkout?")
    for part in place["name"].split("."):
        found = getattr(found, part)
    return found


def _harness():
    """The timing of iterations, without the package: this process loads what is measured, and little else."""
    import importlib.util
    spec = importlib.util.spec_from_file_location("_assay_harness", os.path.join(os.path.dirname(os.path.abspath(__file__)), "_harness.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _repeated(function, arguments, keywords):
    """Calls it so many times, with little between the calls."""
    called = functools.partial(function, **keywords) if keywords else function

    def work(n):
        if n == 1:
            called(*arguments)
        else:
            collections.deque(itertools.starmap(called, itertools.repeat(arguments, n)), 0)
    return work


def main():
    with open(sys.argv[1], "rb") as file:
        told = pickle.load(file)
    sys.path[:] = told["path"]
    function = _found(told["place"])
    arguments, keywords = pickle.loads(told["arguments"])
    if len(sys.argv) > 2:
        data = pickle.dumps(function(*arguments, **keywords))
        with open(sys.argv[2], "wb") as file:
            file.write(data)
        return
    for _ in _harness().iterations(_work=_repeated(function, arguments, keywords)):
        pass


main()

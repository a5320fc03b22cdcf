# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that no other process would find by name (a lambda, a closure, a cell of a notebook), as bytes: their code, and what it names.

A table of functions, so that those that call each other stay one; whatever else a function names is a module, found again by its name, or is pickled.
Bytes are for the same interpreter: code has no form that others read. _call.py, which may load little, holds the way back.
"""
import marshal
import pickle
import sys
import types


def _names(code):
    """Global names that a function or one inside it may use."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _names(constant)
    return found


def importable(function):
    """Whether module and name lead back to it, and to no script that is running."""
    found = sys.modules.get(getattr(function, "__module__", None) or "")
    for part in getattr(function, "__qualname__", "?").split("."):
        found = getattr(found, part, None)
    return found is function and function.__module__ != "__main__"


class _Table:
    def __init__(self):
        self.rows, self.known = [], {}

    def told(self, value):
        if isinstance(value, types.ModuleType):
            return "module", value.__name__
        if isinstance(value, types.FunctionType) and not importable(value):
            return "function", self.add(value)
        return "value", pickle.dumps(value)

    def add(self, function):
        if function in self.known:
            return self.known[function]
        number = self.known[function] = len(self.rows)
        self.rows.append(None)
        globals_of_it = {}
        for name in sorted(_names(function.__code__) & function.__globals__.keys()):
            try:
                globals_of_it[name] = self.told(function.__globals__[name])
            except (TypeError, AttributeError, pickle.PicklingError):
                pass  # it may be an attribute of that name that is meant; if not, the call says that the name is not defined
        cells = [self.told(cell.cell_contents) for cell in function.__closure__ or ()]
        self.rows[number] = (marshal.dumps(function.__code__), function.__name__, pickle.dumps((function.__defaults__, function.__kwdefaults__)),
                             globals_of_it, cells)
        return number


def carried(function):
    table = _Table()
    table.add(function)
    return pickle.dumps(table.rows)

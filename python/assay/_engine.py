# SPDX-License-Identifier: GPL-3.0-or-later
"""The library: found, loaded, called; its errors become exceptions."""
from __future__ import annotations

import contextlib
import ctypes
import math
import os
import pathlib
from typing import Any, Iterator, Sequence

from . import _header

HERE = pathlib.Path(__file__).resolve().parent


class AssayError(Exception):
    """What was asked for cannot be done, or cannot be known from these data.

    status: "invalid", "undefined", "usage", "missing", "failed", "system", "interrupted", "no memory", "no convergence".
    line:   of the file that could not be read, from 1; 0: of none.
    field:  its column or key; "": none.
    """

    def __init__(self, text: str, status: str = "invalid", line: int = 0, field: str = ""):
        super().__init__(text)
        self.status, self.line, self.field = status, line, field


# ---- loading

def _candidates() -> Iterator[str]:
    named = os.environ.get("ASSAY_LIBRARY")
    if named:
        yield named
        return
    yield str(HERE / "lib" / "libassay-engine.so.0")
    yield "libassay-engine.so.0"


def _bring() -> bool:
    """Loads what a whole wheel has beside the library, whichever first can: a library that is loaded serves those that need its name."""
    waiting = sorted((HERE / "lib" / "needed").glob("*"))
    brought = bool(waiting)
    while waiting:
        left = []
        for path in waiting:
            try:
                ctypes.CDLL(str(path))
            except OSError:
                left.append(path)
        if len(left) == len(waiting):
            return False
        waiting = left
    return brought


def _load() -> ctypes.CDLL:
    problems = []
    for path in _candidates():
        if os.sep in path and not os.path.exists(path):
            continue
        try:
            return ctypes.CDLL(path)
        except OSError as problem:
            problems.append(str(problem))
            if path.startswith(str(HERE)) and _bring():
                return ctypes.CDLL(path)
    raise ImportError("libassay-engine.so.0, which computes all of this, cannot be loaded: install assay (make install), or name the library "
                      "by ASSAY_LIBRARY. " + "; ".join(problems))


def _bind(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (returns, arguments) in _header.PROTOTYPES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            version = "an unknown version"
            if hasattr(library, "assay_engine_version"):
                library.assay_engine_version.restype = ctypes.c_char_p
                version = library.assay_engine_version().decode()
            raise ImportError(f"{library._name} is too old for this package: it is {version}, without {name}. Install a newer assay, or the "
                              "package that came with it") from None
        function.restype, function.argtypes = returns, arguments
    return library


_library: ctypes.CDLL | None = None


def library() -> ctypes.CDLL:
    global _library
    if _library is None:
        _library = _bind(_load())
    return _library


def engine_version() -> str:
    """The version of the library that is loaded: "0.1.0".

    >>> import assay
    >>> assay.engine_version().count(".")
    2
    """
    return library().assay_engine_version().decode()


# ---- structs

def struct(name: str) -> Any:
    """A struct of the header with its defaults."""
    made = _header.STRUCTS[name]()
    for (field, kind), value in zip(made._fields_, _header.DEFAULTS[name]):
        if value is _header.SIZE:
            setattr(made, field, ctypes.sizeof(made))
        elif value is not None:
            setattr(made, field, value)
    return made


def text(value: "str | os.PathLike[str] | None") -> "bytes | None":
    return None if value is None else os.fsencode(value)


def names(values: Any) -> Any:
    """A list that ends with NULL; None: NULL. One text is a list of it."""
    if values is None:
        return None
    items = [values] if isinstance(values, (str, bytes, os.PathLike)) else list(values)
    return (ctypes.c_char_p * (len(items) + 1))(*map(text, items), None)


def numbers(values: "float | Sequence[float] | None") -> Any:
    items = [] if values is None else [values] if isinstance(values, (int, float)) else list(values)
    return (ctypes.c_double * max(len(items), 1))(*items), len(items)


def number(value: "float | None") -> float:
    return math.nan if value is None else float(value)


# ---- calls

class Engine:
    """A handle: for one thread at a time, so every call of the package has its own."""

    def __init__(self, store: Any = None, confidence: float = 0.95, seed: "int | None" = None, threads: int = 0):
        self.functions, self.handle, self.error = library(), ctypes.c_void_p(), struct("assay_engine_error")
        if seed is not None and not 0 <= seed < 2 ** 64:
            raise ValueError(f"a seed is a whole number below 2 ** 64, not {seed}")
        if threads < 0:
            raise ValueError(f"there cannot be {threads} threads; 0: as many as there are processors")
        options = struct("assay_engine_options")
        options.store, options.confidence, options.threads = text(store), confidence, threads
        options.seed, options.seed_given = seed or 0, seed is not None
        launcher = HERE / "lib" / "assay-launcher"
        if launcher.exists():
            options.launcher = text(launcher)
        self.check(self.functions.assay_engine_open(ctypes.byref(options), ctypes.byref(self.handle), ctypes.byref(self.error)))

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.functions.assay_engine_close(ctypes.byref(self.handle))

    def check(self, status: int) -> None:
        if status == 0:
            return
        error = self.error
        if status == 4:
            raise MemoryError("assay: out of memory")
        raise AssayError(error.text.decode(errors="replace"), _header.STATUS.get(status, "unknown"), error.line, error.field.decode(errors="replace"))

    def call(self, name: str, *arguments: Any) -> int:
        return getattr(self.functions, "assay_engine_" + name)(self.handle, *arguments, ctypes.byref(self.error))

    def json(self, name: str, *arguments: Any) -> bytes:
        """The document of a finding."""
        out = ctypes.c_void_p()
        self.check(self.call(name, *arguments, ctypes.byref(out)))
        try:
            return ctypes.string_at(out)
        finally:
            self.functions.assay_engine_free(out)

    def remarks(self) -> "list[str]":
        return self.functions.assay_engine_remarks(self.handle).decode(errors="replace").splitlines()


@contextlib.contextmanager
def engine(store: Any = None, confidence: float = 0.95, seed: "int | None" = None, threads: int = 0) -> Iterator[Engine]:
    with Engine(store, confidence, seed, threads) as made:
        yield made

# SPDX-License-Identifier: GPL-3.0-or-later
"""Values as columns: the library's memory, seen by Python, numpy, pandas and whatever reads Arrow."""
from __future__ import annotations

import ctypes
import itertools
import weakref
from datetime import datetime, timedelta, timezone
from typing import Any, Iterator

from ._header import ArrowArray, ArrowSchema

_WIDTHS = {b"l": ("q", 8), b"g": ("d", 8), b"i": ("i", 4), b"tsn:UTC": ("q", 8)}
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def _release(schema: ArrowSchema, array: ArrowArray) -> None:
    for struct in (array, schema):
        if struct.release:
            struct.release(ctypes.byref(struct))


class _Owner:
    """Ends both structs when nothing looks at their memory any more."""

    def __init__(self, schema: ArrowSchema, array: ArrowArray):
        self.schema, self.array = schema, array
        weakref.finalize(self, _release, schema, array)


def _memory(owner: _Owner, address: int, size: int) -> Any:
    """Bytes of the owner's, which live as long as somebody looks at them."""
    made = (ctypes.c_ubyte * size).from_address(address) if size > 0 else (ctypes.c_ubyte * 0)()
    made.owner = owner
    return made


class Column:
    """One column: its name, its length, its values one by one; None where none is known."""

    def __init__(self, owner: _Owner, schema: ArrowSchema, array: ArrowArray):
        self._owner, self.name, self.format = owner, schema.name.decode(), schema.format
        self._length, self.null_count = array.length, array.null_count
        self.known = self._bits(array.buffers[0]) if array.null_count else None
        if self.format == b"b":
            self.items = self._bits(array.buffers[1])
        else:
            code, width = _WIDTHS[self.format]
            self.items = memoryview(_memory(owner, array.buffers[1], width * self._length)).cast("B").cast(code)
        self.words = self._read_words(array.dictionary.contents) if array.dictionary else None

    def _bits(self, address: int) -> memoryview:
        return memoryview(_memory(self._owner, address, (self._length + 7) // 8)).cast("B")

    def _read_words(self, array: ArrowArray) -> "list[str]":
        ends = memoryview(_memory(self._owner, array.buffers[1], 4 * (array.length + 1))).cast("B").cast("i")
        data = bytes(_memory(self._owner, array.buffers[2], ends[-1])) if ends[-1] else b""
        return [data[a:b].decode(errors="replace") for a, b in zip(ends, ends[1:])]

    def __len__(self) -> int:
        return self._length

    def _is_known(self, i: int) -> bool:
        return self.known is None or bool(self.known[i >> 3] >> (i & 7) & 1)

    def __getitem__(self, i: int) -> Any:
        if not -self._length <= i < self._length:
            raise IndexError(i)
        i %= self._length
        if not self._is_known(i):
            return None
        if self.format == b"b":
            return bool(self.items[i >> 3] >> (i & 7) & 1)
        item = self.items[i]
        if self.words is not None:
            return self.words[item]
        return EPOCH + timedelta(microseconds=item // 1000) if self.format == b"tsn:UTC" else item

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self._length))

    def to_numpy(self) -> Any:
        """As numpy has it: values and counts are the library's memory, not a copy; texts are objects, unknown counts NaN."""
        numpy = _need("numpy")
        if self.format == b"b":
            return numpy.unpackbits(numpy.frombuffer(self.items, "u1"), count=self._length, bitorder="little").view(bool)
        items = numpy.frombuffer(self.items, {"q": "i8", "d": "f8", "i": "i4"}[_WIDTHS[self.format][0]])
        if self.words is not None:
            items = numpy.array([*self.words, None], object)[items]
        elif self.format == b"tsn:UTC":
            items = items.view("M8[ns]")
        if self.known is None:
            return items
        known = numpy.unpackbits(numpy.frombuffer(self.known, "u1"), count=self._length, bitorder="little").view(bool)
        if items.dtype.kind == "i":
            items = items.astype("f8")
        items = items.copy()
        items[~known] = numpy.datetime64("NaT") if items.dtype.kind == "M" else None if items.dtype.kind == "O" else numpy.nan
        return items


def _need(name: str, without: str = "iterate over the frame, whose rows need nothing") -> Any:
    import importlib
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise ImportError(f"this needs {package}, which is not installed here: pip install {package}, or {without}") from None


class Frame:
    """Values of systems on benchmarks, a row each, warm-up included, in order of measurement.

    Columns: system, benchmark, metric, unit, direction ("less", "more", None), one for each level above the values (execution, build, …),
    the lowest level's number from 1, warm_up, round (what pairs systems, or None), position in it (from 1, or None), started (UTC, or None), cost_s (seconds, or None),
    value (in unit). Iterating gives a dict a row; frame["value"] a column; `to_pandas()` a DataFrame; polars, pyarrow, duckdb and
    others take it as it is (Arrow's PyCapsule interface). `remarks`: what was left out of the files.
    """

    def __init__(self, schema: ArrowSchema, array: ArrowArray, remarks: "list[str]"):
        self._owner, self.remarks = _Owner(schema, array), remarks
        self._columns = {column.name: column for column in
                         (Column(self._owner, schema.children[i].contents, array.children[i].contents) for i in range(array.n_children))}
        self._length = array.length

    @property
    def columns(self) -> "list[str]":
        return [*self._columns]

    @property
    def shape(self) -> "tuple[int, int]":
        return self._length, len(self._columns)

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, name: str) -> Column:
        return self._columns[name]

    def __iter__(self) -> "Iterator[dict[str, Any]]":
        names = self.columns
        for row in zip(*self._columns.values()):
            yield dict(zip(names, row))

    def __repr__(self) -> str:
        head = "\n".join("  ".join(str(row[name]) for name in self.columns) for row in itertools.islice(self, 5))
        return f"<assay.Frame of {self._length} values>\n{'  '.join(self.columns)}\n{head}{'' if self._length <= 5 else chr(10) + '…'}"

    def to_numpy(self) -> "dict[str, Any]":
        """A dict of arrays, a column each."""
        return {name: column.to_numpy() for name, column in self._columns.items()}

    def to_pandas(self) -> Any:
        """A DataFrame: texts are categories, values the library's memory without a copy."""
        pandas, numpy = _need("pandas"), _need("numpy")
        made = {}
        for name, column in self._columns.items():
            if column.words is not None:
                codes = numpy.frombuffer(column.items, "i4")
                if column.known is not None:
                    codes = numpy.where(_truths(numpy, column.known, self._length), codes, -1)
                made[name] = pandas.Categorical.from_codes(codes, column.words)
            elif column.format == b"l" and column.known is not None:
                known = _truths(numpy, column.known, self._length)
                made[name] = pandas.array(numpy.frombuffer(column.items, "i8"), "Int64") if known.all() else \
                    pandas.arrays.IntegerArray(numpy.frombuffer(column.items, "i8"), ~known)
            elif column.format == b"tsn:UTC":
                made[name] = pandas.Series(column.to_numpy()).dt.tz_localize("UTC")
            else:
                made[name] = column.to_numpy()
        return pandas.DataFrame(made, copy=False)

    def __arrow_c_schema__(self) -> Any:
        from ._arrow import give_schema
        return give_schema(self._owner)

    def __arrow_c_array__(self, requested_schema: Any = None) -> "tuple[Any, Any]":
        from ._arrow import give_array, give_schema
        return give_schema(self._owner), give_array(self._owner)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        from ._arrow import give_stream
        return give_stream(self._owner)


def _truths(numpy: Any, bits: Any, n: int) -> Any:
    return numpy.unpackbits(numpy.frombuffer(bits, "u1"), count=n, bitorder="little").view(bool)

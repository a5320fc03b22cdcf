# SPDX-License-Identifier: GPL-3.0-or-later
"""A frame's memory for others: Arrow's PyCapsule interface. What is given has a release of its own and keeps the frame's
memory; it may be moved, child by child, as the specification has it."""
from __future__ import annotations

import ctypes
import itertools
import threading
from typing import Any

from ._header import ArrowArray, ArrowSchema

_kept: "dict[int, Any]" = {}  # what a struct that is out there points to, by its private_data
_numbers = itertools.count(1)
_lock = threading.Lock()


def _keep(thing: Any) -> int:
    with _lock:
        number = next(_numbers)
        _kept[number] = thing
        return number


def _forget(number: "int | None") -> None:
    with _lock:
        _kept.pop(number, None)


def _release(pointer: Any) -> None:
    struct = pointer.contents
    for i in range(struct.n_children):
        child = struct.children[i]
        if child.contents.release:
            child.contents.release(child)
    if struct.dictionary and struct.dictionary.contents.release:
        struct.dictionary.contents.release(struct.dictionary)
    number = struct.private_data
    struct.release = type(struct.release)()
    _forget(number)


_RELEASES = {kind: dict(kind._fields_)["release"](_release) for kind in (ArrowSchema, ArrowArray)}


def _copy(source: Any, owner: Any) -> Any:
    """The same struct over the same memory, with a release of its own."""
    kind = type(source)
    made = kind()
    for name, _ in kind._fields_:
        if name not in ("children", "dictionary", "release", "private_data"):
            ctypes.memmove(ctypes.addressof(made) + getattr(kind, name).offset, ctypes.addressof(source) + getattr(kind, name).offset,
                           getattr(kind, name).size)
    children = [_copy(source.children[i].contents, owner) for i in range(source.n_children)]
    pointers = (ctypes.POINTER(kind) * max(len(children), 1))(*map(ctypes.pointer, children))
    words = _copy(source.dictionary.contents, owner) if source.dictionary else None
    if children:
        made.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(kind)))
    if words is not None:
        made.dictionary = ctypes.pointer(words)
    made.release = _RELEASES[kind]
    made.private_data = _keep((owner, children, pointers, words))
    return made


# ---- capsules

_python = ctypes.pythonapi
_DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _DESTRUCTOR)(("PyCapsule_New", _python))
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_structs: "dict[int, Any]" = {}  # the struct of a capsule, by its address


def _destructor(name: bytes) -> Any:
    def destroy(capsule: int) -> None:
        struct = _structs.pop(_pointer_of(capsule, name), None)
        if struct is not None and struct.release:  # nobody took it
            struct.release(ctypes.byref(struct))
    return _DESTRUCTOR(destroy)


class ArrowArrayStream(ctypes.Structure):
    pass


_GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowSchema))
_GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowArray))
_GET_ERROR = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(ArrowArrayStream))
_END = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArrayStream))
ArrowArrayStream._fields_ = [("get_schema", _GET_SCHEMA), ("get_next", _GET_NEXT), ("get_last_error", _GET_ERROR), ("release", _END),
                             ("private_data", ctypes.c_void_p)]

_NAMES = {ArrowSchema: b"arrow_schema", ArrowArray: b"arrow_array", ArrowArrayStream: b"arrow_array_stream"}
_DESTRUCTORS = {kind: _destructor(name) for kind, name in _NAMES.items()}


def _capsule(struct: Any) -> Any:
    address = ctypes.addressof(struct)
    _structs[address] = struct
    return _new(address, _NAMES[type(struct)], _DESTRUCTORS[type(struct)])


def give_schema(owner: Any) -> Any:
    return _capsule(_copy(owner.schema, owner))


def give_array(owner: Any) -> Any:
    return _capsule(_copy(owner.array, owner))


# ---- a stream of one array

def _move(struct: Any, out: Any) -> None:
    ctypes.memmove(out, ctypes.byref(struct), ctypes.sizeof(struct))


def _stream_schema(stream: Any, out: Any) -> int:
    _move(_copy(_kept[stream.contents.private_data][0].schema, _kept[stream.contents.private_data][0]), out)
    return 0


def _stream_next(stream: Any, out: Any) -> int:
    state = _kept[stream.contents.private_data]
    if state[1]:
        ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
    else:
        _move(_copy(state[0].array, state[0]), out)
        state[1] = True
    return 0


def _stream_end(stream: Any) -> None:
    _forget(stream.contents.private_data)
    stream.contents.release = _END()


_CALLS = (_GET_SCHEMA(_stream_schema), _GET_NEXT(_stream_next), _GET_ERROR(lambda stream: None), _END(_stream_end))


def give_stream(owner: Any) -> Any:
    stream = ArrowArrayStream(*_CALLS)
    stream.private_data = _keep([owner, False])
    return _capsule(stream)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases of the Python package: the package put together from this tree, a directory for each case, TAP."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import traceback

ROOT = pathlib.Path(os.environ["ASSAY_SOURCE"])
DATA = ROOT / "tests/golden/data"
PROGRAM = os.environ["ASSAY_PROGRAM"]
LIBRARY = os.environ["ASSAY_LIBRARY"]
_place = tempfile.TemporaryDirectory()
PACKAGES = pathlib.Path(_place.name)
subprocess.run([sys.executable, ROOT / "python/stage", PACKAGES / "assay", ROOT / "include"], check=True)
sys.path.insert(0, str(PACKAGES))
os.environ["PYTHONPATH"] = str(PACKAGES)
os.environ["XDG_CACHE_HOME"] = str(PACKAGES / "cache")
_cases = []


class Skip(Exception):
    pass


def case(function):
    _cases.append(function)
    return function


def of_python(function):
    """A case that starts Python again and again, or draws: with sanitizers it says nothing more of the library."""
    return function if "libasan" in os.environ.get("LD_PRELOAD", "") else case(function)


def needs(*modules):
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise Skip(f"{module} is not there")


def raises(kind, call, *arguments, **words):
    try:
        call(*arguments, **words)
    except kind as raised:
        return raised
    raise AssertionError(f"{kind.__name__} is not raised")


def in_process(text, **environment):
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env={**os.environ, **environment}, check=False)


def main():
    print(f"1..{len(_cases)}")
    failed = 0
    for number, function in enumerate(_cases, 1):
        with tempfile.TemporaryDirectory() as scratch:
            os.chdir(scratch)
            try:
                function(pathlib.Path(scratch))
                print(f"ok {number} - {function.__name__}", flush=True)
            except Skip as why:
                print(f"ok {number} - {function.__name__} # SKIP {why}", flush=True)
            except BaseException:
                failed = 1
                print(f"not ok {number} - {function.__name__}", flush=True)
                for line in traceback.format_exc().splitlines():
                    print("#", line)
            os.chdir("/")
    sys.exit(failed)

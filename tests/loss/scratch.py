# SPDX-License-Identifier: GPL-3.0-or-later
"""scratch -- what the tests of whole runs share: cases in directories of their own, told as TAP."""
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

PROGRAM = os.environ["ASSAY_PROGRAM"]
# What somebody set up for git is not for the repositories made here: signatures, hooks, line ends.
os.environ.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")
# A job of a script in the background ignores SIGINT, and so would what is begun here; a handler is not inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)
CASES = []


def case(function):
    CASES.append(function)
    return function


class Skip(Exception):
    pass


def wait_until(condition, what):
    """The limit only ends what would never come."""
    end = time.monotonic() + 100
    while not condition():
        assert time.monotonic() < end, f"it did not come: {what}"
        time.sleep(0.02)


def command_lines():
    """All processes of this machine with their words: bytes, for those of others need not be text."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            yield int(entry), pathlib.Path("/proc", entry, "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue


class Scratch:
    """A directory with a store of its own."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.environment = {k: v for k, v in os.environ.items() if k != "ASSAY_STORE"}
        self.environment["XDG_DATA_HOME"] = str(self.path)
        self.environment["LC_ALL"] = "C"

    def start(self, *arguments, **options):
        return subprocess.Popen([PROGRAM, *arguments], cwd=self.path, env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="surrogateescape",
                                **options)

    def run(self, *arguments, **options):
        process = self.start(*arguments, **options)
        out, err = process.communicate(timeout=100)
        return process.returncode, out, err

    def preload(self, library):
        """LD_PRELOAD parts its words at blanks, which the path may hold: the name alone, found in its directory."""
        path = pathlib.Path(library)
        others = [p for p in os.environ.get("LD_LIBRARY_PATH", "").split(":") if p]
        self.environment["LD_PRELOAD"] = path.name
        self.environment["LD_LIBRARY_PATH"] = ":".join([str(path.parent), *others])

    def store(self):
        return next(iter(self.path.glob("**/assay.db")), None)

    def count(self, condition="outcome = 0"):
        with sqlite3.connect(f"file:{self.store()}?mode=ro", uri=True) as db:
            return db.execute(f"SELECT count(*) FROM execution WHERE {condition}").fetchone()[0]

    def wait_for(self, executions):
        """Until a run in the background has stored so many; its first moments have no table yet."""
        while True:
            try:
                if self.store() is not None and self.count() >= executions:
                    return
            except sqlite3.OperationalError:
                pass
            time.sleep(0.01)

    def expect(self, result, code, *patterns):
        actual, _, err = result
        assert actual == code, f"exit code {actual}, expected {code}: {err}"
        for pattern in patterns:
            assert re.search(pattern, err), f"no {pattern!r} in: {err}"


def main():
    failures = 0
    print(f"1..{len(CASES)}")
    for number, function in enumerate(CASES, 1):
        directory = tempfile.mkdtemp(prefix="assay-loss-")
        name = function.__name__.replace("_", " ")
        try:
            function(Scratch(directory))
            print(f"ok {number} {name}", flush=True)
        except Skip as reason:
            print(f"ok {number} {name} # SKIP {reason}", flush=True)
        except (AssertionError, subprocess.TimeoutExpired) as problem:
            failures += 1
            text = str(problem).replace("\n", "\n# ")
            print(f"not ok {number} {name}\n# {text}", flush=True)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    return failures > 0

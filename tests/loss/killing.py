# SPDX-License-Identifier: GPL-3.0-or-later
"""killing -- runs that are killed again and again, and witnesses that count what was lost.

Every measured command writes "begin" first and, as its last act, "end", forced to disk (witness.c). A command begins
only when assay or its launcher has seen the one before it end: every "end" with a "begin" behind it must be stored, or
be taken up by the next --resume. Only the last "end" before a kill may be missing, for nobody may have seen it: that
is the one in flight, and it is counted as such. At the end the log has one "end" for each stored execution and each
one in flight that was measured again; any more were lost.
"""
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

PROGRAM = os.environ["ASSAY_PROGRAM"]
WITNESS = os.environ["ASSAY_TEST_WITNESS"]

TWO = """\
experiment: killed
seed: 7
trace: false # each execution is counted
levels: [{name: build, count: 3}, {name: execution, count: 15}]
systems: [{name: old, build: "echo old > {dir}/made"}, {name: new, build: "echo new > {dir}/made"}]
benchmarks: [{name: b, run: "./w log 2000 {dir}/made"}]
"""
THREE = """\
experiment: killed
seed: 8
trace: false
levels: [{name: machine, count: 2}, {name: build, count: 2}, {name: execution, count: 8}]
systems: [{name: old, build: "echo old > {dir}/made"}, {name: new, build: "echo new > {dir}/made"}]
benchmarks: [{name: a, run: "./w log 1500 {dir}/made"}, {name: b, run: "./w log 2500 {dir}/made"}]
"""
HARNESS = """\
experiment: killed
seed: 9
levels: [{name: execution, count: 40}, {name: iteration, count: 20, warmup: 3}]
systems: [{name: old}, {name: new}]
benchmarks: [{name: b, run: "./w log 2000", values: harness}]
"""
COMMANDS = ["./w log 2000", "./w log 2010"]
# The manifest, or the arguments; and whether the number of executions is fixed. Commands of some milliseconds run
# several one right after the other, longer ones and those with values of their own one at a time.
DESIGNS = {
    "quick": (["--seed", "3", "-r", "60", *COMMANDS], True),
    "quick, long commands": (["--seed", "3", "-r", "15", "./w log 15000", "./w log 15100"], True),
    "two levels": (TWO, True),
    "three levels, with builds": (THREE, True),
    "iterations of a harness": (HARNESS, True),
    "precision": (["--seed", "4", "--precision", "30%", "--max-runs", "60", *COMMANDS], False),
    "anytime": (["--seed", "5", "--stop", "anytime", "--max-runs", "60", *COMMANDS], False),
}
TARGETS = ["assay", "launcher", "both", "all"]


class Lost(Exception):
    """What a trial found wrong."""


def children_of(pid):
    try:
        return [int(p) for p in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def launcher_of(pid):
    """It leads a session; a leak checker's tracer does not."""
    for child in children_of(pid):
        try:
            if os.getsid(child) == child:
                return child
        except OSError:
            pass
    return None


def tree_of(pid):
    return [pid, *(p for child in children_of(pid) for p in tree_of(child))]


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def kill(pid, target, chance):
    """Kills assay, its launcher, both one right after the other, or the whole group of processes at one moment."""
    launcher = launcher_of(pid)
    if target == "all":
        tree = tree_of(pid)
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for process in tree:
                send(process, number)
        return
    victims = [p for p in ([pid] if target == "assay" else [launcher] if target == "launcher" else
                           chance.sample([pid, launcher], 2)) if p is not None]
    for victim in victims:
        send(victim, signal.SIGKILL)


class Trial:
    """An experiment in a directory of its own, which may be killed and gone on with."""

    def __init__(self, directory, design):
        self.directory = pathlib.Path(directory)
        source, self.fixed = DESIGNS[design]
        self.log = self.directory / "log"
        self.log.touch()
        shutil.copy(WITNESS, self.directory / "w")
        self.arguments = [] if isinstance(source, str) else source
        if isinstance(source, str):
            (self.directory / "assay.yaml").write_text(source)
        self.environment = {k: v for k, v in os.environ.items() if k != "ASSAY_STORE"}
        # Its check at exit has a child of its own, for which the program would wait without end were that one killed.
        self.environment["ASAN_OPTIONS"] = "detect_leaks=0"
        self.environment["ASSAY_STORE"] = str(self.directory / "assay.db")
        self.environment["TMPDIR"] = str(self.directory)
        self.in_flight = 0

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, "run", "--quiet", *arguments], cwd=self.directory, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def begin(self):
        return self.start(*self.arguments)

    def lines(self):
        return self.log.read_text().splitlines()

    def ends(self):
        return self.lines().count("end")

    def seen(self):
        """How many must have been seen to end: those with another one begun behind them."""
        lines = self.lines()
        return lines.count("end") - (lines[-1:] == ["end"])

    def executions(self):
        """(experiment, round, position) to (system, benchmark, path of units), of those that ended well and stand in
        rows, and how many are packed.

        Reads a copy: recovering the store is left to assay.
        """
        with tempfile.TemporaryDirectory() as copy:
            for name in ("assay.db", "assay.db-wal", "assay.db-journal"):
                if (self.directory / name).exists():
                    shutil.copy(self.directory / name, copy)
            path = os.path.join(copy, "assay.db")
            return read(path) if os.path.exists(path) else ({}, 0)

    def stored(self):
        rows, packed = self.executions()
        return len(rows) + packed

    def go_on(self):
        """Resumes, or begins where nothing had begun."""
        if not (self.directory / "assay.db").exists():
            return self.begin()
        return self.start("--resume")

    def killed(self, process, target, moment, chance):
        """Kills it at that moment and counts what may have been in flight."""
        time.sleep(moment)
        kill(process.pid, target, chance)
        _, text = process.communicate(timeout=60)  # the launcher, too, holds the other end of its standard error
        before = None
        while before != (before := self.lines()):  # the running command dies a moment later
            time.sleep(0.02)
        again = self.in_flight  # of earlier kills: they have two ends
        self.in_flight += before[-1:] == ["end"]
        if target == "launcher" and process.returncode not in (0, 3, 5):
            raise Lost(f"assay without its launcher ended with {process.returncode}: {text}")
        stored = self.stored()
        if not list(self.directory.glob("assay.db-run-*")) and stored < self.seen() - again:
            raise Lost(f"{self.seen()} had been seen to end, {stored} are stored")

    def finish(self):
        """Goes on to the end, whatever was killed before."""
        process = self.go_on()
        _, text = process.communicate(timeout=120)
        if process.returncode == 3:  # killed before the experiment had begun: nothing to resume
            process = self.begin()
            _, text = process.communicate(timeout=120)
        if process.returncode != 0:
            raise Lost(f"--resume ended with {process.returncode}: {text}")

    def lost(self):
        """Of a trial at its end: executions that had ended and were measured again, but for those in flight."""
        return self.ends() - self.stored() - self.in_flight

    def check(self, reference):
        executions, _ = self.executions()
        if (lost := self.lost()) > 0:
            raise Lost(f"{lost} executions were lost: {self.ends()} had ended, {self.stored()} are stored, and "
                       f"{self.in_flight} may have been in flight")
        if self.fixed and executions != reference:
            raise Lost(f"another schedule: {len(executions)} executions, undisturbed {len(reference)}")
        if other := [key for key in executions.keys() & reference.keys() if executions[key] != reference[key]]:
            raise Lost(f"another order at {other[:3]}")
        if rest := sorted(p.name for p in self.directory.iterdir() if p.name.startswith("assay.db-")):
            raise Lost(f"left beside the store: {rest}")
        # Killed before it was marked as ours, an empty one may stay: it could be anybody's.
        if rest := sorted(p.name for p in self.directory.glob("assay-??????")
                          if {q.name for q in p.iterdir()} - {".assay-new"}):
            raise Lost(f"directories of builds are left: {rest}")


def read(path):
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'execution'").fetchone() == (0,):
            return {}, 0
        units = {row[0]: row[1:] for row in db.execute("SELECT id, parent, place FROM unit")}
        rows = db.execute("SELECT experiment, system.name, benchmark.name, unit, place, round, position FROM execution"
                          " JOIN system ON system.id = execution.system"
                          " JOIN benchmark ON benchmark.id = execution.benchmark WHERE outcome = 0").fetchall()
        packed = db.execute("SELECT coalesce(sum(executions - failures), 0) FROM packed_execution").fetchone()[0]
    result = {}
    for experiment, system, benchmark, unit, place, round_, position in rows:
        parts = [place]
        while unit != 0:
            unit, above = units[unit]
            parts.append(above)
        if (experiment, round_, position) in result:
            raise Lost(f"round {round_}, position {position} of experiment {experiment} is stored twice")
        result[experiment, round_, position] = (system, benchmark, tuple(reversed(parts)))
    return result, packed


def reference_of(directory, design):
    """The executions of a run that nothing disturbs, and how long it takes."""
    trial = Trial(directory, design)
    begin = time.monotonic()
    process = trial.begin()
    _, text = process.communicate(timeout=120)
    duration = time.monotonic() - begin
    if process.returncode != 0:
        raise Lost(f"undisturbed, it ended with {process.returncode}: {text}")
    executions, _ = trial.executions()
    trial.check(executions)
    return executions, duration


def killed_and_resumed(directory, design, targets, reference, duration, chance):
    """Kills a run at random moments, each time another target, goes on to the end and checks. How many kills met it at
    work, how many of these may have had an execution in flight, and how many executions were measured again."""
    trial = Trial(directory, design)
    process = trial.begin()
    met = 0
    for i, target in enumerate(targets):
        trial.killed(process, target, chance.uniform(0, 0.9 * duration / len(targets)), chance)
        met += process.returncode != 0
        if i + 1 < len(targets):
            process = trial.go_on()
    trial.finish()
    trial.check(reference)
    return met, trial.in_flight, trial.ends() - trial.stored()

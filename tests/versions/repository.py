# SPDX-License-Identifier: GPL-3.0-or-later
"""repository -- a repository of git in a scratch directory whose program prints how long it took, and what a job of
continuous integration runs there."""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess

from scratch import PROGRAM, Skip

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

MANIFEST = r"""experiment: toy
margin: 2%
seed: 7
levels: [{name: execution, count: 5}]
systems: [{name: here}]
benchmarks:
  - {name: sort, run: 'sh "{source}/bench.sh" {seed}', values: {regex: 'time: ([0-9.]+) ms'}, metrics: [wall]}
"""
# A part in a thousand more or less, from the execution's seed: the same whenever this is tested.
BENCH = r"""[ -e "${0%/*}/broken" ] && exit 1
read base <"${0%/*}/base"
echo "time: $((base + $1 % 3)) ms"
"""


class Repository:
    def __init__(self, scratch, bench=BENCH):
        if shutil.which("git") is None:
            raise Skip("git is not installed")
        self.path, self.store = scratch.path / "repository", scratch.path / "assay.db"
        self.environment = {key: value for key, value in scratch.environment.items()
                            if not key.startswith(("GIT_", "GITHUB_", "CI_"))}
        self.environment.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="a",
                                GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="a", COLUMNS="100",
                                GIT_COMMITTER_EMAIL="a@example.org", TMPDIR=str(scratch.path),
                                PATH=f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}")
        self.n = 0
        self.path.mkdir()
        self.git("init", "-q")
        self.git("symbolic-ref", "HEAD", "refs/heads/main")
        (self.path / "assay.yaml").write_text(MANIFEST)
        (self.path / "bench.sh").write_text(bench)

    # A search measures what it cannot tell apart for a minute by itself; on a machine with others everything else takes long, too.
    def call(self, *words, environment=None):
        return subprocess.run(words, cwd=self.path, env={**self.environment, **(environment or {})}, timeout=300,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def git(self, *words, **more):
        done = self.call("git", *words, **more)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self, base, broken=False):
        self.n += 1
        (self.path / "base").write_text(f"{base}\n")
        (self.path / "broken").write_text("") if broken else (self.path / "broken").unlink(missing_ok=True)
        self.git("add", "-A", ".")
        self.git("commit", "-q", "--allow-empty", "-m", f"{self.n}",
                 environment={"GIT_COMMITTER_DATE": f"@{1700000000 + 1000 * self.n} +0000"})
        return self.git("rev-parse", "HEAD")

    def assay(self, *words, code=0, **more):
        done = self.call(PROGRAM, words[0], "--store", str(self.store), *words[1:], **more)
        assert done.returncode == code, f"{words}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def history(self):
        return json.loads(self.assay("history", "--json").stdout)

    def query(self, sql):
        with sqlite3.connect(self.store) as db:
            return db.execute(sql).fetchall()

    def trees(self):
        return len(self.git("worktree", "list").splitlines())


def need(program):
    if shutil.which(program) is None:
        raise Skip(f"{program} is not installed")


def push(s, r, forge, **more):
    """What the action runs for a push; what it said, its output, the summary."""
    output, summary = s.path / "output", s.path / "summary"
    output.write_text("")
    done = r.call("sh", str(ROOT / "integration/github"), environment={
        "ASSAY_BASE": "base", "ASSAY_PULL_REQUEST": "7", "ASSAY_COMMENT_TOKEN": "secret", "ASSAY_STORE": str(r.store),
        "GITHUB_API_URL": forge.url, "GITHUB_REPOSITORY": "o/r", "GITHUB_OUTPUT": str(output),
        "GITHUB_STEP_SUMMARY": str(summary), "ASSAY_TIME_BUDGET": "5s", **more})
    return done, output.read_text(), summary.read_text() if summary.exists() else ""

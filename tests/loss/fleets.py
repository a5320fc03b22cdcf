# SPDX-License-Identifier: GPL-3.0-or-later
"""fleets -- what the tests of fleets share: shards that wait in the midst of their work until they have been met there."""
import json
import os
import signal
import sqlite3

from scratch import command_lines, wait_until

# A value that only the schedule decides. While there is a file `hold`, each run ends its first command only.
MANIFEST = """\
seed: 7
levels: [{name: machine, count: 6}, {name: execution, count: 3}]
systems: [{name: old}, {name: new}]
benchmarks: [{name: b, run: "sh -c 'mkdir \\"HERE/run-$PPID\\" 2>/dev/null || while [ -e \\"HERE/hold\\" ]; do sleep 0.02; done; echo v {seed}'",
              values: "regex 'v ([0-9]+)'"}]
"""


def write(s, manifest=MANIFEST):
    (s.path / "assay.yaml").write_text(manifest.replace("HERE", str(s.path)))


def units(s):
    code, out, _ = s.run("fleet", "status", "--json")
    return json.loads(out)["units"] if code == 0 else []


def hold(s):
    (s.path / "hold").touch()


def release(s):
    (s.path / "hold").unlink()


def stored(s, shard):
    """Executions of a shard; its first moments have no table yet."""
    path = s.path / f"assay.fleet/shard-{shard}/1.db"
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*) FROM execution WHERE outcome = 0").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def meet(s, *shards):
    """Of shards that are held: each has stored something, and has something left to do."""
    wait_until(lambda: all(stored(s, shard) > 0 for shard in shards), f"shards {shards} at work")


def workers(s, shard):
    begin, place = [b"fleet", b"work", str(shard).encode()], os.fsencode(s.path)
    return [process for process, words in command_lines()
            if words[1:4] == begin and b"".join(words[5:6]).startswith(place)]


def kill_worker(s, shard):
    """Of a shard that is held, while it measures; then all go on."""
    meet(s, shard)
    killed = workers(s, shard)
    assert killed, f"nobody works at shard {shard}"
    for process in killed:
        os.kill(process, signal.SIGKILL)
    release(s)

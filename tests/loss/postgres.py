# SPDX-License-Identifier: GPL-3.0-or-later
"""postgres -- a PostgreSQL server of one's own, on a socket in a scratch directory, for as long as a test lives."""
import atexit
import contextlib
import glob
import os
import pathlib
import shutil
import subprocess
import tempfile

from scratch import Skip

os.environ["PATH"] += ":/usr/sbin:/sbin"  # of runuser


class Server:
    def __init__(self):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) or [shutil.which("initdb") or ""]
        self.programs, self.at = pathlib.Path(found[-1]).parent, None

    def call(self, program, *words):
        own = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        return subprocess.run([*own, self.programs / program, *words], cwd="/", check=True, capture_output=True)

    def start(self):
        if not (self.programs / "initdb").is_file():
            raise Skip("no PostgreSQL server here")
        self.at = pathlib.Path(tempfile.mkdtemp(prefix="assay-pg-", dir="/tmp"))
        atexit.register(self.stop)
        if os.getuid() == 0:
            shutil.chown(self.at, "postgres")
        (self.at / "password").write_text("right\n")
        (self.at / "password").chmod(0o644)
        self.call("initdb", "-D", self.at / "d", "-A", "trust", "-U", "bench", "--locale=C", "--encoding=UTF8", "--no-sync", "--no-instructions",
                  f"--pwfile={self.at}/password")
        self.at.chmod(0o755)
        rules = "local all reader scram-sha-256\nlocal all all trust\n"
        self.call("pg_ctl", "-D", self.at / "d", "-w", "-l", self.at / "log", "-o",
                  f"-c listen_addresses= -c unix_socket_directories={self.at} -c fsync=off -c shared_buffers=1MB", "start")
        (self.at / "d/pg_hba.conf").write_text(rules)
        self.ask("SELECT pg_reload_conf()", "CREATE ROLE reader LOGIN PASSWORD 'right'")

    def stop(self):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.call("pg_ctl", "-D", self.at / "d", "-m", "immediate", "stop")
        shutil.rmtree(self.at, ignore_errors=True)

    def url(self, user="bench"):
        return f"postgresql:///postgres?host={self.at}&user={user}"

    def ask(self, *questions):
        done = subprocess.run([self.programs / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", self.url()], input=";\n".join(questions),
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    def empty(self):
        """Its URL, without an archive."""
        if self.at is None:
            self.start()
        self.ask("SET client_min_messages = error", "DROP SCHEMA IF EXISTS assay CASCADE")
        return self.url()

# SPDX-License-Identifier: GPL-3.0-or-later
"""daemons -- Slurm's daemons and others, started for one test on loopback alone, and ended with it."""
import os
import shutil
import socket
import subprocess

from scratch import Skip, wait_until

os.environ["PATH"] += ":/usr/sbin:/sbin"  # of the daemons


def need(*programs):
    for program in programs:
        if shutil.which(program) is None:
            raise Skip(f"no {program} here")
    if os.getuid() != 0:
        raise Skip("its daemons are started as root only")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Daemons:
    def __init__(self, s):
        self.s, self.started = s, []

    def __enter__(self):
        return self

    def start(self, *words):
        path = shutil.which(words[0])
        process = subprocess.Popen([path, *map(str, words[1:])], env=self.s.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.started.append(process)
        return process

    def __exit__(self, *_):
        for process in reversed(self.started):
            process.terminate()
        for process in self.started:
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def write_slurm(s):
    host, spool = socket.gethostname().split(".")[0], s.path / "spool"
    spool.mkdir()
    s.path.chmod(0o755)
    (s.path / "key").write_bytes(os.urandom(128))
    (s.path / "key").chmod(0o400)
    lines = f"""ClusterName=local
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={s.path}/munge.socket
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
StateSaveLocation={spool}
SlurmdSpoolDir={spool}/d
SlurmctldPidFile={s.path}/c.pid
SlurmdPidFile={s.path}/d.pid
SlurmctldLogFile={s.path}/c.log
SlurmdLogFile={s.path}/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=bench Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
    (s.path / "slurm.conf").write_text(lines)
    s.environment["SLURM_CONF"] = str(s.path / "slurm.conf")
    return host


def slurm(s, *words):
    return subprocess.run(words, env=s.environment, capture_output=True, text=True).stdout


def need_slurm():
    need("slurmctld", "slurmd", "munged", "sbatch")


def start_slurm(s, daemons):
    """As write_slurm has written it, until its node is idle. The controller's process."""
    daemons.start("munged", "-F", "--force", f"--key-file={s.path}/key", f"--socket={s.path}/munge.socket",
                  f"--pid-file={s.path}/m.pid", f"--log-file={s.path}/m.log", f"--seed-file={s.path}/m.seed")
    wait_until((s.path / "munge.socket").exists, "munged")
    controller = daemons.start("slurmctld", "-D", "-c", "-f", s.path / "slurm.conf")
    daemons.start("slurmd", "-D", "-f", s.path / "slurm.conf")
    wait_until(lambda: "idle" in slurm(s, "sinfo", "-h", "-o", "%T"), "an idle node")
    return controller

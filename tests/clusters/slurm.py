"""A Slurm of two nodes on this machine, on loopback, which ends with the test."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "sinfo")
HOW_TO_INSTALL = "Slurm is not installed: apt-get install slurm-wlm munge"
CONFIG = """\
ClusterName=intarsia
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={ports[0]}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=15
MessageTimeout=10
KillWait=1
SchedulerParameters=sched_interval=1
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def find(program):
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def is_installed():
    return all(map(find, PROGRAMS))


def free_port():
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return some.getsockname()[1]


class Slurm:
    """Daemons that were started, and commands that are asked of them."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(mode=0o755)
        (self.folder / "state").mkdir()
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True)
        text = CONFIG.format(
            host=socket.gethostname().split(".")[0],
            user=user.stdout.strip(),
            folder=self.folder,
            ports=[free_port() for _ in range(3)],
        )
        (self.folder / "slurm.conf").write_text(text)
        self.environment = os.environ | {"SLURM_CONF": str(self.folder / "slurm.conf")}
        self.daemons = {}

    def __enter__(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        files = {"key-file": key, "socket": self.folder / "munge.socket"}
        files |= {f"{n}-file": self.folder / f"munge.{n}" for n in ("pid", "log", "seed")}
        words = [f"--{name}={path}" for name, path in files.items()]
        self.start("munged", "--foreground", "--force", *words)
        self.wait(lambda: (self.folder / "munge.socket").exists(), "munged")
        self.start("slurmctld", "-D", "-i")
        for node in ("n1", "n2"):
            self.start_node(node)
        self.wait(lambda: self.ask("sinfo", "-h", "-o", "%t %D") == "idle 2", "two idle nodes")
        return self

    def start_node(self, node):
        self.start("slurmd", "-D", "-N", node, name=node)

    def start(self, program, *words, name=None):
        log = (self.folder / f"{name or program}.out").open("a")
        self.daemons[name or program] = subprocess.Popen(
            [find(program), *words],
            env=self.environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def ask(self, program, *words):
        done = subprocess.run(
            [find(program), *map(str, words)],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.strip()

    def wait(self, is_so, what, seconds=60):
        end = time.monotonic() + seconds
        while not is_so():
            logs = "".join(p.read_text()[-1500:] for p in self.folder.glob("*.log"))
            assert time.monotonic() < end, f"{what} did not come\n{logs}"
            time.sleep(0.1)

    def kill_node(self, node, *beside):
        """The daemon, its steps and these processes: nothing of the node goes on."""
        for number in (self.daemons.pop(node).pid, *self.steps_of(node), *beside):
            kill(number)

    def steps_of(self, node):
        """Processes whose environment says that they are of the node, and of this Slurm."""
        marks = {f"SLURMD_NODENAME={node}".encode()}
        ours = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        for process in pathlib.Path("/proc").iterdir():
            try:
                found = set((process / "environ").read_bytes().split(b"\0"))
                words = (process / "cmdline").read_bytes()
            except OSError:
                continue
            is_step = words.startswith(b"slurmstepd") and ours in found
            if (marks <= found and ours in found) or (is_step and self.is_on(process, node)):
                yield int(process.name)

    def is_on(self, process, node):
        """Whether a step's files are of the node."""
        try:
            links = [os.readlink(fd) for fd in (process / "fd").iterdir()]
        except OSError:
            return False
        return any(f"slurmd.{node}.log" in link or f"spool.{node}" in link for link in links)

    def __exit__(self, *_):
        for job in self.ask("squeue", "-h", "-o", "%i").split():
            self.ask("scancel", job)
        for node in ("n1", "n2"):
            for number in self.steps_of(node):
                kill(number)
        for daemon in self.daemons.values():
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def kill(number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)

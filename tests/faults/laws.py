"""What must hold after a run, whatever failed in it."""

import dataclasses
import json
import pathlib
import shutil
import signal

from tests.faults.commands import Clean, Command, Stage, folder_files
from tests.faults.library import Fault, Outcome

FAILED = 1
SET = "new-set"
TEMPORARY = ".tmp-"


@dataclasses.dataclass(frozen=True)
class Run:
    """A command that was run with a fault, and the folder that it left."""

    stage: Stage
    command: Command
    fault: Fault
    outcome: Outcome
    folder: pathlib.Path
    files: dict
    old: dict

    @property
    def clean(self) -> Clean:
        return self.stage.clean(self.command.name)

    @property
    def is_done(self):
        return self.outcome.code == self.clean.outcome.code

    def say(self, what):
        return f"{self.command.name} {self.fault}: {what}"


def broken_laws(stage, command, fault):
    """Runs the command with the fault; answers a sentence for each law that does not hold."""
    folder = stage.begin(command)
    try:
        old = folder_files(folder)
        outcome = stage.injector.run(command.args, folder, fault)
        run = Run(stage, command, fault, outcome, folder, folder_files(folder), old)
        found = [run.say(what) for law in LAWS for what in law(run)]
        if found:
            found.append(f"  it said: {outcome.stderr.strip()[-400:]!r}")
        return found
    finally:
        shutil.rmtree(folder)


def differences(found, expected):
    """The files in which two folders differ, as one line."""
    changed = sorted(n for n in found.keys() & expected.keys() if found[n] != expected[n])
    missing = sorted(expected.keys() - found.keys())
    added = sorted(found.keys() - expected.keys())
    parts = {"differ": changed, "missing": missing, "too many": added}
    return ", ".join(f"{what}: {' '.join(names)}" for what, names in parts.items() if names)


def it_ends_as_told(run):
    """With a known exit code; by a signal only if that is the fault."""
    code = run.outcome.code
    if code is None:
        yield "it did not end"
    elif run.outcome.is_killed and run.fault.is_kill:
        return
    elif code < 0:
        yield f"it died by {signal.Signals(-code).name}"
    elif code not in (run.clean.outcome.code, FAILED):
        yield f"exit code {code}, where only {run.clean.outcome.code} and {FAILED} may be"
    elif run.fault.action == "short" and not run.is_done:
        yield f"exit code {code}, but a short transfer is no failure"


def success_is_whole(run):
    """The exit code of a clean run stands for all bytes of a clean run, the counts included."""
    if not run.is_done:
        return
    # What is not removed for want of a way stays under its temporary name.
    files = without_temporary(run.files) if run.fault.kind == "unlink" else run.files
    if files != run.clean.files:
        yield f"exit code {run.outcome.code}, but {differences(files, run.clean.files)}"
    if run.outcome.stdout != run.clean.outcome.stdout:
        yield f"exit code {run.outcome.code}, but another standard output"


def failed_sync_is_failure(run):
    """What is done would survive a power cut."""
    is_refused = run.fault.kind == "fsync" and run.fault.action.startswith("E")
    if run.is_done and is_refused and run.fault.action != "EINTR":
        yield f"exit code {run.outcome.code}, but a sync failed"


def failure_is_told(run):
    """By the name of a file, or as what it is where no file is concerned."""
    if run.is_done or run.outcome.code is None or run.outcome.code < 0:
        return
    # Games that are refused are told by file and line, too.
    said = "".join(s for s in run.outcome.stderr.splitlines() if s.startswith("intarsia"))
    words = run.command.names
    if run.fault.kind == "malloc" or run.fault.action == "ENOMEM":
        words = ("out of memory", "Cannot allocate memory", "thread")  # the last needs some, too
    elif run.fault.kind == "thread":
        words = (*words, "thread")
    if not any(word in said for word in words):
        yield "no message that tells what failed"


def inputs_are_untouched(run):
    found = folder_files(run.stage.inputs)
    if found != run.stage.untouched:
        yield f"inputs changed: {differences(found, run.stage.untouched)}"


def failure_leaves_no_output(run):
    """None of its files, or whole ones where there was no time or no way to remove them."""
    if run.is_done or run.command.is_build:
        return
    # Syncing a name comes after the old file of that name was replaced.
    kept = without_replaced(run) if run.fault.kind == "fsync" else run.files
    if not run.outcome.is_killed and run.fault.kind != "unlink":
        if kept != run.old:
            yield f"it failed, but {differences(kept, run.old)}"
        return
    temporary = {name: data for name, data in run.files.items() if TEMPORARY in name}
    if len(temporary) > 1 and "--force" not in run.command.args:
        yield f"several temporary files: {' '.join(temporary)}"
    for name in run.old.keys() - run.files.keys():
        if run.old[name] not in temporary.values():
            yield f"{name}, which lay there, is gone"
    for name in run.files.keys() - temporary.keys():
        if run.files[name] not in (run.old.get(name), run.clean.files.get(name)):
            yield f"{name} is neither the old file nor the new one"


def without_replaced(run):
    """The files, with the old one in the place of a new one that has replaced it whole."""
    is_new = {n for n in run.old if run.files.get(n) == run.clean.files.get(n)}
    return run.files | {n: run.old[n] for n in is_new}


def in_set(files):
    return {n.removeprefix(f"{SET}/"): b for n, b in files.items() if n.startswith(f"{SET}/")}


def without_temporary(files):
    return {name: data for name, data in files.items() if TEMPORARY not in name}


def finished_names(files):
    """The files that belong to finished shards."""
    if "manifest.json" not in files:
        return set()
    shards = json.loads(files["manifest.json"])["shards"]
    selections = {e["name"] for s in shards for e in s["selections"]}
    return {s[key] for s in shards for key in ("name", "games_name")} | selections


def failed_build_can_go_on(run):
    """What was finished is right, and --resume makes the rest; or the old set is still there."""
    if run.is_done or not run.command.is_build:
        return
    if run.command.name == "build-refused":
        if run.files != run.old:
            yield f"a set that was there changed: {differences(run.files, run.old)}"
        return
    found, old = in_set(run.files), in_set(run.old)
    if "manifest.json" in found:
        check = run.stage.injector.plain(["verify", SET], run.folder)
        if check.code != 0:
            yield f"verify then finds: {check.stdout.decode()} {check.stderr}"
    if "--force" in run.command.args and without_temporary(found) == old:
        yield from old_set_is_kept(run)
        return
    if "--force" not in run.command.args:
        for name in finished_names(old):
            if found.get(name) != old[name]:
                yield f"{name}, finished before, changed"
    yield from becomes_whole(run, "--resume")


def old_set_is_kept(run):
    """--force failed before it changed anything: that set is not completed to another one."""
    refused = run.stage.injector.plain(run.command.retried("--resume"), run.folder)
    if refused.code != FAILED or without_temporary(folder_files(run.folder)) != run.old:
        yield f"then --resume changed the other set, exit code {refused.code}"
    yield from becomes_whole(run, "--force")


def becomes_whole(run, flag):
    done = run.stage.injector.plain(run.command.retried(flag), run.folder)
    whole = run.stage.whole_set(run.command.name)
    found = in_set(folder_files(run.folder))
    if done.code not in (0, 3) or found != whole:
        said = done.stderr.strip()[-200:]
        yield f"{flag} then ends with {done.code}, {differences(found, whole)} ({said})"


LAWS = (
    it_ends_as_told,
    success_is_whole,
    failed_sync_is_failure,
    failure_is_told,
    inputs_are_untouched,
    failure_leaves_no_output,
    failed_build_can_go_on,
)

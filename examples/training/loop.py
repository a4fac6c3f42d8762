"""The loop of a training: until the time or the steps are over, or Ctrl-C."""

import signal
import time

from . import report


class CtrlC:
    """Ctrl-C ends the loop after the step that is being made; pressed again, at once."""

    def __enter__(self):
        self.is_pressed = False
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, *_):
        self.is_pressed = True
        signal.signal(signal.SIGINT, self._before)

    def __exit__(self, *_):
        signal.signal(signal.SIGINT, self._before)


def run(trainer, folder, minutes=None, steps=None, check_every=200):
    """Trains, checks and saves; answers whether it was let run to its end."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    progress = report.Progress(trainer.step, steps)
    pace = report.Pace(trainer.device)
    with CtrlC() as ctrl_c:
        for batch in pace.timed(trainer.batches()):
            trainer.learn(batch)
            progress.step(trainer)
            pace.count(len(batch.planes))
            is_last = trainer.step == steps or (end is not None and time.monotonic() >= end)
            if ctrl_c.is_pressed:
                break
            if is_last or trainer.step % check_every == 0:
                pace.end()
                progress.line(report.in_words(trainer.step, trainer.check(), pace))
                trainer.save(folder)
                pace.begin()
            if is_last:
                break
        trainer.save(folder)
    progress.close()
    report.write(folder, trainer)
    return not ctrl_c.is_pressed

"""GPU names in the placement lines that TensorFlow's C++ writes to the process's output.

C++ writes `Executing op … in device …` and `y: (MatMul): …` itself, with raw names, to descriptors 1 and 2.
When the program turns placement logging on, these go through a helper process: a thread of this process could
hang, for C++ may write more than a pipe holds while it keeps Python from running, and would lose the last
lines of a crash.
"""

import atexit
import ctypes
import os
import select
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ._names import Layout, line_to_user
from ._request import REQUEST_VARIABLE

_PIPES_VARIABLE = "TFMIGRATE_EMULATE_LOG_PIPES"
_DESCRIPTORS = (1, 2)
_READ_BYTES = 65536
_PARTIAL_LINE_SECONDS = 0.05
_END_SECONDS = 10  # for which what was written last is waited for: a busy machine starts a helper slowly
_C = ctypes.CDLL(None)
_LINE_BUFFERED = 1  # C's _IOLBF


def translate_output(layout: Layout) -> None:
    """Sends this process's output and error through a translator, unless they already go through one."""
    global _asked
    _asked = layout
    resume()


def resume() -> None:
    """Sends output through a translator again, if it was to be: it may go to other files now."""
    if _asked is None:
        return
    for descriptor in _DESCRIPTORS:
        known = os.environ.get(_PIPES_VARIABLE, "").split()
        if _identity(descriptor) not in known:
            _translators.append(_inserted_translator(descriptor, _asked))
            os.environ[_PIPES_VARIABLE] = " ".join([*known, _identity(descriptor)])


def suspend() -> None:
    """Writes to where was written before, once all that was written so far is there."""
    translators = list(_translators)
    _translators.clear()
    for translator in translators:
        translator.remove()


def stop() -> None:
    """Translates nothing any more."""
    global _asked
    suspend()
    _asked = None


def main() -> None:
    """Copies standard input to standard output, translated; how many GPUs and TPUs are the arguments."""
    for interrupt in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(interrupt, signal.SIG_IGN)  # what the program says on its way out is still to come
    layout = Layout(int(sys.argv[1]), int(sys.argv[2]))
    pending = b""
    while True:
        # a prompt or a progress bar ends without a newline and must not wait for one
        ready, _, _ = select.select([0], [], [], _PARTIAL_LINE_SECONDS if pending else None)
        data = os.read(0, _READ_BYTES) if ready else b""
        *lines, pending = (pending + data).split(b"\n")
        _write(b"".join(_translate(line, layout) + b"\n" for line in lines))
        if not data:
            _write(_translate(pending, layout))
            pending = b""
            if ready:
                return


def _translate(line: bytes, layout: Layout) -> bytes:
    if b"CPU:" not in line:
        return line
    return line_to_user(line.decode("utf-8", "surrogateescape"), layout).encode("utf-8", "surrogateescape")


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def _identity(descriptor: int) -> str:
    """Names the open file behind a descriptor, so that a child can see that it inherited a translated one."""
    status = os.fstat(descriptor)
    return f"{status.st_dev}:{status.st_ino}"


@dataclass(frozen=True)
class _Translator:
    """What stands between a descriptor and the file that was behind it, `real`."""

    helper: subprocess.Popen[bytes]
    descriptor: int
    real: int
    pipe: str

    def remove(self) -> None:
        if _identity(self.descriptor) != self.pipe:
            return  # something else has taken the descriptor since, and may give it back
        sys.stdout.flush()
        sys.stderr.flush()
        _C.fflush(None)
        known = os.environ.get(_PIPES_VARIABLE, "").split()
        os.environ[_PIPES_VARIABLE] = " ".join(one for one in known if one != self.pipe)
        os.dup2(self.real, self.descriptor)
        os.close(self.real)
        try:
            self.helper.wait(timeout=_END_SECONDS)
        except subprocess.TimeoutExpired:
            return  # a child of the program still writes; the helper ends with it


_asked: Layout | None = None
_translators: list[_Translator] = []


def _inserted_translator(descriptor: int, layout: Layout) -> _Translator:
    package = Path(__file__).resolve().parent
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    environment.pop(REQUEST_VARIABLE, None)
    real = os.dup(descriptor)
    helper = subprocess.Popen(
        [sys.executable, "-m", __name__, str(layout.gpus), str(layout.tpus)],
        stdin=subprocess.PIPE,
        stdout=real,
        env=environment,
    )
    assert helper.stdin is not None
    os.dup2(helper.stdin.fileno(), descriptor)
    helper.stdin.close()
    _write_lines_whole()
    atexit.register(suspend)
    return _Translator(helper, descriptor, real, _identity(descriptor))


def _write_lines_whole() -> None:
    """Has C write out each line as it ends: into a pipe it cuts them else, between what Python writes."""
    for name in ("stdout", "__stdoutp"):  # on Linux, on macOS
        try:
            stream = ctypes.c_void_p.in_dll(_C, name)
        except ValueError:
            continue
        _C.setvbuf(stream, None, _LINE_BUFFERED, 0)


if __name__ == "__main__":
    main()

"""Device names in two tongues: what the program says, and what TensorFlow's C++ runs on.

The program speaks of `/gpu:0…n-1` and `/cpu:0…`; the C++ side of a host without GPUs only has logical CPUs.
GPUs come first: `GPU:i` is `CPU:i`, then the host's `CPU:0`, the TPU cores, and the rest of the host's
logical CPUs. So the ops that nobody placed, which C++ puts on the first device, land on `GPU:0` as on a
machine with GPUs, and on the host where there are TPUs alone.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

# A GPU that is not there becomes a CPU that is not there, a TPU core one further on: TensorFlow itself then
# fails, or the caller does; or a Session has it, which splits GPUs into more.
MISSING = 1000

_DEVICE = re.compile(r"(?:device:)?(gpu|cpu|tpu)(?::(\*|\d+))?", re.IGNORECASE)
_JOB = re.compile(r"/?job:([^/]+)")
_RAW = re.compile(r"(?:(/job:(\w+)(?:/replica:\d+)?(?:/task:\d+)?))?(/(?:device:)?)CPU:(\d+)", re.IGNORECASE)
# The leading zero marks a pin of our own (see `pin`): the program asked for nothing, and is shown nothing.
_PIN = re.compile(r"/device:CPU:0\d+")
# The lines C++ writes about placement: `Executing op MatMul in device …` and `y: (MatMul): …`.
_PLACEMENT_LINE = re.compile(r"(?:Executing op \S+ in device |\(\w+\): )/job:\S+/device:CPU:\d+\s*$")
# oneDNN's variants of CPU kernels go by names of their own, which no GPU's have.
_ONEDNN = re.compile(r"(?<= )_Mkl(?:Native)?(?=\w+ in device )|(?<=\()_Mkl(?:Native)?(?=\w+\): )")


class Layout(NamedTuple):
    """The accelerators of a process, and with them which raw CPU each device of the program's is."""

    gpus: int
    tpus: int = 0

    def raw_index(self, kind: str, index: int) -> int | None:
        """Returns the raw CPU of a device of kind `gpu`, `tpu` or `cpu`; None if it does not exist.

        A host CPU that does not exist gets the number that it would have, for TensorFlow to refuse.
        """
        if kind == "gpu":
            return index if index < self.gpus else None
        if kind == "tpu":
            return self.gpus + 1 + index if index < self.tpus else None
        return self.gpus if index == 0 else self.gpus + self.tpus + index

    def shown(self, index: int) -> str:
        """Returns the program's name, such as `GPU:1`, of a raw CPU."""
        if index >= 2 * MISSING:
            return f"TPU:{index - 2 * MISSING}"
        if index >= MISSING:
            return f"GPU:{index - MISSING}"
        if index < self.gpus:
            return f"GPU:{index}"
        beyond = index - self.gpus
        if 1 <= beyond <= self.tpus:
            return f"TPU:{beyond - 1}"
        return f"CPU:{beyond and beyond - self.tpus}"

    @property
    def accelerators(self) -> list[str]:
        """The names of all accelerators, such as `/gpu:0`."""
        return [f"/gpu:{i}" for i in range(self.gpus)] + [f"/tpu:{i}" for i in range(self.tpus)]


class Names:
    """Translates device names for a layout that is looked up when first needed, and may change.

    `find_layout` returns the accelerators the program may name; `on_missing` is told each name of one beyond
    them, every time it is used, and may raise. `jobs` gives the number of GPUs of each task of the cluster's
    jobs; a job that it does not know is laid out as this process is.
    """

    def __init__(
        self,
        find_layout: Callable[[], Layout],
        on_missing: Callable[[str], None],
        jobs: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        self._find_layout = find_layout
        self._on_missing = on_missing
        self._jobs = jobs
        self._raw: dict[str, str] = {}
        self._user: dict[str, str] = {}

    def forget(self) -> None:
        """Drops what was remembered; for when the layout may have changed."""
        self._raw.clear()
        self._user.clear()

    @property
    def layout(self) -> Layout:
        """The accelerators that the program may name."""
        return self._find_layout()

    def layout_of(self, job: str | None) -> Layout:
        """The accelerators of a task of `job`; of this process if None."""
        gpus = self._jobs().get(job) if job is not None else None
        return self.layout if gpus is None else Layout(gpus)

    @property
    def host(self) -> str:
        """The raw name of the host CPU as C++ lists it: it looks devices up by the letter where it copies."""
        return f"/device:CPU:{self.layout.raw_index('cpu', 0)}"

    @property
    def pin(self) -> str:
        """The raw name of the host CPU, marked as chosen by the emulation and not by the program."""
        return f"/device:CPU:0{self.layout.raw_index('cpu', 0)}"

    def to_raw(self, name: str) -> str:
        """Returns the name C++ gets for any spelling of a device that TensorFlow takes, partial ones too."""
        raw = self._raw.get(name)
        if raw is not None:
            return raw
        job = _JOB.match(name)
        raw, missing = _translate(name, self.layout_of(job and job[1]))
        if missing and not self._has_none(job and job[1]):
            self._on_missing(name)
        else:
            self._raw[name] = raw
        return raw

    def is_missing(self, name: str, gpus: int) -> bool:
        """Whether a name is that of an accelerator that does not exist, where one could be expected.

        `gpus` is how many this process has, if they are more than its layout says.
        """
        job = _JOB.match(name)
        layout = self.layout_of(job and job[1])
        if job is None or job[1] == "localhost":
            layout = layout._replace(gpus=max(gpus, layout.gpus))
        return _translate(name, layout)[1] and not self._has_none(job and job[1])

    def _has_none(self, job: str | None) -> bool:
        """Whether a task of `job`, such as a ps, has no GPU at all: then no two GPUs can fall on one device.

        Device setters ask for `/job:ps/task:0/gpu:0` where the worker's part has a GPU, and leave the rest to
        soft placement.
        """
        return job is not None and self._jobs().get(job) == 0

    def to_user(self, name: str) -> str:
        """Returns the name the program sees for a name C++ gave."""
        user = self._user.get(name)
        if user is None:
            user = self._user[name] = self.text_to_user(_PIN.sub("", name))
        return user

    def text_to_user(self, text: str) -> str:
        """Returns a text of C++, such as an error message, with the device names the program knows."""
        return _text_to_user(text, self.layout_of)


def line_to_user(line: str, layout: Layout) -> str:
    """Returns a line of output, translated if C++ wrote it about placement and left alone otherwise."""
    if not _PLACEMENT_LINE.search(line):
        return line
    return _ONEDNN.sub("", _text_to_user(line, lambda job: layout))


def _text_to_user(text: str, layout_of: Callable[[str | None], Layout]) -> str:
    return _RAW.sub(lambda m: (m[1] or "") + m[3] + layout_of(m[2]).shown(int(m[4])), text)


def _translate(name: str, layout: Layout) -> tuple[str, bool]:
    """Returns the raw name, and whether it names an accelerator that does not exist."""
    missing = False
    parts = name.split("/")
    for place, part in enumerate(parts):
        match = _DEVICE.fullmatch(part)
        if match is None:
            continue
        kind = match[1].lower()
        index = int(match[2]) if match[2] not in (None, "*") else 0
        raw = layout.raw_index(kind, index)
        if raw is None:
            missing = True
            raw = index + (MISSING if kind == "gpu" else 2 * MISSING)
        parts[place] = f"{'' if place else '/'}device:CPU:{raw}"
    return "/".join(parts), missing

"""Device names in two tongues: what the program says, and what TensorFlow's C++ runs on.

The program speaks of `/gpu:0…n-1` and `/cpu:0…`; the C++ side of a host without GPUs only has logical CPUs.
GPUs come first: `GPU:i` is `CPU:i`, and the host's `CPU:j` is `CPU:(n+j)`. So the ops that nobody placed,
which C++ puts on the first device, land on `GPU:0`, as on a machine with GPUs.
"""

import re
from collections.abc import Callable

# A GPU that is not there becomes a CPU that is not there: TensorFlow itself then fails, or the caller does.
_MISSING = 1000

_DEVICE = re.compile(r"(?:device:)?(gpu|cpu)(?::(\*|\d+))?", re.IGNORECASE)
_RAW = re.compile(r"(/(?:device:)?)CPU:(\d+)", re.IGNORECASE)
# The leading zero marks a pin of our own (see `pin`): the program asked for nothing, and is shown nothing.
_PIN = re.compile(r"/device:CPU:0\d+")
# The lines C++ writes about placement: `Executing op MatMul in device …` and `y: (MatMul): …`.
_PLACEMENT_LINE = re.compile(r"(?:Executing op \S+ in device |\(\w+\): )/job:\S+/device:CPU:\d+\s*$")


class Names:
    """Translates device names for a number of GPUs that is looked up when first needed, and may change.

    `count_gpus` returns the number of logical GPUs the program may name; `on_missing` is told each name of a
    GPU beyond it, every time it is used, and may raise.
    """

    def __init__(self, count_gpus: Callable[[], int], on_missing: Callable[[str], None]) -> None:
        self._count_gpus = count_gpus
        self._on_missing = on_missing
        self._raw: dict[str, str] = {}
        self._user: dict[str, str] = {}

    def forget(self) -> None:
        """Drops what was remembered; for when the number of GPUs may have changed."""
        self._raw.clear()
        self._user.clear()

    @property
    def gpus(self) -> int:
        """The number of GPUs that the program may name."""
        return self._count_gpus()

    @property
    def pin(self) -> str:
        """The raw name of the host CPU, marked as chosen by the emulation and not by the program."""
        return f"/device:CPU:0{self.gpus}"

    def to_raw(self, name: str) -> str:
        """Returns the name C++ gets for any spelling of a device that TensorFlow takes, partial ones too."""
        raw = self._raw.get(name)
        if raw is not None:
            return raw
        gpus = self.gpus
        raw, missing = _translate(name, gpus)
        if missing:
            self._on_missing(name)
        else:
            self._raw[name] = raw
        return raw

    def to_user(self, name: str) -> str:
        """Returns the name the program sees for a name C++ gave."""
        user = self._user.get(name)
        if user is None:
            user = self._user[name] = self.text_to_user(_PIN.sub("", name))
        return user

    def text_to_user(self, text: str) -> str:
        """Returns a text of C++, such as an error message, with the device names the program knows."""
        gpus = self.gpus
        return _RAW.sub(lambda match: match[1] + _shown(int(match[2]), gpus), text)


def line_to_user(line: str, gpus: int) -> str:
    """Returns a line of output, translated if C++ wrote it about placement and left alone otherwise."""
    if not _PLACEMENT_LINE.search(line):
        return line
    return _RAW.sub(lambda match: match[1] + _shown(int(match[2]), gpus), line)


def _translate(name: str, gpus: int) -> tuple[str, bool]:
    """Returns the raw name, and whether it names a GPU that does not exist."""
    missing = False
    parts = name.split("/")
    for place, part in enumerate(parts):
        match = _DEVICE.fullmatch(part)
        if match is None:
            continue
        index = int(match[2]) if match[2] not in (None, "*") else 0
        if match[1].lower() == "cpu":
            index += gpus
        elif index >= gpus:
            missing = True
            index += _MISSING
        parts[place] = f"{'' if place else '/'}device:CPU:{index}"
    return "/".join(parts), missing


def _shown(index: int, gpus: int) -> str:
    if index >= _MISSING:
        return f"GPU:{index - _MISSING}"
    return f"GPU:{index}" if index < gpus else f"CPU:{index - gpus}"

"""What functions and methods from outside of the run do that is seen outside of the process.

They print or log, write, move or remove files, or start other programs. A function that is not
known may do all of that.
"""

from __future__ import annotations

import ast
import builtins
import functools
import re
from collections.abc import Iterator
from pathlib import PurePath

from . import externals
from .changed_arguments import CHANGES_FIRST

_FUNCTIONS = frozenset(
    {
        *("print", "input", "raw_input", "exec", "eval", "execfile", "breakpoint"),
        *("pprint.pprint", "pprint.pp", "warnings.warn"),
        *("traceback.print_exc", "traceback.print_exception", "traceback.print_stack"),
        *("pickle.dump", "cPickle.dump", "json.dump", "csv.writer", "csv.DictWriter"),
        *("tempfile.mkdtemp", "tempfile.mkstemp", "tempfile.NamedTemporaryFile"),
        *("numpy.save", "numpy.savez", "numpy.savez_compressed", "numpy.savetxt", "cv2.imwrite"),
        *("tensorflow.train.write_graph", "tensorflow.io.write_graph", "tensorflow.train.export_meta_graph"),
        *("tensorflow.summary.FileWriter", "tensorflow.train.SummaryWriter"),
        *("tensorflow.python_io.TFRecordWriter", "tensorflow.io.TFRecordWriter"),
        *("tensorflow.train.update_checkpoint_state", "tensorflow.train.remove_checkpoint"),
        *("tensorflow.saved_model.simple_save", "tensorflow.app.run"),
    }
)
_OF_OS = frozenset(
    {
        *("abort", "chdir", "chmod", "chown", "fork", "kill", "link", "makedirs", "mkdir", "mkfifo", "nice"),
        *("popen", "putenv", "remove", "removedirs", "rename", "renames", "replace", "rmdir", "symlink"),
        *("system", "truncate", "umask", "unlink", "unsetenv", "utime", "write", "_exit"),
    }
)
# Modules, and objects of modules, most of whose functions do.
_OWNERS = frozenset(
    {
        *("logging", "absl.logging", "tensorflow.logging", "sys.stdout", "sys.stderr", "matplotlib.pyplot"),
        *("tensorflow.gfile", "tensorflow.io.gfile", "shutil", "subprocess", "socket"),
    }
)
_ASKING_GFILE = frozenset(
    {
        *(f"tensorflow.gfile.{name}" for name in ("Exists", "Glob", "IsDirectory", "ListDirectory", "Walk")),
        *("tensorflow.gfile.Stat",),
        *(f"tensorflow.io.gfile.{name}" for name in ("exists", "glob", "isdir", "listdir", "walk", "stat")),
    }
)
_LOOKING = frozenset(
    {
        *("logging.getLogger", "logging.Formatter", "logging.StreamHandler", "sys.stdout.isatty"),
        *("socket.gethostname", "shutil.which", "shutil.get_terminal_size"),
        *_ASKING_GFILE,
        *(f"{owner}.get_verbosity" for owner in ("absl.logging", "tensorflow.logging")),
    }
)
_OPENING = frozenset(
    {
        *("open", "io.open", "codecs.open", "gzip.open", "os.open", "os.fdopen", "h5py.File"),
        *(f"tensorflow.gfile.{name}" for name in ("GFile", "Open", "FastGFile")),
        "tensorflow.io.gfile.GFile",
    }
)
# What code that builds a graph says by them, or prints, `compat` has said once, whichever steps are traced.
_LEVELS = ("debug", "info", "warn", "warning", "error", "exception")
_LOGGING = ("logging", "absl.logging", "tensorflow.logging", "tensorflow.compat.v1.logging")
SAID = frozenset({"print", *(f"{owner}.{level}" for owner in _LOGGING for level in _LEVELS)})
# Methods of files, loggers, event files, savers, tables and images.
_METHODS = frozenset(
    {
        *("write", "writelines", "writerow", "writerows", "write_text", "write_bytes", "flush", "dump"),
        *("debug", "info", "warn", "warning", "error", "exception", "critical", "fatal", "log"),
        *("add_summary", "add_graph", "add_event", "save", "savefig", "to_csv", "tofile", "to_file"),
        *("mkdir", "rmdir", "unlink", "touch", "send", "sendall", "show", "print_help", "print_usage"),
    }
)


def acts_outside(name: str, call: ast.AST) -> bool:
    """Whether calling a function of that dotted name is seen outside of the process."""
    name = name.replace("tensorflow.compat.v1.", "tensorflow.")
    owner, _, function = name.rpartition(".")
    if name in _OPENING:
        return not _opens_to_read(call)
    if name in _FUNCTIONS or owner == "os" and (function in _OF_OS or function.startswith(("exec", "spawn"))):
        return True
    if owner in _OWNERS:
        return name not in _LOOKING
    is_builtin = not owner and hasattr(builtins, name)
    return not (is_builtin or is_known(name))


def is_known(name: str) -> bool:
    """Whether a function stands in some table, so that it does nothing that is in none."""
    return externals.is_pure(name) or externals.gives_itself(name) or any(name in table for table in _KNOWN)


def method_acts(name: str) -> bool:
    """Whether a method of something that a known library gave is seen outside of the process."""
    return name in _METHODS


def _opens_to_read(call: ast.AST) -> bool:
    """Whether a call of `open` has a mode, or none, that changes no file."""
    if not isinstance(call, ast.Call):
        return False
    given = next((one.value for one in call.keywords if one.arg == "mode"), None)
    mode = call.args[1] if len(call.args) > 1 else given
    if mode is None:
        return not any(one.arg is None for one in call.keywords)
    return isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) <= {*"rbtU"}


# What reads files that the program may change: their contents, or which there are.
_READING = re.compile(
    r"numpy\.(fromfile|genfromtxt|load|loadtxt|memmap)|pandas\.read_\w+|PIL\.Image\.open|"
    r"(cv2|imageio|matplotlib\.(image|pyplot)|scipy\.misc|skimage\.io)\.imread|scipy\.io\.(\w+\.)?(loadmat|read)|"
    r"tensorflow\.(contrib\.framework|train)\.(NewCheckpointReader|get_checkpoint_state|import_meta_graph|"
    r"latest_checkpoint|list_variables|load_checkpoint|load_variable|summary_iterator)|\.read_(bytes|text)"
)
_ASKING = re.compile(
    r"os\.path\.(abspath|exists|get[acm]time|getsize|is\w+|lexists|realpath|relpath)|"
    r"os\.(access|getcwd|listdir|[fl]?stat|scandir|walk)|"
    r"glob\.i?glob|tensorflow\.train\.checkpoint_exists|"
    r"\.(exists|glob|is_dir|is_file|iterdir|rglob)"
)
# What changes them, and what makes folders alone.
_WRITING = re.compile(
    r"numpy\.save\w*|cv2\.imwrite|os\.(chdir|link|popen|remove\w*|rename\w*|replace|rmdir|symlink|system|write|"
    r"truncate|unlink)|(shutil|subprocess)\.\w+|tensorflow\.(io\.)?gfile\.(?!GFile|FastGFile|Open)\w+|"
    r"tensorflow\.(io|train)\.write_graph|tensorflow\.train\.(export_meta_graph|remove_checkpoint|"
    r"update_checkpoint_state)|\.(rmdir|save|savefig|to_csv|to_file|tofile|touch|unlink|write_bytes|write_text)"
)
_MAKING_FOLDERS = re.compile(
    r"os\.(makedirs|mkdir)|tensorflow\.(io\.)?gfile\.(MakeDirs|MkDir|makedirs|mkdir)"
)
# What does so to the one file whose path it is told first.
_OF_ONE = re.compile(
    r"open|(bz2|codecs|gzip|io|lzma)\.open|numpy\.\w+|cv2\.\w+|os\.path\.\w+|os\.(remove|unlink)"
)
CONTENTS, NAMES = "files that are read", "which files there are"


_READS, _ASKS, _MAKES_FOLDER = ((CONTENTS, False),), ((NAMES, False),), ((NAMES, True),)
_WRITES = ((CONTENTS, True), (NAMES, True))


def uses_files(name: str, call: ast.AST, path: object) -> Iterator[tuple[str, str | None, bool]]:
    """What of files a function, or a method as `.save`, reads or writes: the last tells whether it writes.

    That is `CONTENTS` or `NAMES`, and a text that all paths to the same file have, or None for any file.
    """
    name = name.replace("tensorflow.compat.v1.", "tensorflow.")
    used = _used_by(name) if name not in _OPENING else _READS if _opens_to_read(call) else _WRITES
    is_told = bool(used) and isinstance(path, str) and _OF_ONE.fullmatch(name) is not None
    which = PurePath(str(path)).name.partition(".")[0] if is_told else None
    return ((what, which, writes) for what, writes in used)


@functools.cache
def _used_by(name: str) -> tuple[tuple[str, bool], ...]:
    """What of files a function or method uses by its name alone, and whether it writes that."""
    if _READING.fullmatch(name):
        return _READS
    if name in _ASKING_GFILE or _ASKING.fullmatch(name):
        return _ASKS
    if _MAKING_FOLDERS.fullmatch(name):
        return _MAKES_FOLDER
    return _WRITES if _WRITING.fullmatch(name) else ()


_KNOWN = (
    externals.STATEFUL,
    CHANGES_FIRST,
    externals.GIVES_ELEMENT,
    externals.GIVES_DECORATOR,
)

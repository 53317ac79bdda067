"""The pytest plugin: tests on emulated GPUs and clusters, several topologies in one run.

Importing it imports no TensorFlow. Each test that asks for GPUs runs in a process of its own, forked from one
that has imported what the tests import and has run nothing (see `nursery`).
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from ._cluster import Cluster
from ._cluster import cluster as make_cluster
from ._errors import EmulateError
from ._first_line import FirstLine
from ._nursery import Nursery, Verdict, logging_phase, runs_here, stop_clock
from ._placement import placement as record_placement
from ._request import Request, checked_count, to_bytes

_DEFAULT_GPUS = (2,)
_OPTIONS = frozenset({"memory_limit"})
_MARKER = "emulate_gpus_marker"
_PARAMETER = "_emulated_gpus"
_NURSERY = pytest.StashKey[Nursery]()
_CULPRIT = pytest.StashKey[str]()
# So much earlier than pytest-timeout's own limit, so that the test's own stacks are what is shown.
_MARGIN_SECONDS = 1.0


def __dir__() -> list[str]:
    """The hooks and fixtures, among which pytest looks, and not what this module imports."""
    return sorted(name for name, value in globals().items() if getattr(value, "__module__", "") == __name__)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds this plugin's options."""
    group = parser.getgroup("emulate", "emulated GPUs and clusters")
    group.addoption(
        "--emulate-gpus",
        metavar="N,N",
        default=None,
        help="run tests that ask for GPUs, and not for how many, on each of these numbers (default: 2)",
    )
    group.addoption(
        "--emulate-timeout",
        metavar="SECONDS",
        type=float,
        default=300.0,
        help="end an emulated test after so long, with its stacks, unless pytest-timeout says (default: 300)",
    )
    parser.addini(
        _MARKER, "the marker that asks for emulated GPUs, where `gpus` is another's", default="gpus"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Names the markers, and reads the numbers of GPUs."""
    config.addinivalue_line(
        "markers",
        f"{config.getini(_MARKER)}(n, ..., memory_limit=None): run on n emulated GPUs, once for each number",
    )
    config.addinivalue_line(
        "markers", "cluster(ps=0, workers=0, ...): what the fixture `cluster` is, as for emulate.cluster"
    )
    _asked_numbers(config)


def _asked_numbers(config: pytest.Config) -> tuple[int, ...]:
    text = config.getoption("--emulate-gpus")
    if text is None:
        return _DEFAULT_GPUS
    try:
        return tuple(checked_count(int(part), "GPUs") for part in text.split(","))
    except (ValueError, EmulateError) as error:
        raise pytest.UsageError(f"--emulate-gpus={text}: give numbers of 1 or more, as in 1,2,4") from error


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test that asks for GPUs on each number of them."""
    marker = _marker_of(metafunc.definition)
    wants = marker is not None or any(_is_ours(metafunc, name) for name in ("gpus", "placement"))
    if not wants or _PARAMETER not in metafunc.fixturenames:
        return
    asked = _asked_by(marker, _asked_numbers(metafunc.config))
    ids = ["refused" if isinstance(one, _Refused) else f"{one.gpus}gpu" for one in asked]
    metafunc.parametrize(_PARAMETER, asked, indirect=True, ids=ids)


@dataclass(frozen=True)
class _Refused:
    """What a marker asks for and cannot be had: that test's failure, and no other's."""

    why: str


def _marker_of(item: pytest.Item) -> pytest.Mark | None:
    marker = item.get_closest_marker(item.config.getini(_MARKER))
    return None if marker is None or _is_anothers(marker, item.config) else marker


def _is_anothers(marker: pytest.Mark, config: pytest.Config) -> bool:
    """Whether others have registered a marker of our name, and this one says what ours does not take."""
    is_ours = marker.kwargs.keys() <= _OPTIONS and all(isinstance(number, int) for number in marker.args)
    registered = [line for line in config.getini("markers") if re.match(rf"{marker.name}\s*([(:]|$)", line)]
    return not is_ours and len(registered) > 1  # of which one is ours


def _asked_by(marker: pytest.Mark | None, default: tuple[int, ...]) -> list[Request | _Refused]:
    """What a test is to run on, each in turn; `default` where its marker, if any, does not say how many."""
    if marker is None:
        return [Request(number) for number in default]
    try:
        if unknown := marker.kwargs.keys() - _OPTIONS:
            raise EmulateError(
                f"@pytest.mark.{marker.name} has no {', '.join(sorted(unknown))}, only memory_limit; if it "
                f"is another plugin's marker, name ours by the option {_MARKER} in pytest's configuration"
            )
        limit = to_bytes(marker.kwargs.get("memory_limit"))
        return [Request(checked_count(n, "GPUs"), memory_limit=limit) for n in marker.args or default]
    except EmulateError as error:
        return [_Refused(str(error))]


def _is_ours(metafunc: pytest.Metafunc, name: str) -> bool:
    """Whether a test's argument is this plugin's fixture, and none of the test's own."""
    for marker in metafunc.definition.iter_markers("parametrize"):
        names = marker.args[0] if marker.args else marker.kwargs.get("argnames", "")
        if name in ([part.strip() for part in names.split(",")] if isinstance(names, str) else names):
            return False
    definitions = metafunc._arg2fixturedefs.get(name)  # pytest has no public way to ask
    return definitions is not None and definitions[-1].func.__module__ == __name__


@pytest.fixture(autouse=True)
def _emulated_gpus(request: pytest.FixtureRequest) -> Request | None:
    return getattr(request, "param", None)


@pytest.fixture
def gpus(_emulated_gpus: Request) -> list[str]:
    """The names of the emulated GPUs that the test runs on: `["/gpu:0", "/gpu:1"]`."""
    return [f"/gpu:{i}" for i in range(_emulated_gpus.gpus)]


@pytest.fixture
def placement(_emulated_gpus: Request) -> Callable[[], Any]:
    """`emulate.placement`: `with placement() as ops:` records what ran where, on emulated GPUs."""
    return record_placement


@pytest.fixture
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    """The cluster that `@pytest.mark.cluster(ps=1, workers=2)` asks for; nothing of it outlives the test."""
    marker = request.node.get_closest_marker("cluster")
    if marker is None:
        raise pytest.UsageError(
            "the fixture `cluster` needs @pytest.mark.cluster(ps=1, workers=2) or the like"
        )
    with make_cluster(*marker.args, **{"log_folder": tmp_path / "logs", **marker.kwargs}) as made:
        yield made


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Remembers which line initialised TensorFlow's devices as modules were imported."""
    watch = FirstLine()
    with watch:
        yield
    if watch.line is not None:
        session.config.stash[_CULPRIT] = watch.line


def _is_initialised() -> bool:
    if not hasattr(sys.modules.get("tensorflow"), "__version__"):  # not imported, or not to its end
        return False
    from . import _tf

    return _tf.is_initialised()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[None]:
    """Keeps, while tests run, a process that has imported what they import and has run nothing."""
    if session.config.option.collectonly or not any(_request_of(item) for item in session.items):
        return (yield)
    if _is_initialised():
        return (yield)
    _make_temporary_folder(session.config)
    with Nursery(session) as nursery:
        session.config.stash[_NURSERY] = nursery
        return (yield)


def _make_temporary_folder(config: pytest.Config) -> None:
    """Makes the folder that `tmp_path` is in, where it is used: each process would make one that stays."""
    factory = getattr(config, "_tmp_path_factory", None)  # pytest has no public way to it but the fixture
    if factory is not None:
        factory.getbasetemp()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Runs a test that asks for GPUs in a process of its own, and reports what it reports."""
    if runs_here(item):
        return True
    wanted = _request_of(item)
    if wanted is None:
        return None
    ihook = item.ihook
    ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    *reports, teardown = _reports(item, wanted)
    for report in reports:
        ihook.pytest_runtest_logreport(report=report)
    ihook.pytest_runtest_logreport(report=_left_scopes(item, nextitem, teardown))
    ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_setup() -> Iterator[None]:
    """Has the output of a phase translated, within what captures it."""
    with logging_phase():
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call() -> Iterator[None]:
    """Has the output of a phase translated, within what captures it."""
    with logging_phase():
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Has the output of a phase translated, within what captures it."""
    with logging_phase():
        return (yield)


def _left_scopes(
    item: pytest.Item, nextitem: pytest.Item | None, report: pytest.TestReport
) -> pytest.TestReport:
    """Tears down what plain tests have set up here and `nextitem` is outside of, as after any other test.

    Returns the report of the test's own teardown, or that of what went wrong here.
    """
    if item.session.shouldfail or item.session.shouldstop:
        nextitem = None
    capture = item.config.pluginmanager.getplugin("capturemanager")
    captured = contextlib.nullcontext() if capture is None else capture.item_capture("teardown", item)
    with captured:
        call = pytest.CallInfo.from_call(
            lambda: item.session._setupstate.teardown_exact(nextitem),
            when="teardown",
            reraise=(pytest.exit.Exception, KeyboardInterrupt),
        )
    if call.excinfo is None:
        return report
    here: pytest.TestReport = item.ihook.pytest_runtest_makereport(item=item, call=call)
    if report.failed:
        here.sections.append(("teardown in the test's own process", report.longreprtext))
    return here


def _request_of(item: pytest.Item) -> Request | _Refused | None:
    spec = getattr(item, "callspec", None)
    if spec is not None and _PARAMETER in spec.params:
        wanted: Request | _Refused = spec.params[_PARAMETER]
        return wanted
    marker = _marker_of(item)
    if marker is None:
        return None
    # a method of a unittest.TestCase: pytest gives it no parameters, so it runs on one number
    return _asked_by(marker, _asked_numbers(item.config))[0]


def _reports(item: pytest.Item, wanted: Request | _Refused) -> list[pytest.TestReport]:
    if isinstance(wanted, _Refused):
        return _failure(item, wanted.why)
    nursery = item.config.stash.get(_NURSERY, None)
    if nursery is None:
        culprit = item.config.stash.get(_CULPRIT, "a plugin or a conftest")
        return _failure(
            item,
            f"TensorFlow's devices were initialised while tests were collected, by {culprit}: emulation is "
            "too late then. Move what stands there (a TensorFlow op, a Session, a list of logical devices) "
            "into a test, a fixture or a function",
        )
    with tempfile.TemporaryDirectory(prefix="emulate-test-") as folder:
        verdict = nursery.run(item, wanted, Path(folder), _limit(item))
    if verdict.leave is not None:
        pytest.exit(*verdict.leave)
    if verdict.reports is None:
        return _failure(item, _why(verdict))
    restore = item.config.hook.pytest_report_from_serializable
    return [restore(config=item.config, data=data) for data in verdict.reports]


def pytest_enter_pdb() -> None:
    """Stops the clock of a test that somebody looks into."""
    stop_clock()


def _why(verdict: Verdict) -> str:
    if verdict.stacks:
        return f"the test did not end in {verdict.limit:g} s; where it was:\n{verdict.stacks}"
    ended = f"signal {-verdict.status}" if verdict.status < 0 else f"status {verdict.status}"
    return f"the test's process ended with {ended} before the test did"


def _limit(item: pytest.Item) -> float | None:
    """Returns the seconds that a test may take: what pytest-timeout says, or the option of our own.

    None, for any number, where the test is to be debugged.
    """
    if item.config.getoption("usepdb") or item.config.getoption("trace"):
        return None
    marker = item.get_closest_marker("timeout")
    values = [*marker.args, marker.kwargs.get("timeout")] if marker is not None else []
    values += [item.config.getoption("timeout", None), os.environ.get("PYTEST_TIMEOUT")]
    with contextlib.suppress(ValueError):  # no pytest-timeout
        values.append(item.config.getini("timeout"))
    for value in values:
        if value and float(value) > 0:
            return max(float(value) - _MARGIN_SECONDS, float(value) / 2)
    return float(item.config.getoption("--emulate-timeout"))


def _failure(item: pytest.Item, message: str) -> list[pytest.TestReport]:
    keywords: dict[str, Literal[1]] = dict.fromkeys(item.keywords, 1)
    return [
        pytest.TestReport(item.nodeid, item.location, keywords, "passed", None, "setup"),
        pytest.TestReport(item.nodeid, item.location, keywords, "failed", message, "call"),
        pytest.TestReport(item.nodeid, item.location, keywords, "passed", None, "teardown"),
    ]

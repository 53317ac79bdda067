"""Replays the table of docs/cluster.md on real processes: what goes wrong, and what happens then.

    python -m tests.compat.cluster.fault_table

Each row of the table is shown by tests, which are run; the column of TensorFlow 1 is what 1.15.5 did in the
same place. The exit status is 1 if a row is not as the table says.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "cluster.md"
# The tests of each row, by how the row begins.
TESTS = {
    "a task that is not there": [
        "test_server.py::test_a_server_that_is_not_there_is_told_after_a_bounded_wait"
    ],
    "a task that is stopped or lost in training": [
        "test_faults.py::test_a_server_that_is_lost_ends_every_worker_with_its_address",
        "test_faults.py::test_a_server_that_comes_back_is_taken_up_from_the_checkpoint",
    ],
    "a worker is lost, and synchronous": [
        "test_faults.py::test_a_worker_that_is_gone_for_good_ends_those_whose_steps_need_it",
        "test_faults.py::test_an_update_that_needs_no_lost_worker_goes_on",
    ],
    "the chief of synchronous training": [
        "test_faults.py::test_a_worker_that_is_gone_for_good_ends_those_whose_steps_need_it"
    ],
    "the chief is started again": [
        "test_faults.py::test_workers_and_chiefs_that_are_killed_go_on_when_they_are_started_again"
    ],
    "an asynchronous worker is killed": [
        "test_asynchronous.py::test_a_worker_that_is_killed_costs_the_others_no_update_and_can_come_again"
    ],
    "another task says that it is the chief": ["test_training.py::test_what_does_not_come_is_told"],
    "the chief never comes": ["test_training.py::test_what_does_not_come_is_told"],
    "two processes are one task": [
        "test_server.py::test_the_tasks_of_a_cluster_agree_on_it_and_each_is_one_process"
    ],
    "the cluster's description differs": [
        "test_server.py::test_the_tasks_of_a_cluster_agree_on_it_and_each_is_one_process"
    ],
    "`TF_CONFIG` says that the process is one task": [
        "test_server.py::test_the_environment_and_the_program_agree_on_the_task"
    ],
    "a job's name that is not of letters": [
        "test_server.py::test_a_task_that_the_cluster_lacks_is_told_with_those_that_it_has"
    ],
    "two programs with other shapes": ["test_training.py::test_what_does_not_come_is_told"],
    "a variable is read or written beside": [
        "test_faults.py::test_a_server_that_falls_silent_ends_a_read_beside_the_steps"
    ],
    "an error ends all workers": [
        "test_faults.py::test_a_worker_that_is_gone_for_good_ends_those_whose_steps_need_it"
    ],
    "end of training": [
        "test_synchronous.py::test_more_gradients_than_workers_one_of_which_leaves_first",
        "test_synchronous.py::test_programs_that_start_the_chiefs_part_themselves_end_too",
        "test_asynchronous.py::test_servers_end_though_a_worker_was_lost_for_good",
    ],
    "local variables": [
        "test_own_variables.py::test_any_task_may_give_all_variables_their_values_and_give_them_again"
    ],
    "variables on a worker's own device": [
        "test_own_variables.py::test_what_is_on_the_device_of_a_worker_is_its_own"
    ],
    "the global step that a hook asks for": [
        "test_training.py::test_the_chief_initialises_and_saves_and_training_goes_on_from_what_it_saved"
    ],
    "who connects to whom": [
        "test_asynchronous.py::test_workers_connect_to_those_that_hold_variables_and_not_to_each_other"
    ],
}


def rows() -> list[tuple[str, str, str]]:
    """The table: what goes wrong, what TensorFlow 1 does then, and what happens here."""
    table = PAGE.read_text(encoding="utf-8").partition("\n## What is not\n")[2].partition("\n\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ") and line[2] != "|"]
    cells = [line[2:-2].split(" | ") for line in lines]
    return [(one, first, here) for one, first, here in cells]


def shown_by(row: str) -> list[str]:
    """The tests that show a row."""
    return next((tests for begin, tests in TESTS.items() if row.startswith(begin)), [])


def main() -> int:
    """Run the tests of all rows, and print the table; returns the exit status."""
    wanted = sorted({f"{HERE / one}" for tests in TESTS.values() for one in tests})
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-n", "0", "-q", f"--junitxml={report}", *wanted]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        cases = list(ElementTree.parse(report).iter("testcase"))
    failed = {re.sub(r"\[.*", "", case.attrib["name"]) for case in cases if len(case)}
    ran = {re.sub(r"\[.*", "", case.attrib["name"]) for case in cases}
    print("| what goes wrong | TensorFlow 1.15.5 | here, by the table | seen |\n|---|---|---|---|")
    wrong = 0
    for row, first, here in rows():
        names = {one.partition("::")[2] for one in shown_by(row)}
        seen = "as it says" if names and names <= ran - failed else "otherwise"
        wrong += seen == "otherwise"
        print(f"| {row} | {first} | {here} | {seen} |")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

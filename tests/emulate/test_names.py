import pytest

from emulate._mask import count_visible
from emulate._names import Layout, Names, line_to_user

TASK = "/job:localhost/replica:0/task:0"


@pytest.fixture
def missing():
    return []


@pytest.fixture
def names(missing):
    return Names(lambda: Layout(2), missing.append)


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("/gpu:0", "/device:CPU:0"),
        ("/gpu:1", "/device:CPU:1"),
        ("/GPU:1", "/device:CPU:1"),
        ("gpu:1", "/device:CPU:1"),
        ("/device:GPU:1", "/device:CPU:1"),
        ("/gpu", "/device:CPU:0"),
        ("/device:GPU:*", "/device:CPU:0"),
        ("/cpu:0", "/device:CPU:2"),
        ("/cpu", "/device:CPU:2"),
        ("/device:CPU:1", "/device:CPU:3"),
        (f"{TASK}/device:GPU:1", f"{TASK}/device:CPU:1"),
        ("/job:worker/task:3/gpu:1", "/job:worker/task:3/device:CPU:1"),
        ("/job:ps/task:0", "/job:ps/task:0"),
        ("/job:gpu/task:0", "/job:gpu/task:0"),
        ("", ""),
    ],
)
def test_every_spelling_of_a_device_becomes_the_raw_device(names, missing, name, raw):
    assert names.to_raw(name) == raw
    assert names.to_raw(name) == raw
    assert missing == []


@pytest.mark.parametrize("device", ["GPU:0", "GPU:1", "CPU:0", "CPU:1"])
def test_a_full_name_comes_back_as_it_went_in(names, device):
    name = f"{TASK}/device:{device}"
    assert names.to_user(names.to_raw(name)) == name


def test_distinct_names_stay_distinct(names):
    asked = ["/gpu:0", "/gpu:1", "/cpu:0", "/cpu:1"]
    assert len({names.to_raw(name) for name in asked}) == len(asked)


def test_a_gpu_that_does_not_exist_is_told_every_time_and_names_no_raw_device(names, missing):
    assert names.to_user(names.to_raw("/gpu:5")) == "/device:GPU:5"
    names.to_raw("/gpu:5")
    assert missing == ["/gpu:5", "/gpu:5"]


@pytest.mark.parametrize(
    ("name", "gpus", "is_missing"),
    [
        ("/gpu:1", 0, False),
        ("/gpu:2", 0, True),
        ("/gpu:2", 3, False),  # more than the layout says
        ("/job:localhost/gpu:2", 3, False),
        ("/job:worker/gpu:2", 3, True),
        ("/job:ps/gpu:0", 0, False),  # which has none
    ],
)
def test_gpus_are_missing_where_one_could_be_expected(missing, name, gpus, is_missing):
    names = Names(lambda: Layout(2), missing.append, lambda: {"ps": 0, "worker": 2})
    assert names.is_missing(name, gpus) is is_missing


def test_a_pin_is_shown_as_no_device(names):
    assert names.to_user(names.pin) == ""
    assert names.text_to_user(f"on {names.pin}") == "on /device:CPU:0"


def test_a_changed_number_of_gpus_is_followed():
    gpus = [4]
    names = Names(lambda: Layout(gpus[0]), lambda name: None)
    assert names.to_raw("/cpu:0") == "/device:CPU:4"
    assert names.to_user("/device:CPU:1") == "/device:GPU:1"
    gpus[0] = 1
    names.forget()
    assert names.to_raw("/cpu:0") == "/device:CPU:1"
    assert names.to_user("/device:CPU:1") == "/device:CPU:0"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"Executing op Add in device {TASK}/device:CPU:0", None),
        (f"y: (MatMul): {TASK}/device:CPU:2", f"y: (MatMul): {TASK}/device:CPU:0"),
        (f"I0000 placer.cc:1] y: (MatMul): {TASK}/device:CPU:0", None),
        (f"my own words about {TASK}/device:CPU:1", f"my own words about {TASK}/device:CPU:1"),
        ("loss 0.5", "loss 0.5"),
    ],
)
def test_only_lines_of_cpp_about_placement_are_translated(line, shown):
    assert line_to_user(line, Layout(2)) == (shown or line.replace("CPU:0", "GPU:0"))


@pytest.mark.parametrize(
    ("mask", "left"), [("0,1", 2), ("3", 1), ("", 0), ("-1", 0), ("0,-1,1", 1), ("0,7,1", 1), ("2,2", 1)]
)
def test_a_mask_hides_gpus_as_cuda_does(mask, left):
    assert count_visible(mask, 4) == left


def test_tpu_cores_lie_behind_the_host_so_that_unplaced_ops_stay_there():
    names = Names(lambda: Layout(0, 4), lambda name: None)
    asked = ["/cpu:0", "/tpu:0", "/device:TPU:3", "/cpu:1"]
    assert [names.to_raw(name) for name in asked] == [f"/device:CPU:{i}" for i in (0, 1, 4, 5)]
    assert [names.text_to_user(f"/device:CPU:{i}") for i in range(6)] == [
        *(
            "/device:CPU:0",
            "/device:TPU:0",
            "/device:TPU:1",
            "/device:TPU:2",
            "/device:TPU:3",
            "/device:CPU:1",
        )
    ]


def test_another_jobs_devices_are_laid_out_by_that_jobs_gpus(names):
    names = Names(lambda: Layout(2), lambda name: None, lambda: {"ps": 0, "worker": 2})
    for name, raw in [("/job:ps/task:0/cpu:0", 0), ("/job:worker/task:1/gpu:1", 1), ("/job:worker/cpu:0", 2)]:
        job = name.rpartition("/")[0]
        assert names.to_raw(name) == f"{job}/device:CPU:{raw}"
    full = "/job:ps/replica:0/task:0/device:CPU:0"
    assert names.text_to_user(f"on {full}") == f"on {full}"


def test_the_hosts_own_cpu_is_behind_the_accelerators(names):
    assert names.host == "/device:CPU:2"
    assert names.pin == "/device:CPU:02"
    assert names.to_user(names.host) == "/device:CPU:0"

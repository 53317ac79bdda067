"""What a session's ConfigProto asks for is what the process has, without a session."""

import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1


@pytest.fixture(scope="session", autouse=True)
def _logical_cpus():
    """As they are: these tests configure TensorFlow themselves, each in a process of its own."""


def listed():
    return [one.name for one in tf.config.list_logical_devices()]


@pytest.mark.gpus(4)
def test_a_configuration_holds_for_the_process_and_cannot_be_changed_later():
    config = v1.ConfigProto(
        device_count={"GPU": 2},
        intra_op_parallelism_threads=3,
        gpu_options=v1.GPUOptions(
            visible_device_list="3,1,0", allow_growth=True, per_process_gpu_memory_fraction=0.25
        ),
    )
    compat.configure(config)
    expected = [one.name for one in compat.local_devices()]
    assert listed() == expected == ["/device:CPU:0", "/device:GPU:0", "/device:GPU:1"]
    compat.configure(config)  # again, with the same
    assert tf.config.threading.get_intra_op_parallelism_threads() == 3
    runs_with = tf.__internal__.eager_context.get_config().gpu_options
    assert runs_with.allow_growth
    assert runs_with.per_process_gpu_memory_fraction == 0.25
    with pytest.raises(RuntimeError, match="TensorFlow runs already"):
        compat.set_gpu_memory_fraction(0.5)
    with pytest.raises(RuntimeError):
        compat.set_visible_gpus("2")


@pytest.mark.gpus(4)
def test_gpus_that_are_split_are_listed_as_they_will_be():
    halves = v1.GPUOptions.Experimental.VirtualDevices(memory_limit_mb=[64, 64])
    options = v1.GPUOptions(experimental=v1.GPUOptions.Experimental(virtual_devices=[halves]))
    compat.configure(v1.ConfigProto(device_count={"GPU": 1}, gpu_options=options))
    expected = [one.name for one in compat.local_devices()]
    assert listed() == expected == ["/device:CPU:0", "/device:GPU:0", "/device:GPU:1"]


@pytest.mark.gpus(4)
def test_what_cannot_be_is_refused_and_changes_nothing():
    for numbers in ("4", "0,7"):
        with pytest.raises(compat.CompatError, match="4 GPUs"):
            compat.set_visible_gpus(numbers)
    with pytest.raises(TypeError):
        compat.configure({"allow_growth": True})
    compat.configure(None)
    assert len(listed()) == 5


@pytest.mark.gpus(1)
def test_tensorflow_is_not_started_for_what_its_own_functions_set(monkeypatch):
    started = []
    monkeypatch.setattr("compat._tf.start_with", started.append)
    halves = v1.GPUOptions.Experimental.VirtualDevices(memory_limit_mb=[64, 64])
    options = v1.GPUOptions(experimental=v1.GPUOptions.Experimental(virtual_devices=[halves]))
    compat.configure(v1.ConfigProto(allow_soft_placement=True, gpu_options=options))
    assert started == []
    compat.configure(v1.ConfigProto(gpu_options=v1.GPUOptions(visible_device_list="0")))
    assert started == []
    asked = v1.GPUOptions(per_process_gpu_memory_fraction=0.5)
    compat.configure(v1.ConfigProto(gpu_options=asked))
    assert [one.gpu_options for one in started] == [asked]


@pytest.mark.parametrize("asked", [{}, {"CPU": 1}, {"CPU": 2}])
def test_a_cpu_is_split_where_more_than_one_is_asked_for(asked, monkeypatch):
    split = []
    monkeypatch.setattr("compat._configuration._split_cpu", split.append)
    compat.configure(v1.ConfigProto(device_count=asked))
    assert split == [count for count in asked.values() if count > 1]


SPLIT = """
import compat
import tensorflow as tf
compat.configure(tf.compat.v1.ConfigProto(device_count={"CPU": 3}))
print(len(tf.config.list_logical_devices("CPU")))
"""


def test_a_cpu_that_is_split_is_so_many_devices(ran):
    assert ran(SPLIT).split()[-1] == "3"

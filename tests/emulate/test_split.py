"""A host with real GPUs: none is here, so what is looked at is the calls that are made."""

_REAL_GPUS = """
    import os
    os.environ["PATH"] = {path!r} or os.environ["PATH"]
    import emulate
    import tensorflow as tf
    from tensorflow.python import pywrap_tfe

    listed = [b"/physical_device:CPU:0", b"/physical_device:GPU:0", b"/physical_device:GPU:1"]
    pywrap_tfe.TF_ListPhysicalDevices = lambda: listed[:1 + {cards}]

    def parts():
        found = []
        for gpu in tf.config.list_physical_devices("GPU"):
            split = tf.config.get_logical_device_configuration(gpu)
            found.append(None if split is None else [part.memory_limit for part in split])
        return found
"""


def run(programs, source, cards, path=None):
    return programs.python(_REAL_GPUS.format(cards=cards, path=path) + source)


def test_cards_are_split_evenly_and_nccl_is_replaced(programs):
    found = run(
        programs,
        """
    from tensorflow.python.ops import nccl_ops
    before = nccl_ops._apply_all_reduce
    emulate.gpus(5, memory_limit="2GB")
    report(parts=parts(), replaced=nccl_ops._apply_all_reduce is not before)
    """,
        cards=2,
    ).report
    assert found == {"parts": [[2048] * 3, [2048] * 2], "replaced": True}


def test_the_share_of_a_card_is_what_nvidia_smi_says(programs, tmp_path):
    smi = tmp_path / "nvidia-smi"
    smi.write_text("#!/bin/sh\necho 10240\n", encoding="utf-8")
    smi.chmod(0o755)
    source = """
    emulate.gpus(4)
    report(parts=parts())
    """
    assert run(programs, source, 1, path=f"{tmp_path}:/bin:/usr/bin").report["parts"] == [[2304] * 4]
    smi.unlink()
    outcome = run(programs, source, 1, path=str(tmp_path))
    assert outcome.status == 1
    assert "nvidia-smi is not: give memory_limit" in outcome.err.splitlines()[-1]


def test_as_many_gpus_as_there_are_cards_are_left_whole(programs):
    found = run(
        programs,
        """
    emulate.gpus(1)
    report(parts=parts(), visible=[gpu.name for gpu in tf.config.get_visible_devices("GPU")])
    """,
        cards=2,
    ).report
    assert found == {"parts": [None, None], "visible": ["/physical_device:GPU:0"]}


def test_sessions_that_are_given_a_configuration_have_the_parts(programs):
    found = run(
        programs,
        """
    emulate.gpus(3, memory_limit="2GB")
    v1 = tf.compat.v1

    def parts_of(**options):
        config = v1.ConfigProto(gpu_options=v1.GPUOptions(**options), log_device_placement=True)
        seen = v1.Session(graph=tf.Graph(), config=config)._config
        assert seen.log_device_placement
        cards = seen.gpu_options.experimental.virtual_devices
        return seen.gpu_options.visible_device_list, [list(card.memory_limit_mb) for card in cards]

    own = v1.GPUOptions.Experimental.VirtualDevices(memory_limit_mb=[1000])
    report(all=parts_of(allow_growth=True), two=parts_of(visible_device_list="0,1"),
           own=parts_of(experimental=v1.GPUOptions.Experimental(virtual_devices=[own])))
    """,
        cards=2,
    ).report
    assert found == {
        "all": ["0,1", [[2048] * 2, [2048]]], "two": ["0", [[2048] * 2]], "own": ["", [[1000]]]
    }  # fmt: skip


def test_a_card_that_is_one_gpu_among_split_ones_has_its_part_in_sessions(programs, tmp_path):
    smi = tmp_path / "nvidia-smi"
    smi.write_text("#!/bin/sh\necho 10240\n", encoding="utf-8")
    smi.chmod(0o755)
    source = """
    emulate.gpus(3)
    config = tf.compat.v1.Session(graph=tf.Graph(), config=tf.compat.v1.ConfigProto())._config
    report(parts=[list(card.memory_limit_mb) for card in config.gpu_options.experimental.virtual_devices])
    """
    assert run(programs, source, 2, path=f"{tmp_path}:/bin:/usr/bin").report["parts"] == [[4608] * 2, [9216]]


def test_sessions_of_a_task_without_gpus_see_no_card(programs):
    source = """
    from emulate import _devices as devices
    from emulate._request import Request
    devices.start_requested(Request(gpus=0, jobs={"ps": 0, "worker": 2}, cluster_gpus=4))
    config = tf.compat.v1.Session(graph=tf.Graph(), config=tf.compat.v1.ConfigProto())._config
    report(gpus=config.device_count["GPU"], visible=len(tf.config.get_visible_devices("GPU")))
    """
    assert run(programs, source, cards=2).report == {"gpus": 0, "visible": 0}


def test_tasks_of_a_cluster_share_the_cards(programs):
    """Three workers of two GPUs each: two cards have three GPUs each, and the ps sees none."""
    source = """
    from emulate import _devices as devices
    from emulate._request import Request, to_bytes

    jobs = {{"ps": 0, "worker": 2}}
    devices.start_requested(Request(
        gpus={gpus}, memory_limit=to_bytes("2GB"), jobs=jobs, cluster_gpus=6, first_gpu={first}))
    report(parts=parts(), visible=[gpu.name[-1] for gpu in tf.config.get_visible_devices("GPU")])
    """
    tasks = [(0, 0), (2, 0), (2, 2), (2, 4)]
    found = [run(programs, source.format(gpus=gpus, first=first), cards=2).report for gpus, first in tasks]
    assert [task["parts"] for task in found] == [
        [None, None], [[2048] * 2, None], [[2048], [2048]], [None, [2048] * 2]
    ]  # fmt: skip
    assert [task["visible"] for task in found] == [[], ["0"], ["0", "1"], ["1"]]


def test_a_mask_that_hides_the_cards_is_kept_for_the_driver(programs):
    found = run(
        programs,
        """
    from emulate import _devices as devices
    from emulate._request import Request
    masks = []

    def driver():
        masks.append(os.environ.get("CUDA_VISIBLE_DEVICES"))
        return listed[:1 + (masks[0] != "-1")]

    pywrap_tfe.TF_ListPhysicalDevices = driver
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    devices.start_requested(Request(gpus=2, host_mask="-1"))
    report(masks=masks, own=os.environ["CUDA_VISIBLE_DEVICES"],
           emulated=[d.name for d in tf.config.list_logical_devices("GPU")])
    """,
        cards=0,
    ).report
    assert found["masks"][0] == "-1"
    assert found["own"] == "0"
    assert found["emulated"] == ["/device:GPU:0"]


def test_tpus_beside_real_gpus_are_refused(programs):
    outcome = run(programs, "\n    emulate.tpus(8)\n", cards=1)
    assert outcome.status == 1
    assert "this host has real GPUs" in outcome.err.splitlines()[-1]

from pathlib import Path

import pytest

from migrate.verify import devices_for


@pytest.mark.parametrize(
    ("text", "arguments", "given", "told"),
    [
        ("", [], None, "1 emulated GPU (nothing in the program asks for more; --gpus says otherwise)"),
        ("", ["--num_gpus=3"], None, "3 emulated GPUs (--num_gpus 3)"),
        ("", ["--towers", "4"], None, "4 emulated GPUs (--towers 4)"),
        ("", ["--num_gpus=3"], 2, "2 emulated GPUs (--gpus)"),
        ('DEFINE_integer("num_gpus", 2, "")', [], None, "2 emulated GPUs (the default of --num_gpus)"),
        (
            'tf.device("/gpu:0"); tf.device("/device:GPU:2")',
            [],
            None,
            "3 emulated GPUs (the program names /gpu:2)",
        ),
        (
            "parser.add_argument('--num_gpus', type=int, help='x', default=3)",
            [],
            None,
            "3 emulated GPUs (the default of --num_gpus)",
        ),
        (
            "N_GPUS = 2  # two\nnum_gpus = 4\n'/gpu:{}'.format(0)",
            [],
            None,
            "4 emulated GPUs (num_gpus = 4 in the program)",
        ),
        ("NGPU, BATCH = 3, 16", [], None, "3 emulated GPUs (NGPU = 3 in the program)"),
        ("batch, n_gpu = 16, 2\n", [], None, "2 emulated GPUs (n_gpu = 2 in the program)"),
        (
            "num_gpus = len(gpus)",
            [],
            None,
            "1 emulated GPU (nothing in the program asks for more; --gpus says otherwise)",
        ),
        ("import model", [], None, "2 emulated GPUs (the program names /gpu:1)"),
        ("", ["--num_gpus=0"], None, "1 emulated GPU (--num_gpus 0)"),
    ],
)
def test_chooses_what_the_program_needs_and_says_why(
    tmp_path: Path, text: str, arguments: list[str], given: int | None, told: str
):
    (tmp_path / "train.py").write_text(text)
    (tmp_path / "model.py").write_text('with tf.device("/gpu:1"): pass')
    assert str(devices_for(tmp_path / "train.py", arguments, given)) == told

from pathlib import Path

import pytest

from migrate.verify.printed import alike, first_difference, unsteady_lines


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("loss 0.123456", "loss 0.123457"),
        ("loss  9.999999", "loss 10.000000"),
        ("step 3, 0.12 sec", "step 3, 10.5 sec"),
        ("2026-11-23 20:19:09.25: loss 1.5 (312.5 examples/sec; 0.026 sec/batch)",
         "2026-11-24 01:02:03.99: loss 1.5 (9.1 examples/sec; 0.99 sec/batch)"),
        ("global_step/sec: 123.4", "global_step/sec: 7"),
        ("saved to /tmp/a1/b/model.ckpt-10", "saved to /tmp/zz/c/model.ckpt-10"),
        ("<object at 0x7f01>", "<object at 0x7fff>"),
        ("serving at 127.0.0.1:2222 as process 17", "serving at 127.0.0.1:40001 as process 9999"),
        ("time 1763929149.25", "time 1763929150"),
        ("loss = 4.151, time/batch = 0.840", "loss = 4.151, time/batch = 11.2"),
        ("loss 0.1 time_elapsed:0.32", "loss 0.1 time_elapsed:0.5"),
        ("step_time=0.1", "step_time=0.2"),
    ],
)  # fmt: skip
def test_only_what_differs_in_any_two_runs_is_masked(one: str, two: str):
    assert alike(one, two, 1e-6)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("loss 0.1234", "loss 0.1236"),
        ("step 3", "step 4"),
        ("accuracy 0.5", "loss 0.5"),
        ("0.5", "0.5 0.5"),
        ("loss nan", "loss 0.5"),
        ("time_steps: 5", "time_steps: 6"),
        ("num_s 5", "num_s 6"),
        ("done", ""),
    ],
)
def test_all_else_has_to_agree(one: str, two: str):
    assert not alike(one, two, 1e-6)


def written(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"{place}.txt" for place, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


def test_tells_the_first_line(tmp_path: Path):
    one, two = written(tmp_path, "a 1.0\nb\nc\n", "a 1.0\nb\n")
    assert str(first_difference(one, two, 0.0)) == "line 3 of stdout is 'c' and nothing"
    assert first_difference(one, two, 0.0, is_cut=True) is None


def test_progress_bars_of_keras_are_left_out(tmp_path: Path):
    bars = "Epoch 1/2\n\r1/8 ━━━━━━ 1s 99ms/step - loss: 0.9\r8/8 ━━━━━━ 0s 1ms/step - loss: 0.5\ndone\n"
    one, two = written(tmp_path, "done\n", bars)
    assert first_difference(one, two, 0.0) is None


def test_lines_that_a_program_prints_otherwise_each_time_are_left_out(tmp_path: Path):
    one, again, two, three = written(tmp_path, "a 1\nin 17\n", "a 1\nin 9\n", "a 1\nin 40\n", "a 2\nin 8\n")
    unsteady = unsteady_lines(one, again, 0.0)
    assert unsteady == {2}
    assert first_difference(one, two, 0.0) is not None
    assert first_difference(one, two, 0.0, unsteady=unsteady) is None
    assert str(first_difference(one, three, 0.0, unsteady=unsteady)) == "line 1 of stdout is 'a 1' and 'a 2'"

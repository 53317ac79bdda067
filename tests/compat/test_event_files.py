"""Event files begin with their first event, as TensorFlow 1's did."""

import shutil

import tensorflow as tf

import compat


def summary(value):
    return tf.compat.v1.Summary(value=[tf.compat.v1.Summary.Value(tag="loss", simple_value=value)])


def values(folder):
    (path,) = folder.iterdir()
    events = (tf.compat.v1.Event.FromString(one.numpy()) for one in tf.data.TFRecordDataset(str(path)))
    return [(event.step, one.simple_value) for event in events for one in event.summary.value]


def test_the_folder_may_be_emptied_before_the_first_event(tmp_path):
    writer = compat.create_file_writer(str(tmp_path / "logs"), flush_millis=1000, filename_suffix=".own")
    assert isinstance(writer, tf.summary.SummaryWriter)
    assert list((tmp_path / "logs").iterdir()) == []
    shutil.rmtree(tmp_path / "logs")
    compat.add_summary(writer, summary(2.0), 3)
    compat.add_summary(writer, summary(4.0), 5)
    writer.close()
    assert values(tmp_path / "logs") == [(3, 2.0), (5, 4.0)]
    assert [path.suffix for path in (tmp_path / "logs").iterdir()] == [".own"]


def test_a_writer_that_writes_nothing_leaves_no_file(tmp_path):
    writer = compat.create_file_writer(str(tmp_path / "logs"))
    writer.flush()
    writer.close()
    assert list((tmp_path / "logs").iterdir()) == []


def test_a_function_may_be_the_first_to_write(tmp_path):
    writer = compat.create_file_writer(str(tmp_path / "logs"))
    text = summary(6.0).SerializeToString()

    @tf.function
    def write():
        with writer.as_default(step=7):
            tf.summary.experimental.write_raw_pb(text)

    write()
    writer.close()
    assert values(tmp_path / "logs") == [(7, 6.0)]

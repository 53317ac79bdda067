"""Input code of TensorFlow 1, run as it is by `record.py` on 1.15 and by the tests on `compat.input`.

`tf` is TensorFlow's 1.x names, `T` has the input functions; fetched is what a builder returns.
"""

import numpy as np

LIMIT = 12


def write_files(tf):
    for i in range(2):
        with open(f"t{i}.txt", "w") as out:
            out.write("".join(f"{i},{j}\n" for j in range(4)))
        with open(f"c{i}.bin", "wb") as out:
            for j in range(i * 3, i * 3 + 3):
                out.write(bytes([j, *(j * 10 + k for k in range(12))]))
        with open(f"h{i}.bin", "wb") as out:
            out.write(b"HH" + b"".join(bytes([97 + i * 3 + j] * 3) for j in range(3)) + b"F")
        with tf.io.TFRecordWriter(f"r{i}.tfrecords") as out:
            for j in range(3):
                label = tf.train.Feature(int64_list=tf.train.Int64List(value=[i * 3 + j]))
                raw = tf.train.Feature(bytes_list=tf.train.BytesList(value=[bytes([i, j] * (j + 1))]))
                features = tf.train.Features(feature={"label": label, "raw": raw})
                out.write(tf.train.Example(features=features).SerializeToString(deterministic=True))


def flat(fetched):
    if isinstance(fetched, dict):
        return [tensor for _, value in sorted(fetched.items()) for tensor in flat(value)]
    if isinstance(fetched, (list, tuple)) and not hasattr(fetched, "dense_shape"):
        return [tensor for value in fetched for tensor in flat(value)]
    return [fetched]


def plain(value):
    """Fetched values as JSON holds them; the components of a sparse tensor as a list."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if hasattr(value, "dense_shape"):
        return [plain(value.indices), plain(value.values), plain(value.dense_shape)]
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, "numpy"):
        value = value.numpy()
    if isinstance(value, bytes):
        return value.decode("latin1")
    return plain(value.tolist()) if hasattr(value, "tolist") else value


def steps(run, end):
    """What each run gave, until it raised `end`, or the first LIMIT."""
    results = []
    for _ in range(LIMIT):
        try:
            results.append(plain(run()))
        except end:
            results.append("end")
            break
    return results


def files(tf, T, p, n=2, **k):
    k.setdefault("shuffle", False)
    k.setdefault("num_epochs", n)
    return T.string_input_producer(p, **k)


def text(tf, T, **k):
    key, v = T.TextLineReader(**k).read(files(tf, T, ["t0.txt", "t1.txt"], 1))
    a, b = tf.decode_csv(v, [[0], [0]])
    return (key, a, b)


def c_text(tf, T):
    key, a, b = text(tf, T)
    return T.batch([key, tf.stack([a, b])], 3)


def c_text_small(tf, T):
    key, a, b = text(tf, T, skip_header_lines=1)
    return T.batch([key, a + b], 4, allow_smaller_final_batch=True)


def c_single(tf, T):
    key, a, b = text(tf, T)
    return T.batch([a * 10 + b], 5)


def c_dict(tf, T):
    key, a, b = text(tf, T)
    return T.batch({"b": b, "a": a}, 2, num_threads=1, capacity=50)


def c_dict1(tf, T):
    key, a, b = text(tf, T)
    return T.batch({"b": b}, 2)


def c_direct(tf, T):
    return text(tf, T)


def cifar(tf, T):
    r = T.FixedLengthRecordReader(13)
    key, v = r.read(files(tf, T, ["c0.bin", "c1.bin"], 2))
    rec = tf.decode_raw(v, tf.uint8)
    lab = tf.cast(rec[0:1], tf.int32)
    lab.set_shape([1])
    im = tf.transpose(tf.reshape(tf.strided_slice(rec, [1], [13]), [3, 2, 2]), [1, 2, 0])
    im = tf.cast(im, tf.float32)
    im.set_shape([2, 2, 3])
    return (key, lab, im)


def c_cifar(tf, T):
    key, lab, im = cifar(tf, T)
    i, label = T.batch([im, lab], batch_size=4)
    return (i, tf.reshape(label, [4]))


def c_fixed_hf(tf, T):
    return T.FixedLengthRecordReader(3, header_bytes=2, footer_bytes=1).read(
        files(tf, T, ["h0.bin", "h1.bin"], 1)
    )


def c_fixed_hop(tf, T):
    return T.FixedLengthRecordReader(3, header_bytes=2, footer_bytes=1, hop_bytes=2).read(
        files(tf, T, ["h0.bin", "h1.bin"], 1)
    )


def recs(tf, T, n=1):
    k, v = T.TFRecordReader().read(files(tf, T, ["r0.tfrecords", "r1.tfrecords"], n))
    f = tf.parse_single_example(
        v, {"label": tf.FixedLenFeature([], tf.int64), "raw": tf.FixedLenFeature([], tf.string)}
    )
    return (k, f["label"], tf.decode_raw(f["raw"], tf.uint8))


def c_recs(tf, T):
    k, label, r = recs(tf, T)
    return T.batch([k, label], 2)


def c_pad(tf, T):
    k, label, r = recs(tf, T)
    return T.batch([label, r], 4, dynamic_pad=True, allow_smaller_final_batch=True)


def c_shapes(tf, T):
    k, label, r = recs(tf, T)
    return T.batch([label, r[:2]], 3, shapes=[[], [2]])


def c_many(tf, T):
    k, label, r = recs(tf, T)
    return T.batch(
        [tf.stack([label, label + 100, label + 200]), tf.constant([1, 2, 3])], 4, enqueue_many=True
    )


def c_maybe(tf, T):
    k, label, r = recs(tf, T)
    return T.maybe_batch([label, k], tf.equal(label % 2, 0), 2, allow_smaller_final_batch=True)


def c_maybe_many(tf, T):
    k, label, r = recs(tf, T)
    return T.maybe_batch(
        [tf.stack([label, label + 100])], tf.stack([label > 2, label < 2]), 2, enqueue_many=True
    )


def c_whole(tf, T):
    return T.WholeFileReader().read(files(tf, T, ["t0.txt", "h1.bin"], 1))


def c_ident(tf, T):
    return T.IdentityReader().read(files(tf, T, ["a", "b", "c"], 1))


def c_upto(tf, T):
    return T.TextLineReader().read_up_to(files(tf, T, ["t0.txt", "t1.txt"], 1), 3)


def c_upto_rec(tf, T):
    return T.TFRecordReader().read_up_to(files(tf, T, ["r0.tfrecords", "r1.tfrecords"], 1), 2)


def c_upto_fix(tf, T):
    return T.FixedLengthRecordReader(13).read_up_to(files(tf, T, ["c0.bin", "c1.bin"], 1), 2)


def c_upto_batch(tf, T):
    k, v = T.TextLineReader().read_up_to(files(tf, T, ["t0.txt", "t1.txt"], 1), 3)
    return T.batch([k], 5, enqueue_many=True, allow_smaller_final_batch=True)


def c_range(tf, T):
    return T.range_input_producer(4, num_epochs=2, shuffle=False).dequeue()


def c_range_many(tf, T):
    return T.range_input_producer(4, num_epochs=2, shuffle=False).dequeue_many(3)


def c_range_upto(tf, T):
    return T.range_input_producer(4, num_epochs=2, shuffle=False).dequeue_up_to(3)


def c_slice(tf, T):
    return T.slice_input_producer(
        [tf.reshape(tf.range(6), [3, 2]), tf.constant(["x", "y", "z"])], num_epochs=2, shuffle=False
    )


def c_slice_batch(tf, T):
    a, b = T.slice_input_producer([np.arange(6).reshape(3, 2), ["x", "y", "z"]], shuffle=False)
    return T.batch([a, b], 2)


def c_slice_seed(tf, T):
    return T.slice_input_producer([tf.range(8)], num_epochs=3, shuffle=True, seed=7)


def c_strings_seed(tf, T):
    return files(tf, T, list("abcdef"), 3, shuffle=True, seed=3).dequeue()


def c_limit(tf, T):
    return T.limit_epochs(tf.constant([1, 2]), 3)


def c_matched(tf, T):
    return T.string_input_producer(T.match_filenames_once("t*.txt"), 2, shuffle=False).dequeue()


def c_matched_whole(tf, T):
    return tf.reshape(T.match_filenames_once(["t*.txt", "r1.*"]), [-1])


def c_input_many(tf, T):
    return T.input_producer(tf.reshape(tf.range(6), [3, 2]), shuffle=False, num_epochs=2).dequeue_up_to(4)


def c_const(tf, T):
    return T.batch([tf.constant(1), tf.constant([2.0, 3.0])], 2)


def c_sparse(tf, T):
    k, v = T.TFRecordReader().read(files(tf, T, ["r0.tfrecords", "r1.tfrecords"], 1))
    f = tf.parse_single_example(v, {"label": tf.VarLenFeature(tf.int64)})
    return T.batch([f["label"]], 3)


def c_two_reads(tf, T):
    r = T.TextLineReader()
    q = files(tf, T, ["t0.txt"], 1)
    a = r.read(q)[1]
    with tf.control_dependencies([a]):
        b = r.read(q)[1]
    return tf.stack([a, b])


def c_random_seed(tf, T):
    key, a, b = text(tf, T)
    return T.batch([tf.random_uniform([], seed=5)], 3)


def c_chain(tf, T):
    key, a, b = text(tf, T)
    x = T.batch([a * 10 + b], 2)
    return T.batch([x], 3, enqueue_many=True, allow_smaller_final_batch=True)


def c_join_one(tf, T):
    key, a, b = text(tf, T)
    return T.batch_join([[a, b]], 3)


def c_py_func(tf, T):
    key, a, b = text(tf, T)
    y = tf.py_func(lambda v: np.int32(v * 2), [b], tf.int32)
    y.set_shape([])
    return T.batch([a, y], 3)


def c_cond_while(tf, T):
    key, a, b = text(tf, T)
    c = tf.cond(b > 1, lambda: b * 100, lambda: b)
    d = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + b), [0, 0])[1]
    return T.batch({"c": c, "d": d, "a": a}, 4, num_threads=1)


PROGRAMS = {k[2:]: v for k, v in list(globals().items()) if k.startswith("c_")}

"""Functions whose TensorFlow 2 form is another function, and computes what TF 1's did all the same.

Checked one by one, by their sources and by `tests/migrate/rewrite/test_same_values.py`. Functions that are
one and the same under both versions need no place here: `generate.py` finds those by itself.
"""

from __future__ import annotations

# Those that are so for all arguments that both take, whatever the names and places of these are.
_SAME = """
    arg_max arg_min argmax argmin math.argmax math.argmin
    bincount confusion_matrix math.confusion_matrix count_nonzero math.count_nonzero
    boolean_mask expand_dims gather gather_nd pad reverse_sequence squeeze transpose
    case clip_by_value executing_eagerly foldl foldr map_fn scan tuple variable_creator_scope
    constant convert_to_tensor device name_scope ones_like shape size zeros_like
    debugging.assert_all_finite verify_tensor_all_finite
    decode_csv decode_raw parse_example parse_single_example serialize_many_sparse serialize_sparse
    io.decode_csv io.decode_raw io.parse_example io.parse_single_example io.serialize_many_sparse
    io.serialize_sparse
    depth_to_space nn.depth_to_space space_to_depth nn.space_to_depth
    extract_image_patches image.extract_image_patches image.crop_and_resize
    gfile.Copy gfile.DeleteRecursively gfile.Exists gfile.Glob gfile.IsDirectory gfile.ListDirectory
    gfile.MakeDirs gfile.MkDir gfile.Remove gfile.Rename gfile.Stat gfile.Walk
    linalg.norm norm math.scalar_mul scalar_mul
    math.log_softmax math.softmax nn.log_softmax nn.softmax
    math.reduce_all math.reduce_any math.reduce_logsumexp math.reduce_max math.reduce_mean math.reduce_min
    math.reduce_prod math.reduce_sum
    nn.conv2d nn.conv2d_transpose nn.crelu nn.moments nn.weighted_moments
    nn.sigmoid_cross_entropy_with_logits nn.weighted_cross_entropy_with_logits
    reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum
    reduce_join string_to_hash_bucket string_to_number substr strings.length strings.reduce_join
    strings.substr strings.to_hash_bucket strings.to_number
    sparse.segment_mean sparse.segment_sqrt_n sparse.segment_sum sparse_segment_mean
    sparse_segment_sqrt_n sparse_segment_sum
"""
SAME_COMPUTATION = frozenset(f"tf.{name}" for name in _SAME.split())
# Those that are so only while no other arguments are given.
SAME_WITH = {
    "tf.where": "condition name",  # with values to choose from, a vector of conditions chooses rows in TF 1
}
# What TensorFlow's own list of renamed arguments leaves out.
RENAMED = {
    "tf.OptionalSpec": {"value_structure": "element_spec"},
    "tf.config.experimental.set_virtual_device_configuration": {"virtual_devices": "logical_devices"},
    "tf.data.experimental.OptionalStructure": {"value_structure": "element_spec"},
    "tf.device": {"device_name_or_function": "device_name"},
    "tf.extract_image_patches": {"ksizes": "sizes"},
    "tf.image.extract_image_patches": {"ksizes": "sizes"},
    "tf.keras.activations.deserialize": {"name": "config"},
    "tf.keras.preprocessing.text.one_hot": {"text": "input_text"},
    "tf.keras.preprocessing.text.text_to_word_sequence": {"text": "input_text"},
    "tf.keras.regularizers.l1": {"l": "l1"},
    "tf.keras.regularizers.l2": {"l": "l2"},
    "tf.keras.utils.deserialize_keras_object": {"identifier": "config"},
    "tf.keras.utils.serialize_keras_object": {"instance": "obj"},
    "tf.keras.utils.to_categorical": {"y": "x"},
    "tf.random.experimental.create_rng_state": {"algorithm": "alg"},
    "tf.reduce_join": {"keep_dims": "keepdims", "reduction_indices": "axis"},
}
# Kept under their own names, though TF 1's are others: a program that uses them speaks TensorFlow 2 there.
KEPT = ("tf.distribute.",)

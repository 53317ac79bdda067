"""The symbols of TF 1 that do something else than compute a value, by what they do."""

from __future__ import annotations

from migrate.model.kinds import Role

SYMBOLS: dict[Role, str] = {
    Role.PURE: """
        tf.contrib.deprecated.merge_summary tf.merge_summary tf.summary.merge
        tf.train.ExponentialMovingAverage
    """,
    Role.HOST: """
        tf.__version__ tf.as_dtype tf.COMPILER_VERSION tf.contrib.slim.evaluation.StopAfterNEvalsHook
        tf.contrib.slim.evaluation.SummaryAtEndHook tf.contrib.training.HParams
        tf.contrib.training.StopAfterNEvalsHook tf.contrib.training.SummaryAtEndHook tf.Dimension
        tf.FixedLenFeature tf.FixedLenSequenceFeature tf.get_logger tf.GIT_VERSION tf.io.FixedLenFeature
        tf.io.FixedLenSequenceFeature tf.io.SparseFeature tf.io.VarLenFeature tf.no_gradient tf.NoGradient
        tf.NotDifferentiable tf.set_random_seed
        tf.SparseFeature tf.SparseTensorValue tf.TensorShape tf.train.BytesList
        tf.train.checkpoint_exists tf.train.CheckpointSaverHook tf.train.ClusterSpec tf.train.Coordinator
        tf.train.Example tf.train.Feature tf.train.FeatureList tf.train.FeatureLists tf.train.Features
        tf.train.FloatList
        tf.train.get_checkpoint_state tf.train.Int64List tf.train.latest_checkpoint
        tf.train.list_variables tf.train.load_checkpoint tf.train.load_variable
        tf.train.NewCheckpointReader tf.train.summary_iterator
        tf.train.LoggingTensorHook tf.train.NanTensorHook tf.train.queue_runner.start_queue_runners
        tf.train.replica_device_setter tf.train.SequenceExample tf.train.SessionRunArgs
        tf.train.SessionRunHook tf.train.start_queue_runners tf.train.StepCounterHook
        tf.train.StopAtStepHook tf.train.SummarySaverHook tf.VarLenFeature tf.VERSION
    """,
    Role.PLACEHOLDER: """
        tf.placeholder tf.placeholder_with_default tf.sparse.placeholder tf.sparse_placeholder
    """,
    Role.SHARED_VARIABLE: """
        tf.contrib.framework.create_global_step tf.contrib.framework.get_or_create_global_step
        tf.contrib.slim.create_global_step tf.contrib.slim.get_or_create_global_step tf.get_variable
        tf.train.create_global_step tf.train.get_or_create_global_step
    """,
    Role.OWN_VARIABLE: "tf.Variable",
    Role.OPTIMIZER: """
        tf.train.AdadeltaOptimizer tf.train.AdagradOptimizer tf.train.AdamOptimizer
        tf.train.GradientDescentOptimizer tf.train.MomentumOptimizer tf.train.RMSPropOptimizer
    """,
    Role.TENSOR_OPTIMIZER: """
        tf.train.AdagradDAOptimizer tf.train.FtrlOptimizer tf.train.ProximalAdagradOptimizer
        tf.train.ProximalGradientDescentOptimizer
    """,
    Role.SCHEDULE: """
        tf.train.cosine_decay tf.train.cosine_decay_restarts tf.train.exponential_decay
        tf.train.inverse_time_decay tf.train.linear_cosine_decay tf.train.natural_exp_decay
        tf.train.noisy_linear_cosine_decay tf.train.piecewise_constant tf.train.piecewise_constant_decay
        tf.train.polynomial_decay
    """,
    Role.INITIALIZER: """
        tf.global_variables_initializer tf.initialize_all_tables tf.initialize_all_variables
        tf.initialize_local_variables tf.initialize_variables tf.local_variables_initializer
        tf.report_uninitialized_variables tf.tables_initializer tf.variables_initializer
    """,
    Role.SESSION: "tf.InteractiveSession tf.Session tf.train.MonitoredTrainingSession",
    Role.LOOP: """
        tf.contrib.slim.evaluation.evaluate_once tf.contrib.slim.evaluation.evaluation_loop
        tf.contrib.slim.learning.train tf.contrib.training.evaluate_once
        tf.contrib.training.evaluate_repeatedly tf.contrib.training.train
    """,
    Role.GRAPH: "tf.Graph tf.reset_default_graph",
    Role.CONFIG: "tf.ConfigProto tf.GPUOptions",
    Role.OPERATION: "tf.group tf.no_op",
    Role.COLLECTS: "tf.add_to_collection tf.losses.add_loss",
    Role.READS_COLLECTION: """
        tf.contrib.framework.get_global_step tf.contrib.losses.get_losses
        tf.contrib.losses.get_regularization_losses tf.contrib.losses.get_total_loss tf.get_collection
        tf.losses.get_losses tf.losses.get_regularization_loss tf.losses.get_regularization_losses
        tf.losses.get_total_loss tf.moving_average_variables tf.train.get_global_step
    """,
    Role.READS_VARIABLES: """
        tf.all_variables tf.contrib.framework.get_variables_to_restore
        tf.contrib.slim.get_model_variables tf.contrib.slim.get_trainable_variables
        tf.contrib.slim.get_variables tf.contrib.slim.get_variables_to_restore
        tf.global_variables tf.local_variables tf.model_variables tf.trainable_variables
    """,
    Role.GRADIENT: "tf.gradients tf.hessians",
    Role.EFFECT: "tf.Assert tf.count_up_to tf.Print tf.print tf.py_func",
    Role.SUMMARY: """
        tf.contrib.deprecated.audio_summary tf.contrib.deprecated.histogram_summary
        tf.contrib.deprecated.image_summary tf.contrib.deprecated.scalar_summary
        tf.histogram_summary tf.image_summary tf.scalar_summary tf.summary.audio tf.summary.histogram
        tf.summary.image tf.summary.scalar tf.summary.tensor_summary tf.summary.text
    """,
    Role.READS_SUMMARIES: """
        tf.contrib.deprecated.merge_all_summaries tf.merge_all_summaries tf.summary.merge_all
    """,
    Role.INPUT: """
        tf.contrib.slim.dataset_data_provider.DatasetDataProvider
        tf.contrib.slim.parallel_reader.parallel_read tf.contrib.slim.parallel_reader.single_pass_read
        tf.contrib.slim.prefetch_queue.prefetch_queue tf.contrib.staging.StagingArea
        tf.data.Iterator.from_structure tf.data.make_initializable_iterator
        tf.data.make_one_shot_iterator tf.FIFOQueue tf.FixedLengthRecordReader tf.IdentityReader
        tf.PaddingFIFOQueue tf.queue.FIFOQueue tf.queue.PaddingFIFOQueue tf.queue.RandomShuffleQueue
        tf.RandomShuffleQueue tf.TextLineReader tf.TFRecordReader
        tf.train.add_queue_runner tf.train.batch tf.train.batch_join tf.train.input_producer
        tf.train.limit_epochs tf.train.match_filenames_once tf.train.maybe_batch
        tf.io.match_filenames_once tf.train.maybe_batch_join
        tf.train.maybe_shuffle_batch tf.train.maybe_shuffle_batch_join
        tf.train.queue_runner.add_queue_runner tf.train.queue_runner.QueueRunner tf.train.QueueRunner
        tf.train.range_input_producer tf.train.shuffle_batch tf.train.shuffle_batch_join
        tf.train.slice_input_producer tf.train.string_input_producer tf.WholeFileReader
    """,
    Role.SAVER: """
        tf.contrib.framework.assign_from_checkpoint_fn tf.contrib.slim.assign_from_checkpoint_fn
        tf.train.Saver
    """,
    Role.WRITER: "tf.summary.FileWriter tf.summary.FileWriterCache.get tf.train.SummaryWriter",
    Role.MODE: "tf.disable_eager_execution tf.disable_v2_behavior tf.enable_resource_variables",
    Role.UNSUPPORTED: """
        tf.contrib.layers.sparse_column_with_keys tf.contrib.layers.sparse_column_with_vocabulary_file
        tf.feature_column.categorical_column_with_vocabulary_file
        tf.feature_column.categorical_column_with_vocabulary_list
        tf.feature_column.sequence_categorical_column_with_vocabulary_file
        tf.feature_column.sequence_categorical_column_with_vocabulary_list
        tf.get_collection_ref tf.get_default_graph tf.get_local_variable tf.get_session_handle
        tf.get_session_tensor tf.import_graph_def tf.io.write_file tf.load_op_library tf.make_template
        tf.numpy_function tf.py_function tf.variable_creator_scope tf.write_file
    """,
}

# Modules, classes and functions with all that is inside; of several that fit, the innermost counts.
FAMILIES: dict[Role, str] = {
    # Parts of contrib that compute, or that say how to build.
    Role.PURE: """
        tf.contrib.crf tf.contrib.distributions tf.contrib.framework.add_arg_scope
        tf.contrib.framework.arg_scope
        tf.contrib.layers.flatten tf.contrib.layers.l1_regularizer tf.contrib.layers.l2_regularizer
        tf.contrib.layers.variance_scaling_initializer tf.contrib.layers.xavier_initializer
        tf.contrib.layers.xavier_initializer_conv2d tf.contrib.legacy_seq2seq.sequence_loss
        tf.contrib.legacy_seq2seq.sequence_loss_by_example tf.contrib.rnn.LSTMStateTuple
        tf.contrib.seq2seq.sequence_loss tf.contrib.slim.arg_scope tf.contrib.slim.dataset.Dataset
        tf.contrib.slim.flatten tf.contrib.slim.l2_regularizer tf.contrib.slim.one_hot_encoding
        tf.contrib.slim.tfexample_decoder tf.contrib.slim.xavier_initializer tf.keras.initializers
    """,
    Role.HOST: """
        tf.app tf.AttrValue tf.compat tf.config tf.contrib.cluster_resolver tf.contrib.crf.viterbi_decode
        tf.contrib.framework.list_variables tf.contrib.framework.load_checkpoint
        tf.contrib.framework.load_variable tf.contrib.learn.datasets tf.distribute.cluster_resolver
        tf.contrib.learn.preprocessing tf.contrib.slim.model_analyzer.analyze_vars
        tf.contrib.learn.ModeKeys tf.contrib.util.make_ndarray tf.contrib.util.make_tensor_proto
        tf.core.example tf.core.framework.summary_pb2 tf.errors tf.estimator.ModeKeys tf.Event tf.examples
        tf.flags tf.gfile tf.HistogramProto tf.io.gfile tf.io.TFRecordCompressionType
        tf.io.TFRecordOptions tf.io.TFRecordWriter tf.io.tf_record_iterator tf.keras.datasets
        tf.keras.backend.is_sparse tf.keras.preprocessing.sequence.pad_sequences
        tf.keras.utils.to_categorical tf.logging tf.make_ndarray tf.make_tensor_proto
        tf.python.client.device_lib tf.python.client.timeline tf.python_io tf.RunMetadata tf.RunOptions
        tf.SessionLog tf.Summary tf.summary.Event tf.summary.Summary tf.summary.SummaryDescription
        tf.SummaryMetadata tf.sysconfig tf.test tf.train.Example tf.train.SequenceExample tf.version
    """,
    Role.COLLECTS: "tf.contrib.losses tf.losses",
    # Their variables are named by their order in the graph.
    Role.LAYER: """
        tf.contrib.crf.crf_log_likelihood tf.contrib.framework.get_model_variables
        tf.contrib.framework.get_trainable_variables tf.contrib.framework.get_variables
        tf.contrib.framework.get_variables_by_name tf.contrib.layers tf.contrib.legacy_seq2seq tf.contrib.rnn
        tf.contrib.seq2seq tf.contrib.slim tf.contrib.training.create_train_op tf.layers
        tf.nn.bidirectional_dynamic_rnn tf.nn.dynamic_rnn tf.nn.rnn_cell tf.nn.static_rnn
    """,
    Role.METRIC: "tf.contrib.metrics tf.metrics",
    Role.DATA: "tf.contrib.data tf.data",
    Role.UNSUPPORTED: """
        tf.contrib tf.debugging tf.distribute tf.estimator tf.keras tf.lookup tf.profiler tf.queue
        tf.saved_model tf.summary tf.train
    """,
}

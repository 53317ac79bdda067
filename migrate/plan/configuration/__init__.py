"""What sessions, runs and the environment configure, by tf.config instead."""

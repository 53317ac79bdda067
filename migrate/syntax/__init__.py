"""Works on Python syntax alone, knowing nothing of TensorFlow."""

"""The embedding projector's configuration is the file that TensorFlow 1.15.5 wrote."""

import pytest
import tensorflow as tf

from compat.contrib.tensorboard.plugins import projector

# What contrib.tensorboard of 1.15.5 made of the same calls.
WRITTEN = """\
model_checkpoint_path: "model.ckpt-3"
embeddings {
  tensor_name: "words:0"
  metadata_path: "words.tsv"
  tensor_shape: 4
  tensor_shape: 2
  sprite {
    image_path: "sprite.png"
    single_image_dim: 28
    single_image_dim: 28
  }
}
"""


def test_a_configuration_is_written_beside_the_events(tmp_path):
    config = projector.ProjectorConfig(model_checkpoint_path="model.ckpt-3")
    embedding = config.embeddings.add()
    embedding.tensor_name, embedding.metadata_path = "words:0", "words.tsv"
    embedding.tensor_shape.extend([4, 2])
    embedding.sprite.image_path = "sprite.png"
    embedding.sprite.single_image_dim.extend([28, 28])
    with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter(str(tmp_path)) as writer:
        projector.visualize_embeddings(writer, config)
    assert (tmp_path / "projector_config.pbtxt").read_text() == WRITTEN


def test_a_writer_without_a_folder_is_refused():
    class Nowhere:
        def get_logdir(self):
            return None

    with pytest.raises(ValueError, match="logdir"):
        projector.visualize_embeddings(Nowhere(), projector.ProjectorConfig())

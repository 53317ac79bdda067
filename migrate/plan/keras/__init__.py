"""Models of Keras, and the sessions that configure TensorFlow for them."""

"""From the paths the user gives to the sources that mention TensorFlow."""

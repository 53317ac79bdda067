"""What changes numbers without an error: updates beside each other."""

from migrate.rewrite.rule import Rule

RULES = (
    Rule(
        code="HAZ105",
        title="Every tower updates the averages of batch normalisation",
        explanation=(
            "tf.GraphKeys.UPDATE_OPS without the scope of a tower holds the updates of all of them. Each run "
            "moves the averages once per tower, in no order, so that they follow faster than their momentum "
            "says and two runs differ in the last digits. The steps do the same."
        ),
    ),
    Rule(
        code="HAZ106",
        title="Moving averages are updated beside the weights",
        explanation=(
            "Nothing says whether the averages wait for the update of the weights that they follow, or come "
            "before it: tf.group has no order. TensorFlow read the weights before the update, and so does "
            "the step."
        ),
    ),
)

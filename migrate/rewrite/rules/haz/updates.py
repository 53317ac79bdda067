"""What changes numbers, or what is said, without an error: updates, batches, functions that run again."""

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
    Rule(
        code="HAZ107",
        title="A function that builds the graph says something",
        explanation=(
            "It ran once, for all runs. Now it runs whenever a step that calls it is traced: for each of "
            "the steps, and for each replica. What it says comes as often, and behind other lines."
        ),
    ),
    Rule(
        code="HAZ108",
        title="The batch of several towers",
        explanation=(
            "A tower's loss is the mean of its own part of the batch, and the update is the mean over the "
            "towers: the gradient of the mean over the whole batch if all parts are of one size. The steps "
            "compute the same, and scale nothing. Who adds GPUs and keeps each tower's batch may want to "
            "scale the learning rate with their number, and a schedule that counts steps against it; where "
            "parts differ in size, tf.nn.compute_average_loss with the global batch size weighs all "
            "examples alike, with reduction='sum' for the gradients. Both change what is trained."
        ),
    ),
)

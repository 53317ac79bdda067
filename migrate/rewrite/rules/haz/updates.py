"""What changes numbers, or what is said, without an error: updates, batches, functions that run again."""

from migrate.rewrite.rule import Rule

RULES = (
    Rule(
        code="HAZ105",
        title="Every tower updates the averages of batch normalisation",
        explanation=(
            "tf.GraphKeys.UPDATE_OPS without the scope of a tower holds the updates of all of them, and "
            "layers with updates_collections=None make them wherever they are computed. Each run moves the "
            "averages once per tower, in no order, so that they follow faster than their momentum says and "
            "two runs differ in the last digits. The steps do the same."
        ),
    ),
    Rule(
        code="HAZ151",
        title="Gradients of towers that are not averaged",
        explanation=(
            "Where the gradients of towers are summed, an update grows with the number of towers, unless "
            "each tower's loss is divided by the size of the whole batch. The steps compute the same, with "
            "as many towers as before. Whoever trains with another number of them either divides the losses "
            "by the global batch size, or the sum by the number of towers, or chooses the learning rate "
            "anew."
        ),
    ),
    Rule(
        code="HAZ152",
        title="Averages of batch normalisation that no run moves",
        explanation=(
            "tf.layers.batch_normalization and its kin put the updates of their averages into "
            "tf.GraphKeys.UPDATE_OPS, and a program that never runs these evaluates with the averages that "
            "it began with: means of 0 and variances of 1. The steps do the same. A layer of Keras would "
            "move its averages in every step that trains: the model evaluates otherwise then, and better."
        ),
    ),
    Rule(
        code="HAZ106",
        title="Moving averages are updated beside the weights",
        explanation=(
            "Nothing says whether the averages wait for the update of the weights that they follow, or come "
            "before it: tf.group has no order. TensorFlow mostly read the weights before the update, but "
            "in some graphs behind it; the step always does so before it, which is then one update behind."
        ),
    ),
    Rule(
        code="HAZ111",
        title="A variable is read beside its update",
        explanation=(
            "A run that fetches an update, and beside it what is computed from the same variable by "
            "another way, leaves to chance which comes first: the norm or a histogram of a weight, the step "
            "plus one, an average that tf.cond moves in one branch and reads in the other. TF 1's own "
            "variables and resource variables, which TensorFlow 2 has, may differ in that: a tf.cond of that "
            "form gave 3.08 with the ones and 4.57 with the others, in every run. The steps read before the "
            "update wherever the graph lets them, and a Program does, too. tf.control_dependencies fixes the "
            "order, for the one kind of variables as for the other."
        ),
    ),
    Rule(
        code="HAZ112",
        title="A variable of a cluster is read behind its update",
        explanation=(
            "A worker of TensorFlow 1 asked the servers for the variables that it names as a run began, and "
            "tf.control_dependencies did not hold that back: a copy that is assigned from a shared variable "
            "behind its update was one update late, in each of four steps of 1.15.5. The steps do what is "
            "written, and read it behind the update: such a copy is what the servers have. Only "
            "`read_value()` gave that before."
        ),
    ),
    Rule(
        code="HAZ103",
        title="The tag of a summary may lose its number",
        explanation=(
            "TensorFlow 1 named a summary as it named operations: where the graph had one of that name "
            "before, the tag got a number, as in loss_1. A step counts what it has itself, the variables, "
            "and placeholders. What other steps build takes no names in it, so the tag may be without the "
            "number: TensorBoard shows it as another curve."
        ),
    ),
    Rule(
        code="HAZ107",
        title="Code that builds the graph says something",
        explanation=(
            "It ran once, before all runs. Now it runs whenever a step that it is a part of is traced: for "
            "each of the steps, and for each replica. What it prints or logs comes once, but behind other "
            "lines, and not at all where the program ends before such a step; a tensor that it prints has "
            "the name that it has in the step."
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

"""What changes without an error where one process hands out the steps that all workers do."""

from migrate.rewrite.rule import Rule

RULES = (
    Rule(
        code="HAZ131",
        title="One process feeds all workers",
        explanation=(
            "Each worker fed its steps with what its own Python read. Under ParameterServerStrategy the "
            "first worker's loop is the only one: it reads the input for all of them, as fast as one process "
            "can, and what a batch is of may be another part of the data than before. The number of updates "
            "is the same. tf.data in the graph is read by each worker for itself."
        ),
    ),
    Rule(
        code="HAZ132",
        title="Who may be lost",
        explanation=(
            "A worker of a ParameterServerStrategy may be lost, and is taken up again when it is started "
            "anew; the others go on, and a step that it had begun is done by another one, so that its update "
            "may land twice. The coordinator waits for all tasks before it begins. When a parameter server "
            "is lost, what it held is, and the coordinator ends with a ClusterError; when the coordinator "
            "is, the others wait until it is started again. In both cases it goes on from its last "
            "checkpoint. Workers that share variables (CLU101) wait for a parameter server, and go on "
            "without their chief."
        ),
    ),
    Rule(
        code="HAZ133",
        title="A loop that looks at each step",
        explanation=(
            "What a step gives is there when a worker has done it, and only a look at it waits. A loop that "
            "feeds its steps, or has no StopAtStepHook, and looks at a value of each of them, to print it or "
            "to add it up: it has no more than one step done at a time. The global step is known at once: it "
            "counts the updates that were called for. Look at values now and then, `if step % 100 == 0`, and "
            "the workers are busy in between. Where a hook says which step is the last, and nothing is fed, "
            "the next steps are begun ahead, and a look does not hold them up."
        ),
    ),
)

"""What changes without an error where workers that train in step become replicas of one strategy."""

from migrate.rewrite.rule import Rule

RULES = (
    Rule(
        code="HAZ109",
        title="A gradient of each worker in each update",
        explanation=(
            "A SyncReplicasOptimizer aggregates as many gradients as it is told, whoever they come from: a "
            "fast worker may supply two of them, and a slow one's is dropped then. Replicas of a strategy "
            "supply one each, in every update: all batches count, and the slowest worker sets the pace."
        ),
    ),
    Rule(
        code="HAZ110",
        title="A worker that is lost stops the others",
        explanation=(
            "On variables of parameter servers a worker that is lost is started again by itself, while the "
            "others wait. Replicas of a strategy have the variables among themselves: when one is lost, the "
            "others end with a ClusterError, within seconds where its process has ended. Have all of them "
            "started again then; they go on from the last checkpoint of the chief."
        ),
    ),
)

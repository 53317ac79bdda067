"""What changes numbers without an error: values whose meaning deserves a second look."""

from migrate.rewrite.rule import Rule

RULES = (
    Rule(
        code="HAZ101",
        title="The loss that is fetched is the last tower's",
        explanation=(
            "After a tower loop, a name of its body stands for the last tower's value. The rewritten step "
            "returns the same; the mean of all towers is usually what one wants to see."
        ),
    ),
    Rule(
        code="HAZ102",
        title="A variable is fetched beside its update",
        explanation=(
            "TF 1.15 gave the value after the update; a graph of resource variables gives the one before. "
            "The step reads it after the update, so that loops bounded by it run as many times as they did. "
            "A parameter server of TF 1.15 mostly gave the one before, for no order told it when to send: "
            "so do the steps of workers, always. Where the workers have become replicas of a strategy, or do "
            "the steps of one loop, they are told the one after: a step that is greater by one than it was."
        ),
    ),
    Rule(
        code="HAZ104",
        title="A graph with a seed",
        explanation=(
            "TF 1 derived the seed of each random operation from the graph's and from how many operations "
            "there were before it. In steps, which are other graphs, the same seed gives other numbers: "
            "other initial values, dropout masks and shuffles, of the same distributions. On the tier "
            "wrapped, and in what an Estimator traces, the graph is as it was, and so are its numbers."
        ),
    ),
    Rule(
        code="HAZ113",
        title="The summary of an input queue is gone",
        explanation=(
            "TF 1's producers and batches summarise how full their queues are, as input_producer/…/"
            "fraction_of_32_full and batch/fraction_of_…_full, and tf.summary.merge_all writes that with the "
            "program's own summaries. The steps read their input from tf.data, which has no such queue: "
            "these tags are in no event file any more. All others are."
        ),
    ),
    Rule(
        code="HAZ114",
        title="Epochs that each worker counts by itself",
        explanation=(
            "TF 1's producers count epochs by a local variable. Where replica_device_setter, or no device, "
            "put it on a server, all workers counted by it: with num_epochs=3, three workers went through "
            "the input about once each, and whoever came anew began to count again for all. Each worker's "
            "steps have a pipeline of their own, which goes through the input three times. On one worker "
            "nothing changes. A graph that stays, on the tier wrapped, counts as before."
        ),
    ),
    Rule(
        code="HAZ116",
        title="A number that is fed and fetched",
        explanation=(
            "A session gives what is fed back as the array that it was fed as, one number too: an "
            "np.ndarray without dimensions. A step gives one number as np.float32, or as NumPy's type of "
            "that kind. Both print and compute alike, but repr, isinstance, a key of a dictionary and a "
            "change in place tell them apart."
        ),
    ),
    Rule(
        code="HAZ115",
        title="Random numbers that begin anew in each set of fetches",
        explanation=(
            "An operation with a seed, its own or the graph's, goes on with its numbers from run to run. On "
            "the tier wrapped, and in what an Estimator traces, each set of fetches is a function. Of "
            "uniform and normal numbers all functions go on with one stream: what dropout and most initial "
            "values take. Shuffles, gamma and Poisson numbers, categories and candidates are drawn by "
            "operations that count by themselves. So are those inside of a loop or a branch. These begin "
            "with the seed in each function: where a run that trains, and one that writes summaries too, "
            "both fetch them, both see the first numbers. Where one set of fetches has them, they are the "
            "session's. The order of a data set is the session's, too."
        ),
    ),
    Rule(
        code="HAZ121",
        title="The batch of Keras's fit under a strategy of contrib",
        explanation=(
            "tf.contrib.distribute gave each replica of fit a whole batch: of two replicas with "
            "batch_size=32 each step took 64 rows. Today's strategies share out the batch that they are "
            "given. `batch_size * strategy.num_replicas_in_sync`, or the same factor in Dataset.batch, keeps "
            "the steps as they were."
        ),
    ),
    Rule(
        code="HAZ122",
        title="A generator that feeds a model under a strategy",
        explanation=(
            "Under a strategy, Keras 3's fit draws some batches of a generator before it trains, and leaves "
            "them out: a generator that never ends goes on a few batches later, one that ends ends early. A "
            "keras.utils.Sequence, now called PyDataset, or a tf.data.Dataset is read from its beginning, "
            "and loses nothing."
        ),
    ),
)

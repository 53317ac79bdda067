def construct_feed_dict(rng, inputs, labels, keep_prob):
    """A dictionary from placeholders to the next batch."""
    batch = rng.rand(4, 3)
    feed_dict = dict()
    feed_dict.update({inputs: batch})
    feed_dict[labels] = batch.sum(1)  # what a model should find
    feed_dict.update({keep_prob: 0.9})
    return feed_dict

def construct_feed_dict(features, labels, placeholders):
    """What trains."""
    feed_dict = {}
    feed_dict.update({placeholders['inputs']: features})
    feed_dict.update({placeholders['targets']: labels})
    return feed_dict


def scaled(net, placeholders, features):
    """What evaluates: without dropout."""
    return {placeholders['targets']: features.sum(1), net.scale: 2.0, placeholders['inputs']: features}

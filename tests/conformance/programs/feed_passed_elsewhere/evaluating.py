def evaluate(sess, values, feed_dict, times=1):
    """The values, and how much they grow."""
    first = sess.run(values, feed_dict=feed_dict)
    return first, again(sess, values, feed_dict, times) - first


def again(sess, values, feeding, times):
    total = 0.0
    for _ in range(times):
        total += sess.run(values, feeding)
    return total

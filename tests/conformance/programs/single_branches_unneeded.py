# expect: native
"""Comments of branches, and of statements in them and in loops, that no run needs stay."""

import tensorflow as tf

FLAG = 2
x = tf.placeholder(tf.float32, [2])
h = x
for i in range(2):  # twice
    h = h * 2.0
    doubled = h  # doubled
if FLAG == 1:  # first
    # one
    out = h * 1.0
    # end of one
elif FLAG == 2:  # second
    looked = h * 3.0  # looked at
    out = h * 2.0
# before the third
elif FLAG == 3:  # third
    # nothing of it
    pass  # here
    # end of the third
# before the last
else:  # last
    rest = h  # the rest
    # end of the last
if FLAG == 2:
    # the other branch is left out
    out = out + 1.0
else:  # otherwise
    # not needed
    unused = h  # unused
    # end of all

with tf.Session() as sess:
    print(sess.run(out, {x: [1.0, 2.0]}))

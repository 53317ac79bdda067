# expect: SES215
"""The second call adds to the graph of the first: its saver saves the variables of both."""

import numpy as np

from net import Net

net = Net(2)
for i in range(2):
    net.fit(np.ones([3, 2]))

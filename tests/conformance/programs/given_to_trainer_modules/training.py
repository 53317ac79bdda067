class Trainer(object):
    def __init__(self, sess, model, batches, steps=2):
        self.model = model
        self.sess = sess
        self.batches = batches
        self.steps = steps

    def train(self):
        for epoch in range(2):
            losses = []
            for _ in range(self.steps):
                losses.append(self.train_step())
            print(epoch, losses)
            self.model.save(self.sess, "./saved")

    def train_step(self):
        x = self.batches()
        _, loss = self.sess.run([self.model.train_op, self.model.loss], feed_dict={self.model.x: x})
        return loss

    def evaluate(self):
        loss = self.sess.run(self.model.loss, feed_dict={self.model.x: self.batches()})
        print("loss", loss)

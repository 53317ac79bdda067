"""Runs the session for both programs."""


def run_batch(session, fetches, inputs, batch):
    return session.run(fetches, {inputs: batch})

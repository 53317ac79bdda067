"""Runs a session, in a program and in tests."""


def run_batch(session, fetches, inputs, batch):
    return session.run(fetches, {inputs: batch})

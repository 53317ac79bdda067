"""Workers that connect to a fresh server at the same instant, many times over.

Run as `python -m tests.compat.cluster.rush`.
"""

import argparse
import tempfile
import time
from pathlib import Path

from .processes import cluster_of, stage

_UPDATES = 3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--workers", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, stage(Path(folder)) as start:
        for number in range(options.rounds):
            begin = time.monotonic()
            with cluster_of(start, ps=1, worker=options.workers) as cluster:
                # The workers first: they wait, and all find the server in the same tenth of a second.
                workers = [
                    cluster.start("count_updates", "worker", index, _UPDATES)
                    for index in range(options.workers)
                ]
                (server,) = cluster.serve()
                counts = {worker.result()["count"] for worker in workers}
                if counts != {_UPDATES * options.workers} or server.result() != "joined":
                    raise SystemExit(f"round {number}: {counts} updates")
            print(f"round {number}: {time.monotonic() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()

"""Workers that update shared variables on their own."""


def test_every_update_lands_once(cluster):
    tasks = cluster(ps=2, worker=2)
    servers = tasks.serve()
    workers = [tasks.start("count_updates", "worker", index, 300) for index in range(2)]
    for worker in workers:
        told = worker.result()
        assert told["count"] == 600
        assert told["ones"] == [600.0] * 3
        assert told["rows"] == [[0.0] * 2, [0.0] * 2, [600.0] * 2, [0.0] * 2]
        assert {device.partition("/task:")[2][0] for device in told["devices"]} == {"0", "1"}
    assert [server.result(10) for server in servers] == ["joined"] * 2  # all workers have left


def test_eight_workers_connect_to_a_fresh_server_at_the_same_instant(cluster):
    tasks = cluster(ps=1, worker=8)
    workers = [tasks.start("count_updates", "worker", index, 3) for index in range(8)]
    (server,) = tasks.serve()
    assert {worker.result()["count"] for worker in workers} == {24}
    assert server.result(10) == "joined"


def test_each_optimizer_updates_shared_variables_as_those_of_one_process(cluster):
    tasks = cluster(ps=2, worker=2)
    tasks.serve()
    for index in range(2):  # the second goes on with what the first left, slots included
        told = tasks.start("every_optimizer", "worker", index, 3 * index).result(120)
        differences = told["differences"]
        assert len(differences) > 60
        assert {name: far for name, far in differences.items() if far} == {}
        # There and back, unless gradients need an earlier update; nothing where no other task is.
        assert told["joined"] == [2, 0, 1, 0]

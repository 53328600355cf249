"""Many runs at once, with Python's lock released."""
import threading
import time

import pytest
import stiction


def test_results_come_in_order_and_do_not_depend_on_threads():
    scenes = [stiction.Scene.gallery("stack", count=n) for n in (3, 1, 2)]
    one = stiction.run_batch(scenes, 0.1, measure=lambda w: (len(w), w.state_hash), threads=1)
    two = stiction.run_batch(scenes, 0.1, measure=lambda w: (len(w), w.state_hash), threads=2)
    assert [count for count, _ in one] == [4, 2, 3] and one == two


def test_sources_may_be_names_worlds_and_functions():
    scene = stiction.Scene.gallery("stack", count=1)
    scene.data["duration"] = 0.07
    worlds = stiction.run_batch([scene, stiction.World(scene), lambda: stiction.World("stack", count=2)], 0.05)
    assert [w.step_count for w in worlds] == [5, 5, 5]
    assert stiction.run_batch([scene])[0].step_count == 7


def test_an_error_in_one_run_is_raised():
    with pytest.raises(stiction.InputError, match="nonsense"):
        stiction.run_batch(["stack", "nonsense"], 0.01)


def test_other_threads_run_while_a_world_does():
    world = stiction.World("card_house", levels=5)
    done = threading.Event()

    def work():
        world.run(steps=150)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 5 and world.step_count == 150

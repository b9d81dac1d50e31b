"""What bounds the heap of a peer, and memory as real peers need it."""

from wirebed_limits.memory import bounded

RUN = ("java", "-Xss16m", "-Xms256m", "-Xmn160m", "-Xmx1g", "-jar", "peer.jar", "{tree}")


def test_the_words_of_a_heap_stand_for_those_that_begin_alike():
    words = ("-Xms{heap}m", "-Xmn2m", "-Xmx{heap}m")
    assert bounded(RUN, words, 64) == ("java", "-Xms64m", "-Xmn2m", "-Xmx64m", "-Xss16m", *RUN[5:])

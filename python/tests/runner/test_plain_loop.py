"""The plain loop by which `wirebed bench-runner` is judged is the one that it says."""

from wirebed_costs import plain_loop


def test_the_message_is_what_the_loop_is_stated_with():
    message = plain_loop.message()
    assert (len(message), message.ByteSize()) == (plain_loop.TEXTS, plain_loop.BYTES)


def test_the_child_passes_the_message_on_until_its_input_ends():
    assert plain_loop.rate(0.05) > 0

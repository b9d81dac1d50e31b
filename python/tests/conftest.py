"""For all tests: Ctrl-C is what it is in a terminal. A shell that starts them in the background has it ignored."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)

"""The server face of an echo program that listens nowhere: `fake_server.py HOW serve …`."""

import sys
import time

HOW = sys.argv[1]
if HOW == "silent":
    time.sleep(60)
if HOW == "dies":
    sys.exit(3)
print("ready socket 4711\nready grpc 4712\nready", flush=True)
if HOW == "deaf":
    time.sleep(60)
sys.stdin.read()

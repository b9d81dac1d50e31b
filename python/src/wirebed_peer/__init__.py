"""The Python peer: its codecs, and the bridge between views and objects. It imports nothing from the runner."""

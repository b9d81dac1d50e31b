"""View <-> protobuf message, view <-> plain object: code made once per descriptor or class."""

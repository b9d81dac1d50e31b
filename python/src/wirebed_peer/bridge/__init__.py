"""Converts between views and protobuf messages or plain objects, by code that is made once per descriptor or class."""

"""Whose data a change can harm: those of the old version, which the new one reads, or the reverse."""

DIRECTIONS = BACKWARD, FORWARD = ("backward", "forward")

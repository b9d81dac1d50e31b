package javatypes;

import java.io.Serializable;

/** A record. */
public record Point(int x, String name) implements Serializable {}

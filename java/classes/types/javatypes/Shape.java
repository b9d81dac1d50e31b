package javatypes;

import java.io.Serializable;

/** An interface. */
public interface Shape extends Serializable {}

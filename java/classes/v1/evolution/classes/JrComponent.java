package evolution.classes;

import java.io.Serializable;

/** A record gets a component. */
public record JrComponent(int kept) implements Serializable {}

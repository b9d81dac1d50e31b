package evolution.classes;

import java.io.Serializable;

/** A record becomes an ordinary class, whose serialVersionUID is 0, as that of records. */
public record JrOrdinary(int kept) implements Serializable {}

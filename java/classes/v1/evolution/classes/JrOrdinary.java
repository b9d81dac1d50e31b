package evolution.classes;

import java.io.Serializable;

/** A record becomes an ordinary class. Its serialVersionUID is 0, like that of records. */
public record JrOrdinary(int kept) implements Serializable {}

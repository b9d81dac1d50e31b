package javatypes;

import java.io.Serializable;
import java.net.URI;
import java.util.UUID;

/** Names that stand for something: an address, and a number of 128 bits. */
public class Identifiers implements Serializable {
  private static final long serialVersionUID = 1L;

  public URI address;
  public UUID number;
}

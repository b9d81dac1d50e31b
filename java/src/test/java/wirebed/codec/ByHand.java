package wirebed.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;

/** The Contacts of seed S4 in its forms (b), (c) and (d), as the article's author wrote them. */
final class ByHand {
  private ByHand() {}

  /** (b) */
  public static final class Naive implements Externalizable {
    private static final long serialVersionUID = 1L;
    private Set<String> emails;
    private Set<String> phones;

    public Naive() {}

    Naive(Set<String> emails, Set<String> phones) {
      this.emails = emails;
      this.phones = phones;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeObject(emails);
      out.writeObject(phones);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      emails = (Set<String>) in.readObject();
      phones = (Set<String>) in.readObject();
    }
  }

  /** (c) */
  public static final class Tuned implements Externalizable {
    private static final long serialVersionUID = 1L;
    private final Set<String> emails;
    private final Set<String> phones;

    public Tuned() {
      this(new HashSet<>(), new HashSet<>());
    }

    Tuned(Set<String> emails, Set<String> phones) {
      this.emails = emails;
      this.phones = phones;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      write(emails, out);
      write(phones, out);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      read(emails, in);
      read(phones, in);
    }
  }

  /** (d) */
  public static final class Custom implements Serializable {
    private static final long serialVersionUID = 1L;
    private transient Set<String> emails;
    private transient Set<String> phones;

    Custom(Set<String> emails, Set<String> phones) {
      this.emails = emails;
      this.phones = phones;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      write(emails, out);
      write(phones, out);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      emails = new HashSet<>();
      phones = new HashSet<>();
      read(emails, in);
      read(phones, in);
    }
  }

  private static void write(Set<String> set, ObjectOutput out) throws IOException {
    out.writeInt(set.size());
    for (String item : set) {
      out.writeUTF(item);
    }
  }

  private static void read(Set<String> set, ObjectInput in) throws IOException {
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      set.add(in.readUTF());
    }
  }
}

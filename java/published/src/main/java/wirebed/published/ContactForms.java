package wirebed.published;

import interop.plain.Contacts;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Set;

/** The four classes of S4, and how the article writes each. */
final class ContactForms {
  private ContactForms() {}

  /** How one of the classes is made, written and read. */
  interface Form {
    Object of(Set<String> emails, Set<String> phones);

    void write(Object value, ObjectOutputStream out) throws IOException;

    /** The objects that the article makes before it starts the clock of reading. */
    Object empty();

    Object read(ObjectInputStream in, Object empty) throws IOException, ClassNotFoundException;
  }

  static Form of(String system) {
    switch (system) {
      case "a":
        return new Whole() {
          @Override
          public Object of(Set<String> emails, Set<String> phones) {
            Contacts contacts = new Contacts();
            contacts.setEmails(emails);
            contacts.setPhones(phones);
            return contacts;
          }
        };
      case "b":
        return new Direct() {
          @Override
          public ContactsExternal empty() {
            return new ContactsNaive();
          }
        };
      case "c":
        return new Direct() {
          @Override
          public ContactsExternal empty() {
            return new ContactsTuned();
          }
        };
      case "d":
        return new Whole() {
          @Override
          public Object of(Set<String> emails, Set<String> phones) {
            return new ContactsCustom(emails, phones);
          }
        };
      default:
        throw new IllegalArgumentException("contacts has no system " + system + ": a, b, c or d");
    }
  }

  /** By writeObject and readObject. */
  private abstract static class Whole implements Form {
    @Override
    public void write(Object value, ObjectOutputStream out) throws IOException {
      out.writeObject(value);
    }

    @Override
    public final Object empty() {
      return null;
    }

    @Override
    public Object read(ObjectInputStream in, Object empty)
        throws IOException, ClassNotFoundException {
      return in.readObject();
    }
  }

  /** By calls of writeExternal and readExternal, so without a class descriptor. */
  private abstract static class Direct implements Form {
    @Override
    public abstract ContactsExternal empty();

    @Override
    public Object of(Set<String> emails, Set<String> phones) {
      ContactsExternal contacts = empty();
      contacts.emails = emails;
      contacts.phones = phones;
      return contacts;
    }

    @Override
    public void write(Object value, ObjectOutputStream out) throws IOException {
      ((ContactsExternal) value).writeExternal(out);
    }

    @Override
    public Object read(ObjectInputStream in, Object empty)
        throws IOException, ClassNotFoundException {
      ((ContactsExternal) empty).readExternal(in);
      return empty;
    }
  }
}

package wirebed.published;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** S4's (d): a Serializable class that writes each element by hand, as (c). */
public final class ContactsCustom implements Serializable {
  private static final long serialVersionUID = 1L;

  private transient Set<String> emails;
  private transient Set<String> phones;

  ContactsCustom(Set<String> emails, Set<String> phones) {
    this.emails = emails;
    this.phones = phones;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    ContactsTuned.write(emails, out);
    ContactsTuned.write(phones, out);
  }

  private void readObject(ObjectInputStream in) throws IOException {
    emails = new HashSet<>();
    phones = new HashSet<>();
    ContactsTuned.read(in, emails);
    ContactsTuned.read(in, phones);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof ContactsCustom)) {
      return false;
    }
    ContactsCustom that = (ContactsCustom) other;
    return emails.equals(that.emails) && phones.equals(that.phones);
  }

  @Override
  public int hashCode() {
    return Objects.hash(emails, phones);
  }
}

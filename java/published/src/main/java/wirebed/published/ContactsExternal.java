package wirebed.published;

import java.io.Externalizable;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** The sets of S4's two Externalizable classes. */
abstract class ContactsExternal implements Externalizable {
  private static final long serialVersionUID = 1L;

  Set<String> emails = new HashSet<>();
  Set<String> phones = new HashSet<>();

  @Override
  public boolean equals(Object other) {
    if (other == null || other.getClass() != getClass()) {
      return false;
    }
    ContactsExternal that = (ContactsExternal) other;
    return emails.equals(that.emails) && phones.equals(that.phones);
  }

  @Override
  public int hashCode() {
    return Objects.hash(emails, phones);
  }
}

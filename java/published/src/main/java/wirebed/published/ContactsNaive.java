package wirebed.published;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Set;

/** S4's (b): the library writes the sets. */
public final class ContactsNaive extends ContactsExternal {
  private static final long serialVersionUID = 1L;

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

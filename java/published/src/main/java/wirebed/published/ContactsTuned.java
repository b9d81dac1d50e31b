package wirebed.published;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Set;

/** S4's (c): the class writes the size and each text. */
public final class ContactsTuned extends ContactsExternal {
  private static final long serialVersionUID = 1L;

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    write(emails, out);
    write(phones, out);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    read(in, emails);
    read(in, phones);
  }

  static void write(Set<String> texts, DataOutput out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  static void read(DataInput in, Set<String> texts) throws IOException {
    texts.clear();
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      texts.add(in.readUTF());
    }
  }
}

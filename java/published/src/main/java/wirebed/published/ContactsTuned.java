package wirebed.published;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.HashSet;
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
    emails = read(in);
    phones = read(in);
  }

  static void write(Set<String> texts, DataOutput out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  static Set<String> read(DataInput in) throws IOException {
    int size = in.readInt();
    Set<String> texts = new HashSet<>();
    for (int i = 0; i < size; i++) {
      texts.add(in.readUTF());
    }
    return texts;
  }
}

package wirebed.tree;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import java.util.List;

/** Where the protobuf messages of a tree come from. Several threads may use it. */
interface Messages {
  /** Whether values of the message can be asked for. */
  boolean has(String message);

  /** The library's reason if it refused the file that declares a message; null for every other. */
  String whyRefused(String message);

  /** The default instance of a message that it has. */
  Message prototype(String message);

  /** The default instance of any message that a field or an extension may hold. */
  Message prototype(Descriptor descriptor);

  /** A message that was parsed, as an object of the class that protoc generates would hold it. */
  Message settled(Message parsed);

  /** Every message that an Any may hold. */
  List<Descriptor> descriptors();

  /** All extensions that the tree declares. */
  Extensions extensions();
}

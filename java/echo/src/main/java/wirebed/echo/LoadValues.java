package wirebed.echo;

import com.google.protobuf.ByteString;
import wirebed.peer.MessageCodec;

/** The values of a load, which all of its threads read: objects to encode, and views to expect. */
record LoadValues(Object[] objects, byte[][] expected) {
  static LoadValues of(wirebed.protocol.Load load, MessageCodec codec) {
    Object[] objects =
        load.getViewsList().stream().map(view -> codec.build(view.toByteArray())).toArray();
    byte[][] expected =
        load.getExpectedList().stream().map(ByteString::toByteArray).toArray(byte[][]::new);
    return new LoadValues(objects, expected);
  }

  int count() {
    return objects.length;
  }
}

package wirebed;

import java.nio.file.Files;
import java.nio.file.Path;
import wirebed.bridge.ViewWriter;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** The interop tree, which must have been built, and values of its messages as views. */
public final class Interop {
  public static final Path FOLDER = Path.of("../build/trees/interop");
  public static final Tree TREE = open();

  private Interop() {}

  public static MessageType type(String message) {
    return TREE.type(message);
  }

  private static Tree open() {
    if (!Files.isDirectory(FOLDER.resolve("java/classes"))) {
      throw new IllegalStateException("build the interop tree first (make build): " + FOLDER);
    }
    return new Tree(FOLDER);
  }

  /** The Stock of seed S2, with the instants that the article's Hessian dump contains. */
  public static byte[] stock() {
    return stock(
        160501443554L, 5154243556L, 42043443556L, 79022643556L, 116001843556L, 152898243556L);
  }

  /** The Stock of seed S2 at other instants, today's first. */
  public static byte[] stock(long... millis) {
    ViewWriter view = record("interop.Stock");
    view.field(1);
    view.text("ABCD");
    single(view, 2, 25.00f);
    view.field(3);
    price(view, new float[] {17.25f, 17.20f, 17.27f, 17.25f, 17.05f, 17.50f}, 1000, millis[0]);
    view.field(4);
    range(view, 10.25f, 19.25f);
    view.field(5);
    view.list(5);
    price(view, prices(10.25f, 11.50f, 10.50f), 100, millis[1]);
    price(view, prices(11.25f, 12.50f, 11.50f), 200, millis[2]);
    price(view, prices(12.25f, 13.50f, 12.50f), 300, millis[3]);
    price(view, prices(14.25f, 15.50f, 14.50f), 400, millis[4]);
    price(view, prices(15.25f, 16.50f, 15.50f), 700, millis[5]);
    view.end();
    return view.toByteArray();
  }

  private static float[] prices(float open, float close, float bid) {
    return new float[] {open, close, bid, bid, open, close};
  }

  private static void price(ViewWriter view, float[] prices, long volume, long millis) {
    record(view, "interop.Price");
    for (int i = 0; i < 4; i++) {
      single(view, i + 1, prices[i]);
    }
    view.field(5);
    view.integer(volume);
    view.field(6);
    timestamp(view, Math.floorDiv(millis, 1000), Math.floorMod(millis, 1000) * 1_000_000);
    view.field(7);
    range(view, prices[4], prices[5]);
    view.end();
  }

  public static void timestamp(ViewWriter view, long seconds, int nanos) {
    record(view, "google.protobuf.Timestamp");
    view.field(1);
    view.integer(seconds);
    view.field(2);
    view.integer(nanos);
    view.end();
  }

  private static void range(ViewWriter view, float low, float high) {
    record(view, "interop.Range");
    single(view, 1, low);
    single(view, 2, high);
    view.end();
  }

  private static void single(ViewWriter view, int number, float value) {
    view.field(number);
    view.single(value);
  }

  /** The Testobject of seed S3. */
  public static byte[] testobject() {
    ViewWriter view = record("interop.Testobject");
    view.field(1);
    view.text("abc");
    view.field(2);
    view.integer(100);
    view.field(3);
    view.integer(42);
    view.end();
    return view.toByteArray();
  }

  /** Begins a Node; its fields `others`, `by_name` and `array` are empty. */
  public static int node(ViewWriter view, String name) {
    int offset = view.offset();
    record(view, "interop.Node");
    view.field(1);
    view.text(name);
    return offset;
  }

  public static void endNode(ViewWriter view) {
    view.field(3);
    view.list(0);
    view.field(4);
    view.map(0);
    view.field(5);
    view.list(0);
    view.end();
  }

  /** A Node whose `next` is itself. */
  public static byte[] cycle() {
    ViewWriter view = new ViewWriter();
    int first = node(view, "a");
    view.field(2);
    view.sameAs(first);
    endNode(view);
    return view.toByteArray();
  }

  public static void record(ViewWriter view, String name) {
    view.record(ViewWriter.name(name));
  }

  /** A view that begins with a record of this message. */
  public static ViewWriter record(String name) {
    ViewWriter view = new ViewWriter();
    record(view, name);
    return view;
  }
}

package wirebed;

/** Tells whether code of a class ran that a stream has named. */
public final class Alarm {
  private static String rung = "";

  private Alarm() {}

  public static void ring(String where) {
    rung += where + " ";
  }

  /** The places that raised the alarm since the last call. */
  public static String rung() {
    String result = rung;
    rung = "";
    return result;
  }
}

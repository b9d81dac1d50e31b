package wirebed;

/** Records whether code of a class ran that a stream has named. */
public final class Alarm {
  private static String raised = "";

  private Alarm() {}

  public static void raise(String where) {
    raised += where + " ";
  }

  /** The places that raised the alarm since the last call. */
  public static String raised() {
    String result = raised;
    raised = "";
    return result;
  }
}

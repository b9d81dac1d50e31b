package wirebed;

/** Whether any code of a class ran that a stream has named. */
public final class Alarm {
  private static String rung = "";

  private Alarm() {}

  public static void ring(String where) {
    rung += where + " ";
  }

  /** Where it was rung, since the last time that somebody asked. */
  public static String rung() {
    String result = rung;
    rung = "";
    return result;
  }
}

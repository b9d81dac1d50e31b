package wirebed.bench;

/**
 * The result of the probe of a task: why the task is refused, or what is kept between operations.
 *
 * @param refused the reason, or null if the task is accepted
 * @param bytes how many were written, or null if the task does not write
 */
record ProbeResult(String id, String refused, String kept, Integer bytes) {
  static ProbeResult refused(String id, String why) {
    return new ProbeResult(id, why, null, null);
  }

  static ProbeResult kept(String id, String what, Integer bytes) {
    return new ProbeResult(id, null, what, bytes);
  }

  String json() {
    String result =
        refused != null ? ", \"refused\": " + quoted(refused) : ", \"kept\": " + quoted(kept);
    return "{\"id\": "
        + quoted(id)
        + result
        + (bytes == null ? "}" : ", \"bytes\": " + bytes + "}");
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < 0x20 || Character.isSurrogate(c)) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}

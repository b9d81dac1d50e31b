package wirebed.codec;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.util.Date;

/** A program of its own: what {@code new Gson()} writes for a date here, and what it reads. */
public final class GsonDates {
  /** The moment of seed S2's Stock. */
  private static final long MOMENT = 160500952000L;

  private GsonDates() {}

  /**
   * @param texts JSON texts to be read
   */
  public static void main(String[] texts) {
    Gson gson = new Gson();
    System.out.println(gson.toJson(new Date(MOMENT)));
    for (String text : texts) {
      try {
        System.out.println(gson.fromJson(text, Date.class).getTime() - MOMENT);
      } catch (JsonParseException e) {
        System.out.println("rejected");
      }
    }
  }
}

package wirebed.published;

/** The program of one article, with a system and its switches. */
interface Program {
  /** The name of the article, such as S2. */
  String seed();

  /** Measures, and prints what it has measured. */
  void run(Lines lines) throws Exception;
}

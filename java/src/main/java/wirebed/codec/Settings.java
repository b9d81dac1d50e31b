package wirebed.codec;

import java.util.ArrayList;
import java.util.List;
import wirebed.protocol.Setting;
import wirebed.protocol.Setting.Role;

/**
 * All that makes a codec another one than its library as the manual begins: peer.proto says which
 * role is which, and proto/CODECS.md shows them. A codec states them beside its code.
 */
public record Settings(List<Setting> all) {
  /** The library as its manual begins. */
  public static final Settings NONE = new Settings(List.of());

  public Settings option(String name, Object value, String why) {
    return plus(Role.OPTION, name, value.toString(), why);
  }

  public Settings guard(String does, String why) {
    return plus(Role.GUARD, does, "", why);
  }

  /** An option of the library by which it only refuses, such as a list of classes. */
  public Settings guard(String name, String value, String why) {
    return plus(Role.GUARD, name, value, why);
  }

  public Settings code(String does, String why) {
    return plus(Role.CODE, does, "", why);
  }

  public Settings environment(String name, String value, String why) {
    return plus(Role.ENVIRONMENT, name, value, why);
  }

  public Settings and(Settings others) {
    List<Setting> more = new ArrayList<>(all);
    more.addAll(others.all);
    return new Settings(List.copyOf(more));
  }

  private Settings plus(Role role, String name, String value, String why) {
    return and(
        new Settings(
            List.of(
                Setting.newBuilder()
                    .setRole(role)
                    .setName(name)
                    .setValue(value)
                    .setWhy(why)
                    .build())));
  }
}

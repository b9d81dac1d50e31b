package wirebed.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import wirebed.protocol.Setting;
import wirebed.protocol.Setting.Converted;
import wirebed.protocol.Setting.Role;

/**
 * All that differs between a codec and the defaults of its library: peer.proto says which role is
 * which, and proto/CODECS.md shows them. A codec states them beside its code.
 */
public record Settings(List<Setting> all) {
  /** The defaults of the library. */
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

  /** The setting that was added last makes these values of what the library has read. */
  public Settings reading(Converted... values) {
    return last(setting -> setting.addAllReads(List.of(values)));
  }

  /** The setting that was added last makes something else of these values for the library. */
  public Settings writing(Converted... values) {
    return last(setting -> setting.addAllWrites(List.of(values)));
  }

  public Settings environment(String name, String value, String why) {
    return plus(Role.ENVIRONMENT, name, value, why);
  }

  public Settings and(Settings others) {
    List<Setting> more = new ArrayList<>(all);
    more.addAll(others.all);
    return new Settings(List.copyOf(more));
  }

  private Settings last(UnaryOperator<Setting.Builder> change) {
    List<Setting> changed = new ArrayList<>(all);
    int at = changed.size() - 1;
    changed.set(at, change.apply(changed.get(at).toBuilder()).build());
    return new Settings(List.copyOf(changed));
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

package nephila.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.UserError;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private record Bare(int pages) {}

  private record Silent(@Setting(help = " ", usual = "1") int pages) {}

  private record Impossible(@Setting(help = "pages", usual = "1", min = 2) int pages) {}

  private static String refusal(String name, Object value) {
    UserError refused =
        assertThrows(
            UserError.class,
            () -> CrawlConfig.usual().with(name, value),
            () -> name + " = " + value + " must be refused");
    return String.valueOf(refused.getMessage());
  }

  /// Values that the setting can have, as typed, the least and the greatest among them.
  private static List<Object> values(ConfigKey key) {
    List<Object> values = new ArrayList<>(List.of(key.usual()));
    double most = Math.min(key.setting().max(), Long.MAX_VALUE);
    switch (key.usual()) {
      case List<?> none -> {
        values.add(List.of("it's", "a: 'b'", ""));
        values.add("one");
      }
      case Boolean flag -> values.add(!flag);
      case Duration time -> values.addAll(List.of("1ms", "1.5", "90s", "36500d", "2h"));
      case Double share -> values.addAll(List.of(key.setting().min(), most, "50%"));
      case Enum<?> choice -> {
        values.addAll(List.of(choice.getDeclaringClass().getEnumConstants()));
        values.add(choice.name());
      }
      case Number whole -> values.addAll(List.of((long) key.setting().min(), (long) most, "2"));
      default -> values.add(example(key));
    }
    return values;
  }

  private static String example(ConfigKey key) {
    return switch (key.name()) {
      case "agent" -> "My-Bot";
      case "discovery-share" -> "12.5%";
      case "proxy" -> "proxy.example.org:65535";
      default -> "it's: me";
    };
  }

  @Test
  void whatIsShownOfAValueIsReadAsThatValue() {
    for (ConfigKey key : Settings.all()) {
      for (Object value : values(key)) {
        CrawlConfig changed = CrawlConfig.usual().with(key.name(), value);
        Object shown = key.shown(changed);
        assertEquals(changed, CrawlConfig.usual().with(key.name(), shown), key.name());
        if (!key.isList()) {
          String text = String.valueOf(shown);
          assertEquals(changed, CrawlConfig.usual().with(key.name(), text), key.name());
        }
        Map<String, Object> all = new LinkedHashMap<>();
        Settings.all().forEach(each -> all.put(each.name(), each.shown(changed)));
        assertEquals(changed, Settings.apply(CrawlConfig.usual(), all, "test"), key.name());
      }
    }
  }

  @Test
  void aNumberOutOfBoundsIsRefusedWithValueAndBounds() {
    for (ConfigKey key : Settings.all()) {
      if (!(key.usual() instanceof Number)) {
        continue;
      }
      boolean whole = !(key.usual() instanceof Double);
      double step = whole ? 1 : 0.125;
      double below = key.setting().min() - step;
      double above = key.setting().max() + step;
      for (double wrong : new double[] {below, above}) {
        if (Double.isInfinite(wrong)) {
          assertTrue(key.usual() instanceof Long, key.name() + " has no upper bound");
          continue;
        }
        Object value = whole ? (Object) (long) wrong : (Object) wrong;
        String said = refusal(key.name(), value);
        assertTrue(said.startsWith(key.name() + " "), said);
        assertTrue(said.contains(String.valueOf(value)), said);
        assertTrue(said.contains("it must be"), said);
      }
      assertTrue(refusal(key.name(), "many").contains("it must be"), key.name());
    }
    assertEquals("refresh 7: it must be between 0 and 1", refusal("refresh", "700%"));
    assertEquals("workers '0': it must be a whole number from 1 to 10000", refusal("workers", 0));
    assertEquals("max-pages '-1': it must be a whole number from 0", refusal("max-pages", -1));
  }

  @Test
  void whatIsNoValueOfItsTypeIsRefusedWithWhatToWrite() {
    assertEquals(
        "scope 'all': it must be page, prefix, host, domain or any", refusal("scope", "all"));
    assertEquals("robots 'yes': it must be true or false", refusal("robots", "yes"));
    assertTrue(refusal("delay", "soon").contains("write it like 500ms, 2s"));
    assertEquals(
        "timeout 0s: no page comes in no time; write it like 30s", refusal("timeout", "0s"));
    assertEquals(
        "agent 'my.bot': letters, '-' and '_' only, as robots.txt needs it (RFC 9309)",
        refusal("agent", "my.bot"));
    for (String proxy :
        List.of("foo", "foo:", ":80", "http://a:8", "a:65536", "a:99999", "a b:1")) {
      assertEquals(
          "proxy '" + proxy + "': write it like proxy.example.org:8080", refusal("proxy", proxy));
    }
    CrawlConfig through = CrawlConfig.usual().with("proxy", "[::1]:65535");
    assertEquals("[::1]", through.proxyHost());
    assertEquals(65535, through.proxyPort());
    assertEquals(0, CrawlConfig.usual().proxyPort());
  }

  @Test
  void aNameThatIsNoneIsRefusedWithTheNearest() {
    assertEquals("settings: unknown key 'worker'; did you mean 'workers'?", refusal("worker", 5));
    assertEquals(
        "a.yaml: unknown key 'colour'; nephila config lists the known ones",
        assertThrows(
                UserError.class,
                () -> Settings.apply(CrawlConfig.usual(), Map.of("colour", "red"), "a.yaml"))
            .getMessage());
  }

  @Test
  void aNameWithoutAValueChangesNothing() {
    Map<String, Object> nothing = new LinkedHashMap<>();
    nothing.put("delay", null);
    assertEquals(CrawlConfig.usual(), Settings.apply(CrawlConfig.usual(), nothing, "test"));
  }

  @Test
  void whatCannotBeRunIsRefused() {
    CrawlConfig local = CrawlConfig.of("http://127.0.0.1:8000/");
    assertSame(local, local.checked());
    Map.of(
            "no seed", CrawlConfig.usual(),
            "give --agent NAME", CrawlConfig.of("https://example.org/"),
            "not a URL", CrawlConfig.of("mailto:me"),
            "focus rule", local.with("focus", "nonsense"),
            "network 'here'", local.with("allow-network", "here"),
            "--include '('", local.with("include", "("))
        .forEach(
            (says, config) -> {
              UserError refused = assertThrows(UserError.class, config::checked);
              assertTrue(String.valueOf(refused.getMessage()).contains(says), says);
            });
  }

  @Test
  void aSettingNeedsADeclarationWithALineOfHelpAndAUsualValueThatItCanHave() {
    assertThrows(
        NullPointerException.class, () -> new ConfigKey(Bare.class.getRecordComponents()[0]));
    assertThrows(
        IllegalArgumentException.class, () -> new ConfigKey(Silent.class.getRecordComponents()[0]));
    assertThrows(UserError.class, () -> new ConfigKey(Impossible.class.getRecordComponents()[0]));
  }

  @Test
  void helpIsOneLineAndDescriptionsAreSentences() {
    for (ConfigKey key : Settings.all()) {
      String help = key.setting().help();
      assertTrue(help.matches("[^\n]*[^\n.]"), key.name() + ": " + help);
      String said = key.description();
      assertTrue(said.matches("[A-Z][^\n]*[.]"), key.name() + ": " + said);
      assertFalse(said.contains("$"), key.name() + ": " + said);
    }
  }

  @Test
  void everySettingThatIsNotForFilesOnlyIsOneOption() {
    List<String> options = Settings.options().stream().map(ConfigKey::name).toList();
    List<String> all =
        Settings.all().stream()
            .filter(key -> !key.setting().fileOnly())
            .map(ConfigKey::name)
            .toList();
    assertEquals(all.stream().sorted().toList(), options.stream().sorted().toList());
    List<String> names =
        Settings.options().stream().flatMap(key -> key.optionNames().stream()).toList();
    assertEquals(names.size(), new HashSet<>(names).size(), names + "");
    assertTrue(names.contains("--no-archive") && names.contains("-w"), names + "");
  }
}

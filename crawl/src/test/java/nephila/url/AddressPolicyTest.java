package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPolicyTest {
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, UNSPECIFIED",
    "0.1.2.3, UNSPECIFIED",
    "10.1.2.3, PRIVATE",
    "100.64.0.1, PRIVATE",
    "127.0.0.1, LOOPBACK",
    "127.255.255.254, LOOPBACK",
    "169.254.169.254, LINK_LOCAL",
    "172.16.0.1, PRIVATE",
    "172.31.255.255, PRIVATE",
    "192.168.1.1, PRIVATE",
    "192.0.2.1, RESERVED",
    "198.18.0.1, RESERVED",
    "203.0.113.9, RESERVED",
    "224.0.0.1, MULTICAST",
    "255.255.255.255, RESERVED",
    "::, UNSPECIFIED",
    "::1, LOOPBACK",
    "fe80::1, LINK_LOCAL",
    "fc00::1, PRIVATE",
    "fd12:3456::1, PRIVATE",
    "ff02::1, MULTICAST",
    "2001:db8::1, RESERVED",
    "::ffff:127.0.0.1, LOOPBACK",
    "::ffff:10.0.0.1, PRIVATE",
    "::127.0.0.1, LOOPBACK",
    "64:ff9b::10.0.0.1, PRIVATE",
    "2002:7f00:1::, LOOPBACK",
    "2002:a00:1::, PRIVATE",
  })
  void whatIsNotPublicIsRefusedByName(String address, AddressPolicy.Refusal why) {
    assertEquals(why, AddressPolicy.publicOnly().refusal(InetAddress.ofLiteral(address)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "100.63.0.1",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.167.1.1",
        "169.253.1.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2002:808:808::",
        "64:ff9b::8.8.8.8"
      })
  void publicAddressesAreAllowed(String address) {
    assertNull(AddressPolicy.publicOnly().refusal(InetAddress.ofLiteral(address)));
  }

  @Test
  void aSeedOnLoopbackAllowsLoopbackAndNoMore() {
    for (String seed : List.of("http://127.0.77.1:8080/", "http://localhost/", "http://[::1]/")) {
      AddressPolicy policy = AddressPolicy.forSeeds(List.of(CanonicalUrl.typed(seed)));
      assertTrue(policy.allows(InetAddress.ofLiteral("127.0.0.1")), seed);
      assertFalse(policy.allows(InetAddress.ofLiteral("10.0.0.1")), seed);
    }
    CanonicalUrl outside = CanonicalUrl.typed("http://127.example.org/");
    assertFalse(
        AddressPolicy.forSeeds(List.of(outside)).allows(InetAddress.ofLiteral("127.0.0.1")));
  }

  @Test
  void privateAddressesAreAllowedWhenAskedFor() {
    AddressPolicy policy = AddressPolicy.allowingPrivate();
    assertTrue(policy.allows(InetAddress.ofLiteral("192.168.1.1")));
    assertTrue(policy.allows(InetAddress.ofLiteral("127.0.0.1")));
    assertFalse(policy.allows(InetAddress.ofLiteral("224.0.0.1")));
  }
}

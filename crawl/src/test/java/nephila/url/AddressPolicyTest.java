package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import nephila.UserError;
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
    "::ffff:0:127.0.0.1, RESERVED",
    "64:ff9b:1::7f00:1, PRIVATE",
    "2001:0:4136:e378::1, RESERVED",
    "192.88.99.1, RESERVED",
    "fec0::1, PRIVATE",
  })
  void whatIsNotPublicIsRefusedByName(String address, AddressPolicy.Refusal why) {
    assertEquals(why, AddressPolicy.publicOnly().refusal(InetAddress.ofLiteral(address), 80));
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
    assertNull(AddressPolicy.publicOnly().refusal(InetAddress.ofLiteral(address), 80));
  }

  private static AddressPolicy seeds(String... seeds) {
    return AddressPolicy.forSeeds(
        Stream.of(seeds).map(CanonicalUrl::typed).toList(), List.<String>of());
  }

  private static boolean allows(AddressPolicy policy, String address, int port) {
    return policy.allows(InetAddress.ofLiteral(address), port);
  }

  @Test
  void aSeedAllowsItsAddressOnItsPortAndNoMore() {
    AddressPolicy policy = seeds("http://127.0.77.1:8080/", "http://10.1.2.3/");
    assertTrue(allows(policy, "127.0.77.1", 8080));
    assertFalse(allows(policy, "127.0.77.1", 8081));
    assertFalse(allows(policy, "127.0.77.2", 8080));
    assertTrue(allows(policy, "10.1.2.3", 80));
    assertTrue(allows(policy, "10.1.2.3", 443), "a redirect to https is usual");
    assertFalse(allows(policy, "10.1.2.3", 8080));
    assertFalse(allows(policy, "10.1.2.4", 80));
    assertTrue(allows(policy, "8.8.8.8", 8081));
  }

  @Test
  void localhostIsBothLoopbackAddresses() {
    for (String seed : List.of("http://localhost:81/", "http://a.localhost:81/")) {
      assertTrue(allows(seeds(seed), "127.0.0.1", 81), seed);
      assertTrue(allows(seeds(seed), "::1", 81), seed);
      assertFalse(allows(seeds(seed), "127.0.0.1", 82), seed);
      assertFalse(allows(seeds(seed), "127.0.0.2", 81), seed);
    }
    assertTrue(allows(seeds("http://[::1]:81/"), "::1", 81));
    assertFalse(allows(seeds("http://127.example.org/"), "127.0.0.1", 80));
  }

  @Test
  void aNetworkIsAllowedAsFarAsItGoes() {
    AddressPolicy policy =
        AddressPolicy.forSeeds(
            List.of(), List.of("10.16.0.0/12", "127.0.0.1:8080", "[fd00::1]:80", "fd01::/16"));
    assertTrue(allows(policy, "10.31.255.255", 1));
    assertFalse(allows(policy, "10.32.0.0", 1));
    assertFalse(allows(policy, "10.15.255.255", 1));
    assertTrue(allows(policy, "127.0.0.1", 8080));
    assertFalse(allows(policy, "127.0.0.1", 8081));
    assertTrue(allows(policy, "fd00::1", 80));
    assertFalse(allows(policy, "fd00::1", 81));
    assertTrue(allows(policy, "fd01:2::3", 9));
    assertFalse(allows(policy, "2002:a10:1::", 80), "another way to 10.16.0.1 is not it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10.0.0.0/33", "10.0.0.0/x", "a.example", "10.0.0.1:99999", "::/129"})
  void whatIsNoNetworkIsRefused(String text) {
    assertThrows(UserError.class, () -> AddressPolicy.check(List.of(text)));
  }

  @Test
  void privateAddressesAreAllowedWhenAskedFor() {
    AddressPolicy policy = AddressPolicy.allowingPrivate();
    assertTrue(allows(policy, "192.168.1.1", 80));
    assertTrue(allows(policy, "127.0.0.1", 80));
    assertFalse(allows(policy, "224.0.0.1", 80));
  }
}

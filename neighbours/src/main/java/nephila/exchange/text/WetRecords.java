package nephila.exchange.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/// WET as Common Crawl has it: a WARC `conversion` record a page, its plain text the block.
final class WetRecords {
  private static final char[] BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".toCharArray();

  private WetRecords() {}

  static byte[] info(Instant now) {
    byte[] block =
        ("software: Nephila\r\nformat: WARC File Format 1.0\r\n"
                + "description: main content of pages as plain text\r\n")
            .getBytes(UTF_8);
    String head =
        "WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Date: "
            + now.truncatedTo(ChronoUnit.SECONDS)
            + "\r\nWARC-Record-ID: <urn:uuid:"
            + UUID.nameUUIDFromBytes(("info " + now).getBytes(UTF_8))
            + ">\r\nContent-Type: application/warc-fields\r\nContent-Length: "
            + block.length
            + "\r\n\r\n";
    return record(head, block);
  }

  static byte[] of(TextRow row) {
    byte[] block = row.content().text().getBytes(UTF_8);
    Instant read = Instant.ofEpochMilli(row.readMillis()).truncatedTo(ChronoUnit.SECONDS);
    String language = row.content().language();
    String head =
        "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: "
            + row.url()
            + "\r\nWARC-Date: "
            + read
            + "\r\nWARC-Record-ID: <urn:uuid:"
            + UUID.nameUUIDFromBytes((row.url() + " " + read).getBytes(UTF_8))
            + ">\r\nWARC-Block-Digest: sha1:"
            + sha1(block)
            + (language.isEmpty() ? "" : "\r\nWARC-Identified-Content-Language: " + language)
            + "\r\nContent-Type: text/plain\r\nContent-Length: "
            + block.length
            + "\r\n\r\n";
    return record(head, block);
  }

  private static byte[] record(String head, byte[] block) {
    byte[] first = head.getBytes(UTF_8);
    byte[] whole = new byte[first.length + block.length + 4];
    System.arraycopy(first, 0, whole, 0, first.length);
    System.arraycopy(block, 0, whole, first.length, block.length);
    System.arraycopy("\r\n\r\n".getBytes(UTF_8), 0, whole, whole.length - 4, 4);
    return whole;
  }

  private static String sha1(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest(bytes);
      StringBuilder text = new StringBuilder(32);
      for (int bit = 0; bit < 160; bit += 5) {
        int at = bit >> 3;
        int pair = (hash[at] & 0xff) << 8 | (at + 1 < 20 ? hash[at + 1] & 0xff : 0);
        text.append(BASE32[pair >> 11 - (bit & 7) & 31]);
      }
      return text.toString();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-1", e);
    }
  }
}

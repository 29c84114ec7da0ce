package nephila.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/// An element that begins a new line, with what is in it. Words are counted once by [#count].
final class Box implements Part {
  final Element element;
  final @Nullable Box parent;
  final List<Part> parts = new ArrayList<>();

  /// Of tag, id and classes, its own and its nearest ancestors'.
  final long signature;

  int words;
  int linkWords;

  /// Words in running text: blocks that are long enough and mostly no links.
  int running;

  /// Words that the pages of the host share.
  int shared;

  /// No content, whatever else is said.
  boolean barred;

  Box(Element element, @Nullable Box parent) {
    this.element = element;
    this.parent = parent;
    long hash = own(element);
    Box up = parent;
    for (int i = 0; i < 2 && up != null; i++) {
      hash = hash * 0x9E3779B97F4A7C15L + own(up.element);
      up = up.parent;
    }
    this.signature = hash ^ hash >>> 32;
  }

  private static long own(Element element) {
    return (element.normalName().hashCode() * 31L + element.id().hashCode()) * 31
        + element.className().hashCode();
  }

  String tag() {
    return element.normalName();
  }

  double linkDensity() {
    return words == 0 ? 0 : (double) linkWords / words;
  }

  /// Counts words in it, and in all boxes in it; what is barred counts for itself alone.
  void count(SiteTemplate template) {
    words = 0;
    linkWords = 0;
    running = 0;
    shared = 0;
    for (Part part : parts) {
      switch (part) {
        case Box box -> {
          box.count(template);
          if (!box.barred) {
            words += box.words;
            linkWords += box.linkWords;
            running += box.running;
            shared += box.shared;
          }
        }
        case Block block -> {
          words += block.words;
          linkWords += block.linkWords;
          boolean common = template.shares(block);
          shared += common ? block.words : 0;
          boolean long_ = block.words >= 8 && block.linkDensity() < 0.5;
          running += long_ && !common ? block.words - block.linkWords : 0;
        }
      }
    }
  }

  /// Shows every block in it, in order.
  void blocks(Consumer<Block> to) {
    for (Part part : parts) {
      switch (part) {
        case Box box -> box.blocks(to);
        case Block block -> to.accept(block);
      }
    }
  }

  /// Shows it and every box in it, outer ones first.
  void boxes(Consumer<Box> to) {
    to.accept(this);
    for (Part part : parts) {
      if (part instanceof Box box) {
        box.boxes(to);
      }
    }
  }

  boolean within(Box outer) {
    for (Box up = this; up != null; up = up.parent) {
      if (up == outer) {
        return true;
      }
    }
    return false;
  }
}

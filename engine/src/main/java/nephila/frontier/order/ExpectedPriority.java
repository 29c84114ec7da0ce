package nephila.frontier.order;

import nephila.frontier.Focus;
import nephila.frontier.HostDiscount;
import nephila.frontier.PagePriority;
import nephila.frontier.growth.ExpectedWorthModel;

/// By what pages are expected to be worth in the end, weighed by a [Focus]; hosts take turns
/// ([HostDiscount]). While the model expects nothing, pages go by what they are worth now.
public final class ExpectedPriority implements PagePriority {
  private final ExpectedWorthModel model;
  private final Focus focus;

  public ExpectedPriority(ExpectedWorthModel model, Focus focus) {
    this.model = model;
    this.focus = focus;
  }

  @Override
  public double of(int slot) {
    return focus.weigh(slot, model.of(slot));
  }

  @Override
  public double hostShare(long reads) {
    return HostDiscount.HOST.share(reads);
  }

  /// Directories that were read take turns in the model.
  @Override
  public boolean countsOwnHost() {
    return model.isOn();
  }

  @Override
  public void taken(int slot) {
    model.taken(slot);
  }

  @Override
  public boolean learns() {
    boolean wants = model.wantsLook();
    if (wants) {
      model.look();
    }
    return wants;
  }

  @Override
  public boolean evicted() {
    return model.ends();
  }
}

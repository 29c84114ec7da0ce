package nephila.cluster.owner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/// An owner that can lose everything it has in memory, between two transactions, as when its
/// partition moves to another worker.
final class Restartable implements Processor<byte[], byte[], byte[], byte[]> {
  private final Supplier<PartitionOwner> owners;
  private PartitionOwner owner;
  private ProcessorContext<byte[], byte[]> context;
  private Cancellable clock;
  private boolean due;

  private final Consumer<Restartable> begun;

  /// @param begun hears of the one that is used: Kafka Streams makes some to look at them
  Restartable(Supplier<PartitionOwner> owners, Consumer<Restartable> begun) {
    this.owners = owners;
    this.begun = begun;
  }

  @Override
  @SuppressWarnings("unchecked")
  public void init(ProcessorContext<byte[], byte[]> given) {
    context =
        (ProcessorContext<byte[], byte[]>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ProcessorContext.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("schedule")) {
                    Punctuator tick = (Punctuator) arguments[2];
                    arguments[2] = (Punctuator) now -> tick(tick, now);
                  }
                  try {
                    Object result = method.invoke(given, arguments);
                    if (result instanceof Cancellable started) {
                      clock = started;
                    }
                    return result;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    begun.accept(this);
    begin();
  }

  private void begin() {
    owner = owners.get();
    owner.init(context);
  }

  private void tick(Punctuator tick, long now) {
    if (!restarted()) {
      tick.punctuate(now);
    }
  }

  /// Another worker takes over from what is in the stores, before anything else is done.
  void restart() {
    due = true;
  }

  private boolean restarted() {
    if (!due) {
      return false;
    }
    due = false;
    clock.cancel();
    begin();
    return true;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    restarted();
    owner.process(record);
  }
}

package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class FeedTracesTest {

    /** So many that what the runtime itself makes now and then is far less than an object each. */
    private static final int TIMES = 1_000_000;

    private final List<ConsumerRecord<byte[], byte[]>> records = List.of();

    @Test
    void makesNothingWhileItIsOff() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertThat(begun()).isZero();

        long before = threads.getCurrentThreadAllocatedBytes();
        int begun = begun();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(begun).isZero();
        assertThat(allocated).isLessThan(TIMES);
    }

    private int begun() {
        int begun = 0;
        for (int i = 0; i < TIMES; i++) {
            begun += FeedTraces.OFF.begin(records) == null ? 0 : 1;
        }
        return begun;
    }
}

package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final Instant AT = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void decidesAndAnswersForASecondAtMost() {
        WarmUp warmUp =
                new WarmUp(
                        new FeedCodec(CodecOptions.DEFAULT, InstantSource.fixed(AT)),
                        MessagePosting.DEFAULT,
                        AT);
        long began = System.nanoTime();
        int messages = warmUp.run(() -> true);

        assertThat(messages).isGreaterThan(100);
        assertThat(warmUp.written()).as("answers were written").isGreaterThan(messages * 100L / 5);
        assertThat(System.nanoTime() - began).isLessThan(5_000_000_000L);
        assertThat(warmUp.run(() -> false)).as("while messages wait").isZero();
    }
}

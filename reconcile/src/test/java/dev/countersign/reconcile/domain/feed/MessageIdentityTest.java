package dev.countersign.reconcile.domain.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The identity of a message: two with the same one are the same message. */
class MessageIdentityTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @MethodSource
    void tellsApartWhoseNumbersDiffer(MessageExample one, MessageExample other) {
        assertThat(one.entry().identity()).isNotEqualTo(other.entry().identity());
    }

    static Stream<Arguments> tellsApartWhoseNumbersDiffer() {
        return Stream.of(
                arguments(aRequest().withStan("000001"), aRequest().withStan("000002")),
                arguments(aRequest().ofLifecycle("A"), aRequest().ofLifecycle("B")),
                arguments(aRequest().ofLifecycle(null), aRequest()),
                // What separates numbers may stand in one.
                arguments(
                        aRequest().ofLifecycle("A").withStan("000001").withAcquirer("|X"),
                        aRequest().ofLifecycle("A|000001").withStan(null).withAcquirer("X")),
                arguments(
                        aRequest().ofLifecycle("A\\").withStan("|1").withAcquirer("X"),
                        aRequest().ofLifecycle("A\\|").withStan("1").withAcquirer("X")),
                arguments(aClearing().withArn("1|2"), aClearing().withArn("1\\|2")),
                // Without any number, only who sent it tells what it is.
                arguments(withoutNumbers(), withoutNumbers().after(SECOND)),
                arguments(
                        anIncrement().withStan(null), anIncrement().withStan(null).after(SECOND)));
    }

    private static MessageExample withoutNumbers() {
        return aRequest().ofLifecycle(null).withStan(null).withRrn(null);
    }

    @ParameterizedTest
    @MethodSource
    void knowsAgainWhoseNumbersAreTheSame(MessageExample one, MessageExample other) {
        assertThat(one.entry().identity()).isEqualTo(other.entry().identity());
    }

    static Stream<Arguments> knowsAgainWhoseNumbersAreTheSame() {
        return Stream.of(
                arguments(aRequest(), aRequest().withAmount(1)),
                arguments(aRequest(), aRequest().withRrn("999999999999")),
                arguments(aClearing(), aClearing().withAmount(1)));
    }
}

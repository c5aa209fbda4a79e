package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.PinBlockMeter;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.SandboxClock;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the test helpers of the sandbox, where a process has the REST interface. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Topics.class)
public class SandboxConfiguration {

    @Bean
    Producer<byte[], byte[]> sandboxProducer(KafkaProperties kafka) {
        Map<String, Object> config = new HashMap<>(kafka.buildProducerProperties());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // A caller who asks while the broker is down gets an answer soon.
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 4_000);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Bean
    SandboxFeed sandboxFeed(
            Topics topics,
            Producer<byte[], byte[]> producer,
            Reconcile book,
            ReferenceMask references,
            InstantSource clock) {
        return new SandboxFeed(topics.feed(), producer, book.feedRecord(), references, clock);
    }

    @Bean
    SandboxMessages sandboxMessages(SecureRandom random) {
        return new SandboxMessages(random);
    }

    @Bean
    SandboxBook sandboxBook(Reconcile book) {
        return new SandboxBook(book.cards(), book.transactions(), book.feedRecord());
    }

    @Bean
    SandboxClock sandboxClock(Reconcile book, InstantSource clock) {
        return new SandboxClock(book.database(), clock);
    }

    @Bean
    TestClockResource testClockResource(SandboxClock clock) {
        return new TestClockResource(clock);
    }

    @Bean
    TestAuthorizationsResource testAuthorizationsResource(
            SandboxBook sandbox,
            SandboxFeed feed,
            SandboxMessages messages,
            Reconcile book,
            PinBlockMeter attempts,
            SandboxClock clock) {
        return new TestAuthorizationsResource(
                sandbox, feed, messages, book.pins(), attempts, clock::now);
    }

    @Bean
    TestClearingsResource testClearingsResource(
            SandboxBook sandbox, SandboxFeed feed, SandboxMessages messages, SandboxClock clock) {
        return new TestClearingsResource(sandbox, feed, messages, clock::now);
    }

    @Bean
    TestSettlementResource testSettlementResource(
            SandboxFeed feed, SandboxMessages messages, SandboxClock clock) {
        return new TestSettlementResource(feed, messages, clock::now);
    }

    @Bean
    TestBankResource testBankResource(DataSource source, SandboxClock clock) {
        return new TestBankResource(new BankStatements(source, clock::now), clock::now);
    }

    @Bean
    TestRefundsResource testRefundsResource(
            SandboxBook sandbox, SandboxFeed feed, SandboxMessages messages, SandboxClock clock) {
        return new TestRefundsResource(sandbox, feed, messages, clock::now);
    }

    @Bean
    TestProvidersResource testProvidersResource(
            SandboxBook sandbox,
            SandboxFeed feed,
            SandboxMessages messages,
            Reconcile book,
            SandboxClock clock) {
        return new TestProvidersResource(
                sandbox,
                feed,
                messages,
                book.physicalOrders(),
                book.walletTokens(),
                book.disputes(),
                clock::now);
    }

    @Bean
    TestNightResource testNightResource(Nights nights, SandboxClock clock) {
        return new TestNightResource(nights, clock::now);
    }

    @Bean
    TestFundingResource testFundingResource(Reconcile book) {
        return new TestFundingResource(book.funding());
    }

    @Bean
    TestPinBlockResource testPinBlockResource(Reconcile book) {
        return new TestPinBlockResource(book.cards(), book.pins());
    }
}

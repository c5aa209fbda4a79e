package dev.countersign.facade.sandbox;

import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.SandboxClock;
import dev.countersign.reconcile.service.feed.FeedRecord;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires the test helpers of the sandbox, where a process has the REST interface. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Topics.class)
@Import({
    SandboxClock.class,
    SandboxBook.class,
    SandboxMessages.class,
    TestClockResource.class,
    TestAuthorizationsResource.class,
    TestClearingsResource.class,
    TestSettlementResource.class,
    TestRefundsResource.class,
    TestProvidersResource.class,
    TestNightResource.class,
    TestFundingResource.class,
    TestPinBlockResource.class
})
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
            FeedRecord record,
            ReferenceMask references,
            InstantSource clock) {
        CodecOptions options = new CodecOptions(Set.of(), null, references);
        return new SandboxFeed(
                topics.feed(), producer, record, new FeedCodec(options, clock), clock);
    }

    @Bean
    TestBankResource testBankResource(
            DataSource source, FundingAccounts funding, SandboxClock clock) {
        return new TestBankResource(new BankStatements(source, clock::now), funding, clock::now);
    }
}

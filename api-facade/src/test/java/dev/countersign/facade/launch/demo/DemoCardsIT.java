package dev.countersign.facade.launch.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.demo.DemoCards.IssuedCards;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerFilter;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The cardholders of a demo, issued in two starts. */
class DemoCardsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Instant SINCE = Instant.parse("2026-11-27T12:00:00Z");

    @TempDir Path directory;

    private final DemoClock clock = new DemoClock(SINCE);
    private Reconcile book;
    private Book sandbox;

    @BeforeEach
    void openTheFirstAccount() {
        POSTGRES.empty();
        SecureRandom random = new SecureRandom();
        book =
                Reconcile.open(
                        POSTGRES.dataSource(),
                        clock,
                        new RandomIds(),
                        Pkcs12Keys.open(
                                directory.resolve("keys.p12"), "test".toCharArray(), random),
                        random);
        sandbox = new Book(book.accounts().openFirst().orElseThrow().account(), Mode.SANDBOX);
    }

    @Test
    void goesOnWhereAStartEndedAndIssuesNobodyTwice() {
        IssuedCards begun = issue(5, SINCE);

        IssuedCards issued = issue(40, SINCE.plus(Duration.ofDays(1)));

        assertThat(issued.calendar()).isEqualTo(begun.calendar());
        assertThat(issued.calendar().since()).isEqualTo(SINCE);
        assertThat(issued.ordinary())
                .hasSize(40)
                .startsWith(begun.ordinary().toArray(SimulatedCard[]::new));
        assertThat(issued.special())
                .hasSize(DemoCase.values().length)
                .containsAllEntriesOf(begun.special());
        assertThat(customers()).hasSize(40 + DemoCase.values().length);
        assertThat(issue(40, SINCE)).isEqualTo(issued);
    }

    @Test
    void showsWhatAnIssuerHas() {
        IssuedCards issued = issue(40, SINCE);

        assertThat(customers())
                .allMatch(each -> each.name().first() != null && each.email() != null)
                .allMatch(each -> each.createdAt().isBefore(SINCE.minus(Duration.ofDays(28))));
        assertThat(status(issued, DemoCase.FROZEN)).isEqualTo(CardStatus.FROZEN);
        assertThat(status(issued, DemoCase.LOST)).isEqualTo(CardStatus.TERMINATED);
        assertThat(status(issued, DemoCase.ORDER_PENDING)).isEqualTo(CardStatus.PENDING);
        assertThat(book.pins().state(issued.special().get(DemoCase.FORGETS_PIN).id()).status())
                .isEqualTo(PinStatus.SET);
        assertThat(new DemoDeliveries(book, issued).messages())
                .isEqualTo(new DemoDeliveries(book, issued).messages())
                .anyMatch(each -> each.text().contains("\"status\":\"delivered\""))
                .anyMatch(each -> each.text().contains("wallet_token_update"));
    }

    private IssuedCards issue(int ordinary, Instant now) {
        return new DemoCards(book, clock, sandbox, ordinary).issue(now);
    }

    private List<Customer> customers() {
        return book.customers().list(new CustomerFilter(sandbox, null, null), null, 100).rows();
    }

    private CardStatus status(IssuedCards issued, DemoCase demoCase) {
        return book.cards()
                .find(sandbox, issued.special().get(demoCase).id())
                .orElseThrow()
                .status();
    }
}

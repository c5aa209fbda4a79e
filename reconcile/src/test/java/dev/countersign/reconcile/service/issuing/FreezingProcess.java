package dev.countersign.reconcile.service.issuing;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.feed.CardChangeOrderIT;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.ds.PGSimpleDataSource;

/** A process of the interface that freezes a card and can be stopped in the middle of that. */
public final class FreezingProcess {

    private FreezingProcess() {}

    /**
     * Freezes a card and takes some seconds before it commits.
     *
     * @param arguments JDBC address, account, card
     */
    public static void main(String[] arguments) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(arguments[0]);
        Database database = Database.over(source);
        Book book = new Book(new AccountId(UUID.fromString(arguments[1])), Mode.SANDBOX);
        CardId card = new CardId(UUID.fromString(arguments[2]));
        database.doAtomically(
                handle -> {
                    var frozen = CardChangeOrderIT.cards(database).freeze(book, card);
                    System.out.println("FROZEN " + frozen.id());
                    LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
                });
    }
}

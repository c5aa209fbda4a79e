package dev.countersign.reconcile.store.sql;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.money.Currencies;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.MessageRef;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the column types that every store has, with the null of SQL as the null of Java. */
public final class Rows {

    private static final Function<String, Optional<DeclineCode>> DECLINE_CODES =
            Wire.reader(DeclineCode.class);

    private Rows() {}

    /** Reads the feed offset of a message that a row keeps. */
    public static FeedOffset feedOffset(ResultSet row) throws SQLException {
        return new FeedOffset(row.getInt("feed_partition"), row.getLong("feed_offset"));
    }

    /** Reads the reference to the message that made a row. */
    public static MessageRef messageRef(ResultSet row) throws SQLException {
        return new MessageRef(
                uuid(row, "identity"),
                row.getLong("payload_hash"),
                uuid(row, "message_id"),
                feedOffset(row));
    }

    public static NetworkKeys networkKeys(ResultSet row) throws SQLException {
        return new NetworkKeys(
                row.getString("network_txn_id"),
                row.getString("stan"),
                row.getString("rrn"),
                row.getString("acquirer_id"));
    }

    public static MerchantClaim merchantClaim(ResultSet row) throws SQLException {
        return new MerchantClaim(
                new Merchant(
                        row.getString("merchant_id"),
                        row.getString("terminal_id"),
                        row.getString("merchant_name"),
                        row.getString("merchant_mcc"),
                        row.getString("merchant_city"),
                        row.getString("merchant_country")),
                wire(row, "channel", Channel.class),
                money(row, "merchant_amount_minor", "merchant_currency"));
    }

    public static Money money(ResultSet row, String minor, String currency) throws SQLException {
        return new Money(row.getLong(minor), currency(row, currency));
    }

    public static UUID uuid(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    public static @Nullable UUID uuidOrNull(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }

    public static @Nullable Instant instantOrNull(ResultSet row, String column)
            throws SQLException {
        Timestamp value = row.getTimestamp(column);
        return value == null ? null : value.toInstant();
    }

    public static @Nullable Long longOrNull(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    public static @Nullable Integer intOrNull(ResultSet row, String column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? null : value;
    }

    /** A value of a closed set that the database holds by its name outside. */
    public static <E extends Enum<E> & Wire> E wire(ResultSet row, String column, Class<E> set)
            throws SQLException {
        return Enum.valueOf(set, row.getString(column).toUpperCase(Locale.ROOT));
    }

    public static <E extends Enum<E> & Wire> @Nullable E wireOrNull(
            ResultSet row, String column, Class<E> set) throws SQLException {
        String name = row.getString(column);
        return name == null ? null : Enum.valueOf(set, name.toUpperCase(Locale.ROOT));
    }

    /** The book that a row belongs to. */
    public static Book book(ResultSet row) throws SQLException {
        return new Book(new AccountId(uuid(row, "account_id")), wire(row, "mode", Mode.class));
    }

    public static Currency currency(ResultSet row, String column) throws SQLException {
        String code = row.getString(column);
        return Currencies.find(code)
                .orElseThrow(() -> new IllegalStateException("the book holds no currency " + code));
    }

    public static List<String> texts(ResultSet row, String column) throws SQLException {
        Array array = row.getArray(column);
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }

    public static @Nullable String codes(List<DeclineCode> codes) {
        return codes.isEmpty()
                ? null
                : codes.stream().map(DeclineCode::wire).collect(Collectors.joining(","));
    }

    public static List<DeclineCode> codes(ResultSet row, String column) throws SQLException {
        String names = row.getString(column);
        if (names == null) {
            return List.of();
        }
        return Arrays.stream(names.split(","))
                .map(name -> DECLINE_CODES.apply(name).orElseThrow())
                .toList();
    }
}

package dev.countersign.reconcile.store.sql;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.vault.key.KeyName;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.codec.Codec;
import org.jdbi.v3.core.codec.CodecFactory;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.generic.GenericTypes;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * The types of the domain in the database: identifiers are {@code uuid}, values of closed sets
 * their names outside, instants {@code timestamptz}, whole numbers without bounds {@code numeric}.
 * A record is read by its constructor, each component from the column of its name. Only the stream
 * and the bulk of the night bind and read by hand.
 */
public final class Codecs {

    private Codecs() {}

    /** Teaches them to a JDBI. */
    public static void register(Jdbi jdbi) {
        jdbi.registerCodecFactory(
                CodecFactory.builder()
                        .addCodec(AccountId.class, id(AccountId::new, AccountId::value))
                        .addCodec(BreakId.class, id(BreakId::new, BreakId::value))
                        .addCodec(CardId.class, id(CardId::new, CardId::value))
                        .addCodec(CustomerId.class, id(CustomerId::new, CustomerId::value))
                        .addCodec(DisputeId.class, id(DisputeId::new, DisputeId::value))
                        .addCodec(FundingId.class, id(FundingId::new, FundingId::value))
                        .addCodec(OrderId.class, id(OrderId::new, OrderId::value))
                        .addCodec(ProgramId.class, id(ProgramId::new, ProgramId::value))
                        .addCodec(TransactionId.class, id(TransactionId::new, TransactionId::value))
                        .addCodec(WalletTokenId.class, id(WalletTokenId::new, WalletTokenId::value))
                        .addCodec(KeyName.class, codec(Codecs::keyName, KeyName::toString))
                        .addCodec(
                                BigInteger.class,
                                codec(Codecs::wholeNumber, (BigInteger all) -> new BigDecimal(all)))
                        .build());
        jdbi.registerArgument((ArgumentFactory.Preparable) Codecs::prepare);
        jdbi.registerRowMapper(Codecs::mapper);
    }

    private static <T> Codec<T> id(Function<UUID, T> make, Function<T, Object> value) {
        return codec(
                (row, column, context) -> {
                    UUID id = row.getObject(column, UUID.class);
                    return id == null ? null : make.apply(id);
                },
                value);
    }

    private static KeyName keyName(ResultSet row, int column, StatementContext context)
            throws SQLException {
        return KeyName.parse(row.getString(column)).orElseThrow();
    }

    /** A sum, which the database keeps as {@code numeric}. */
    private static @Nullable BigInteger wholeNumber(
            ResultSet row, int column, StatementContext context) throws SQLException {
        BigDecimal number = row.getBigDecimal(column);
        return number == null ? null : number.toBigIntegerExact();
    }

    private static <T> Codec<T> codec(ColumnMapper<T> reader, Function<T, Object> value) {
        return new Codec<>() {

            @Override
            public ColumnMapper<T> getColumnMapper() {
                return reader;
            }

            @Override
            public Function<T, Argument> getArgumentFunction() {
                return bound -> argument(bound == null ? null : value.apply(bound));
            }
        };
    }

    private static Optional<Function<Object, Argument>> prepare(
            Type type, ConfigRegistry registry) {
        Class<?> bound = GenericTypes.getErasedType(type);
        if (bound == Instant.class) {
            return Optional.of(
                    at -> argument(at == null ? null : ((Instant) at).atOffset(ZoneOffset.UTC)));
        }
        return Wire.class.isAssignableFrom(bound)
                ? Optional.of(named -> argument(named == null ? null : ((Wire) named).wire()))
                : Optional.empty();
    }

    private static Argument argument(@Nullable Object value) {
        return (position, statement, context) -> {
            if (value == null) {
                statement.setNull(position, Types.OTHER);
            } else {
                statement.setObject(position, value);
            }
        };
    }

    private static Optional<RowMapper<?>> mapper(Type type, ConfigRegistry registry) {
        return type instanceof Class<?> read
                        && read.isRecord()
                        && registry.get(ColumnMappers.class).findFor(read).isEmpty()
                ? Optional.of(ConstructorMapper.of(read))
                : Optional.empty();
    }
}

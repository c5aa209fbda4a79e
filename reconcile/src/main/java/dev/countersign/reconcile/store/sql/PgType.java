package dev.countersign.reconcile.store.sql;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** The column types of the book, and how a value is written for COPY and as text. */
public enum PgType {
    UUID("uuid") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            UUID uuid = (UUID) value;
            buffer.length(16);
            buffer.int64(uuid.getMostSignificantBits());
            buffer.int64(uuid.getLeastSignificantBits());
        }
    },
    TEXT("text") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            buffer.bytes(((String) value).getBytes(StandardCharsets.UTF_8));
        }
    },
    JSONB("jsonb") {
        private static final byte VERSION = 1;

        @Override
        void write(CopyBuffer buffer, Object value) {
            byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
            buffer.length(text.length + 1);
            buffer.int8(VERSION);
            buffer.raw(text);
        }
    },
    BIGINT("bigint") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            buffer.length(8);
            buffer.int64((Long) value);
        }
    },
    INTEGER("integer") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            buffer.length(4);
            buffer.int32((Integer) value);
        }
    },
    SMALLINT("smallint") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            buffer.length(2);
            buffer.int16(((Integer) value).shortValue());
        }
    },
    BOOLEAN("boolean") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            buffer.length(1);
            buffer.int8((byte) ((Boolean) value ? 1 : 0));
        }
    },
    TIMESTAMPTZ("timestamptz") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            Instant instant = (Instant) value;
            buffer.length(8);
            buffer.int64(
                    (instant.getEpochSecond() - SECONDS_TO_2000) * 1_000_000
                            + instant.getNano() / 1_000);
        }
    },
    BYTEA("bytea") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            buffer.bytes((byte[]) value);
        }
    },
    DATE("date") {
        @Override
        void write(CopyBuffer buffer, Object value) {
            buffer.length(4);
            buffer.int32((int) (((LocalDate) value).toEpochDay() - SECONDS_TO_2000 / 86_400));
        }
    };

    /** PostgreSQL counts time from 2000-01-01. */
    private static final long SECONDS_TO_2000 = 946_684_800L;

    private final String sqlName;

    PgType(String sqlName) {
        this.sqlName = sqlName;
    }

    String sqlName() {
        return sqlName;
    }

    /** Writes a value with its length before it, as COPY wants it. */
    abstract void write(CopyBuffer buffer, Object value);
}

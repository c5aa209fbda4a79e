package dev.countersign.facade.console.session;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import javax.sql.DataSource;
import org.springframework.core.convert.support.GenericConversionService;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.security.jackson.SecurityJacksonModules;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table of sessions, as Spring Session reads and writes it. A session's id is 256 random bits,
 * of which the table has the hash alone: who reads the table cannot take a session over. Attributes
 * are JSON of the few types that Spring Security lists; nothing is ever deserialized by Java.
 */
public final class SessionTable {

    private static final int ID_BYTES = 32;

    private static final String CREATE =
            """
            insert into %TABLE_NAME% (primary_id, session_id, creation_time, last_access_time,
                                      max_inactive_interval, expiry_time, principal_name)
            values (?, encode(sha256(convert_to(?, 'UTF8')), 'hex'), ?, ?, ?, ?, ?)
            """;

    private static final String FIND =
            """
            select s.primary_id, asked.session_id, s.creation_time, s.last_access_time,
                   s.max_inactive_interval, a.attribute_name, a.attribute_bytes
              from (select cast(? as text) as session_id) as asked
              join %TABLE_NAME% s
                on s.session_id = encode(sha256(convert_to(asked.session_id, 'UTF8')), 'hex')
              left join %TABLE_NAME%_attributes a on a.session_primary_id = s.primary_id
            """;

    private static final String UPDATE =
            """
            update %TABLE_NAME%
               set session_id = encode(sha256(convert_to(?, 'UTF8')), 'hex'),
                   last_access_time = ?, max_inactive_interval = ?, expiry_time = ?,
                   principal_name = ?
             where primary_id = ?
            """;

    private static final String DELETE =
            """
            delete from %TABLE_NAME%
             where session_id = encode(sha256(convert_to(?, 'UTF8')), 'hex')
            """;

    /** Two requests of one session may both set what it had not. */
    private static final String SET_ATTRIBUTE =
            """
            insert into %TABLE_NAME%_attributes (session_primary_id, attribute_name, attribute_bytes)
            values (?, ?, ?)
                on conflict (session_primary_id, attribute_name)
                do update set attribute_bytes = excluded.attribute_bytes
            """;

    private SessionTable() {}

    /**
     * Opens the table.
     *
     * @param lifeMax after which a session is deleted, however it is used
     */
    public static JdbcIndexedSessionRepository open(DataSource dataSource, Duration lifeMax) {
        TransactionTemplate transactions =
                new TransactionTemplate(new JdbcTransactionManager(dataSource));
        transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        JdbcIndexedSessionRepository table =
                new JdbcIndexedSessionRepository(new JdbcTemplate(dataSource), transactions);
        table.setTableName("console_session");
        table.setCreateSessionQuery(CREATE);
        table.setGetSessionQuery(FIND);
        table.setUpdateSessionQuery(UPDATE);
        table.setDeleteSessionQuery(DELETE);
        table.setCreateSessionAttributeQuery(SET_ATTRIBUTE);
        table.setDefaultMaxInactiveInterval(lifeMax);
        table.setCleanupCron(Scheduled.CRON_DISABLED);
        table.setConversionService(conversion());
        SecureRandom random = new SecureRandom();
        table.setSessionIdGenerator(() -> id(random));
        return table;
    }

    private static String id(SecureRandom random) {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static GenericConversionService conversion() {
        JsonMapper json =
                JsonMapper.builder()
                        .addModules(
                                SecurityJacksonModules.getModules(
                                        SessionTable.class.getClassLoader()))
                        .build();
        GenericConversionService conversion = new GenericConversionService();
        conversion.addConverter(
                Object.class,
                byte[].class,
                value -> json.writeValueAsString(value).getBytes(StandardCharsets.UTF_8));
        conversion.addConverter(
                byte[].class, Object.class, bytes -> json.readValue(bytes, Object.class));
        return conversion;
    }
}

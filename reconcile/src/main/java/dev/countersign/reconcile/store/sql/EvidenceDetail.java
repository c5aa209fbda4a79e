package dev.countersign.reconcile.store.sql;

import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import org.jdbi.v3.core.Handle;

/** Evidence that a record was matched against, as the detail of a break keeps it. */
public final class EvidenceDetail {

    private static final String DETAIL =
            """
            select jsonb_build_object('evidence', jsonb_build_object(
                       'level', cast(:level as integer),
                       'authorized_minor', cast(:authorized as bigint),
                       'ceiling_minor', cast(:ceiling as bigint),
                       'ceiling_currency', cast(:currency as text),
                       'arn', cast(:arn as text),
                       'valid_arn', cast(:validArn as text),
                       'same_merchant_id', cast(:sameMerchant as boolean)))::text
            """;

    private EvidenceDetail() {}

    /** A JSON object with the evidence alone. */
    public static String of(Handle handle, MatchEvidence evidence) {
        return handle.createQuery(DETAIL)
                .bind("level", evidence.level())
                .bind("authorized", evidence.authorizedMinor())
                .bind("ceiling", evidence.ceiling().minor())
                .bind("currency", evidence.ceiling().currency().getCurrencyCode())
                .bind("arn", evidence.arn())
                .bind("validArn", evidence.validArn())
                .bind("sameMerchant", evidence.sameMerchantId())
                .mapTo(String.class)
                .one();
    }
}

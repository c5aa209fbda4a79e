package dev.countersign.facade.launch.night.settings;

import dev.countersign.facade.local.ProcessSettings;
import dev.countersign.jobs.bank.SettlementAccounts;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The accounts at banks over which the networks are paid.
 *
 * @param accounts settlement account, by currency: its IBAN, or the other id that statements name
 *     it by; statements of other accounts are refused
 */
@ConfigurationProperties(prefix = "countersign.bank", ignoreUnknownFields = false)
public record BankProperties(@DefaultValue Map<String, String> accounts) {

    public BankProperties {
        accounts = new SettlementAccounts(accounts, null).byCurrency();
    }

    /** As they are set for a command. */
    public static BankProperties ofThisProcess() {
        return ProcessSettings.read("countersign.bank", BankProperties.class);
    }

    /**
     * The accounts of which statements are taken.
     *
     * @param otherwise the one of a currency for which none is set; null for no such
     */
    public SettlementAccounts accounts(@Nullable String otherwise) {
        return new SettlementAccounts(accounts, otherwise);
    }
}

package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Flags;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.Processing;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The channels in which a card meets a merchant, by the entry mode (the first two digits of ISO
 * 8583 DE22). The codes 02 and 06 mean different things on different networks, so each network has
 * its own table.
 */
final class Channels {

    private static final String CASH_MACHINE = "6011";
    private static final Set<String> CASH_MACHINE_MODES = Set.of("51", "71");

    private static final Map<String, Channel> COMMON =
            Map.ofEntries(
                    Map.entry("07", Channel.CONTACTLESS),
                    Map.entry("91", Channel.CONTACTLESS),
                    Map.entry("09", Channel.ONLINE),
                    Map.entry("10", Channel.ONLINE),
                    Map.entry("81", Channel.ONLINE),
                    Map.entry("82", Channel.ONLINE),
                    Map.entry("89", Channel.ONLINE),
                    Map.entry("05", Channel.IN_STORE),
                    Map.entry("90", Channel.IN_STORE),
                    Map.entry("80", Channel.IN_STORE),
                    Map.entry("79", Channel.IN_STORE));

    private static final Map<Network, Map<String, Channel>> OWN =
            Map.of(
                    Network.VISA, Map.of("02", Channel.IN_STORE, "06", Channel.IN_STORE),
                    Network.MASTERCARD, Map.of("02", Channel.IN_STORE, "06", Channel.IN_STORE));

    private Channels() {}

    /**
     * The channel of a message.
     *
     * @param eci the electronic commerce indicator, when there is one
     */
    static Channel of(
            Network network,
            Processing processing,
            @Nullable String entryMode,
            @Nullable String mcc,
            @Nullable String eci,
            Flags flags) {
        String mode = entryMode == null ? "" : entryMode.substring(0, 2);
        if ((processing == Processing.CASH_WITHDRAWAL && CASH_MACHINE.equals(mcc))
                || CASH_MACHINE_MODES.contains(mode)) {
            return Channel.ATM;
        }
        Channel known = COMMON.get(mode);
        if (known == null) {
            known = OWN.getOrDefault(network, Map.of()).get(mode);
        }
        if (known != null) {
            return known;
        }
        return eci != null || flags.moto() ? Channel.ONLINE : Channel.IN_STORE;
    }
}

package dev.countersign.facade.simulate;

import dev.countersign.ingest.simulate.CardTruth;
import dev.countersign.ingest.simulate.SimulatedCard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of what must come of a simulated feed: one JSON line per card, in the order of the
 * cards.
 */
final class TruthFile {

    private static final JsonMapper JSON = JsonMapper.shared();

    private TruthFile() {}

    static void write(Map<SimulatedCard, CardTruth> truth, Path file) throws IOException {
        List<Map.Entry<SimulatedCard, CardTruth>> cards = new ArrayList<>(truth.entrySet());
        cards.sort(Comparator.comparing(card -> card.getKey().id().toString()));
        try (var lines = Files.newBufferedWriter(file)) {
            for (Map.Entry<SimulatedCard, CardTruth> card : cards) {
                lines.write(JSON.writeValueAsString(line(card.getKey(), card.getValue())));
                lines.write('\n');
            }
        }
    }

    private static Map<String, Object> line(SimulatedCard card, CardTruth truth) {
        Map<String, Object> transactions = new TreeMap<>();
        truth.transactions()
                .forEach(
                        (reference, end) -> {
                            Map<String, Object> members = new LinkedHashMap<>();
                            members.put("status", end.status());
                            members.put("amount", end.amount());
                            members.put("decline_reason", end.declineReason());
                            transactions.put(reference, members);
                        });
        Map<String, Object> usage = new LinkedHashMap<>();
        usage.put("days", texts(truth.usageByDay()));
        usage.put("months", texts(truth.usageByMonth()));
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("card_id", card.id().toString());
        line.put("transactions", transactions);
        line.put("usage", usage);
        return line;
    }

    private static Map<String, Long> texts(Map<?, Long> sums) {
        Map<String, Long> texts = new TreeMap<>();
        sums.forEach((period, sum) -> texts.put(period.toString(), sum));
        return texts;
    }
}

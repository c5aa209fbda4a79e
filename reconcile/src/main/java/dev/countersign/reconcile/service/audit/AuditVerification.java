package dev.countersign.reconcile.service.audit;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.AuditCheckpointStore;
import dev.countersign.reconcile.store.console.AuditStore;
import dev.countersign.reconcile.vault.AuditSeals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.jdbi.v3.core.Handle;

/**
 * Compares the audit trail with the checkpoints that places outside the database keep. It finds an
 * entry that was changed, taken out or put between, an end that was cut off, a trail that was
 * written anew, and a checkpoint that was taken away.
 */
public final class AuditVerification {

    private static final int AT_ONCE = 1_000;
    private static final int PROBLEMS_MAX = 20;

    private final Database database;
    private final AuditSeals seals;
    private final AuditStore store = new AuditStore();
    private final AuditCheckpointStore checkpoints = new AuditCheckpointStore();

    public AuditVerification(Database database, AuditSeals seals) {
        this.database = database;
        this.seals = seals;
    }

    /**
     * The forms of one checkpoint that the places have.
     *
     * @param byPlace every form in which a place has it
     */
    private record KnownCheckpoint(Map<String, Set<AuditCheckpoint>> byPlace) {}

    /**
     * The database at one moment, while others go on sealing.
     *
     * @param length how many entries there were
     * @param noted the checkpoints that there were
     */
    private record ChainSnapshot(long length, NavigableMap<Long, AuditCheckpoint> noted) {}

    /**
     * Compares all there is. What a place has was noted before; so the places are read first, then
     * the database at one moment, and what is sealed after that is left to the next time.
     *
     * @throws DestinationUnavailableException when a place cannot be reached
     */
    public ChainCheck verify(List<CheckpointDestination> places, ChainWitness witness) {
        Map<String, Long> delivered = new LinkedHashMap<>();
        for (CheckpointDestination place : places) {
            Optional<String> id = place.id();
            delivered.put(
                    place.name(),
                    id.flatMap(known -> database.read(h -> checkpoints.delivered(h, known)))
                            .orElse(0L));
        }
        NavigableMap<Long, KnownCheckpoint> known = new TreeMap<>();
        Map<String, Long> compared = new LinkedHashMap<>();
        for (CheckpointDestination place : places) {
            List<AuditCheckpoint> there = place.read();
            there.forEach(each -> add(known, place.name(), each));
            compared.put(
                    place.name(),
                    there.stream().mapToLong(AuditCheckpoint::sequence).distinct().count());
        }
        ChainSnapshot cut = database.atomically(this::cut);
        NavigableMap<Long, AuditCheckpoint> noted = cut.noted();
        List<String> problems = new ArrayList<>();
        Set<Long> wanted = lengths(known, noted);
        ChainWalk walk = walk(cut.length(), wanted, witness, problems);
        boolean whole = problems.isEmpty();

        long approving = 0;
        long covered = 0;
        for (Map.Entry<Long, KnownCheckpoint> each : known.entrySet()) {
            Optional<String> problem = problem(each.getKey(), each.getValue(), noted, walk, whole);
            if (problem.isPresent()) {
                problems.add(problem.get());
            } else {
                approving++;
                covered = Math.max(covered, entriesOf(each.getValue()));
            }
        }
        if (!noted.isEmpty()) {
            empty(compared, noted.size(), problems);
        }
        missing(known, noted, upTo(known, delivered, compared), problems);
        hundreds(wanted, walk, problems);
        witness(witness, walk, problems);
        return new ChainCheck(
                walk.number(),
                walk.seal(),
                approving,
                Math.max(0, walk.number() - covered),
                compared,
                due(noted, delivered),
                problems.size() > PROBLEMS_MAX ? shortened(problems) : problems);
    }

    private static void add(
            NavigableMap<Long, KnownCheckpoint> known, String place, AuditCheckpoint checkpoint) {
        var unused =
                known.computeIfAbsent(
                                checkpoint.sequence(), any -> new KnownCheckpoint(new HashMap<>()))
                        .byPlace()
                        .computeIfAbsent(place, any -> new HashSet<>())
                        .add(checkpoint);
    }

    private static long entriesOf(KnownCheckpoint known) {
        return known.byPlace().values().stream()
                .flatMap(Set::stream)
                .mapToLong(AuditCheckpoint::entries)
                .max()
                .orElse(0);
    }

    private ChainSnapshot cut(Handle handle) {
        store.lockChain(handle);
        return new ChainSnapshot(
                store.last(handle).map(AuditEntry::number).orElse(0L), noted(handle));
    }

    private NavigableMap<Long, AuditCheckpoint> noted(Handle handle) {
        NavigableMap<Long, AuditCheckpoint> noted = new TreeMap<>();
        long last = 0;
        List<AuditCheckpoint> some = checkpoints.after(handle, last, AT_ONCE);
        while (!some.isEmpty()) {
            some.forEach(each -> noted.put(each.sequence(), each));
            last = some.getLast().sequence();
            some = checkpoints.after(handle, last, AT_ONCE);
        }
        return noted;
    }

    /** Returns the numbers of entries that there were at the checkpoints. */
    private static Set<Long> lengths(
            NavigableMap<Long, KnownCheckpoint> known, NavigableMap<Long, AuditCheckpoint> noted) {
        Set<Long> wanted = new HashSet<>();
        known.values().stream()
                .flatMap(each -> each.byPlace().values().stream())
                .flatMap(Set::stream)
                .forEach(each -> wanted.add(each.entries()));
        noted.values().forEach(each -> wanted.add(each.entries()));
        return wanted;
    }

    private ChainWalk walk(
            long length, Set<Long> lengths, ChainWitness witness, List<String> problems) {
        Set<Long> wanted = new HashSet<>(lengths);
        Long entries = witness.entries();
        if (entries != null) {
            wanted.add(entries);
        }
        ChainWalk walk = new ChainWalk(seals, wanted, witness.head());
        List<AuditEntry> some = entriesAfter(0, length);
        while (!some.isEmpty()) {
            for (AuditEntry entry : some) {
                Optional<String> problem = walk.step(entry);
                if (problem.isPresent()) {
                    problems.add(problem.get());
                    return walk;
                }
            }
            some = entriesAfter(walk.number(), length);
        }
        return walk;
    }

    private List<AuditEntry> entriesAfter(long number, long length) {
        int limit = (int) Math.min(AT_ONCE, length - number);
        return limit <= 0 ? List.of() : database.read(handle -> store.after(handle, number, limit));
    }

    private Optional<String> problem(
            long sequence,
            KnownCheckpoint known,
            NavigableMap<Long, AuditCheckpoint> noted,
            ChainWalk walk,
            boolean whole) {
        Set<AuditCheckpoint> forms = new HashSet<>();
        for (Map.Entry<String, Set<AuditCheckpoint>> place : known.byPlace().entrySet()) {
            for (AuditCheckpoint form : place.getValue()) {
                if (!seals.matches(form)) {
                    return Optional.of(
                            "Checkpoint %s at %s is not as it was sealed, or under no key of this vault."
                                    .formatted(sequence, place.getKey()));
                }
                forms.add(form);
            }
        }
        AuditCheckpoint own = noted.get(sequence);
        if (own != null) {
            forms.add(own);
        }
        if (forms.size() > 1) {
            return Optional.of(
                    "There are two checkpoints %s: the trail was taken back to an earlier state, or written anew."
                            .formatted(sequence));
        }
        Optional<String> contradiction = against(forms.iterator().next(), walk, whole);
        return contradiction.isEmpty() && own == null
                ? Optional.of(
                        "Checkpoint " + sequence + " is known outside and missing in the database.")
                : contradiction;
    }

    private static Optional<String> against(
            AuditCheckpoint checkpoint, ChainWalk walk, boolean whole) {
        if (checkpoint.entries() > walk.number()) {
            return whole
                    ? Optional.of(
                            "The audit trail is cut: it ends with entry %s, and had %s at checkpoint %s of %s."
                                    .formatted(
                                            walk.number(),
                                            checkpoint.entries(),
                                            checkpoint.sequence(),
                                            checkpoint.at()))
                    : Optional.empty();
        }
        return walk.sealOf(checkpoint.entries()).equals(Optional.of(checkpoint.head()))
                ? Optional.empty()
                : Optional.of(
                        "The audit trail was written anew: entry %s is not the one of checkpoint %s."
                                .formatted(checkpoint.entries(), checkpoint.sequence()));
    }

    /** Refuses a place that has no checkpoints: comparing with nothing proves nothing. */
    private static void empty(Map<String, Long> compared, int noted, List<String> problems) {
        compared.forEach(
                (place, count) -> {
                    if (count == 0) {
                        problems.add(
                                "There is no checkpoint at %s, and the database has noted %s: it is another place, or was emptied."
                                        .formatted(place, noted));
                    }
                });
    }

    /**
     * The last checkpoint that each place has got or has. It gets them in order, so that it has all
     * before; one that has none is told of already.
     */
    private static Map<String, Long> upTo(
            NavigableMap<Long, KnownCheckpoint> known,
            Map<String, Long> delivered,
            Map<String, Long> compared) {
        Map<String, Long> upTo = new LinkedHashMap<>(delivered);
        known.forEach(
                (sequence, found) ->
                        found.byPlace()
                                .keySet()
                                .forEach(place -> upTo.merge(place, sequence, Math::max)));
        compared.forEach(
                (place, count) -> {
                    if (count == 0) {
                        upTo.remove(place);
                    }
                });
        return upTo;
    }

    /** Reports the checkpoints that are missing, those in a row at once. */
    private static void missing(
            NavigableMap<Long, KnownCheckpoint> known,
            NavigableMap<Long, AuditCheckpoint> noted,
            Map<String, Long> upTo,
            List<String> problems) {
        long last = Math.max(last(known), last(noted));
        missing(
                "in the database",
                last,
                sequence -> noted.containsKey(sequence) || known.containsKey(sequence),
                problems);
        upTo.forEach(
                (place, end) ->
                        missing(
                                "at " + place,
                                Math.min(end, last),
                                sequence -> {
                                    KnownCheckpoint found = known.get(sequence);
                                    return found != null && found.byPlace().containsKey(place);
                                },
                                problems));
    }

    private static void missing(
            String where, long last, LongPredicate there, List<String> problems) {
        long sequence = 1;
        while (sequence <= last) {
            long first = sequence;
            while (sequence <= last && !there.test(sequence)) {
                sequence++;
            }
            if (sequence - first > 1) {
                problems.add(
                        "Checkpoints %s to %s are missing %s."
                                .formatted(first, sequence - 1, where));
            } else if (sequence > first) {
                problems.add("Checkpoint " + first + " is missing " + where + ".");
            }
            sequence++;
        }
    }

    private static long last(NavigableMap<Long, ?> bySequence) {
        return bySequence.isEmpty() ? 0 : bySequence.lastKey();
    }

    /** Each hundred entries have a checkpoint, from the first one that there was on. */
    private static void hundreds(Set<Long> lengths, ChainWalk walk, List<String> problems) {
        if (walk.firstUnderAKey() == 0) {
            return;
        }
        long step = AuditChain.CHECKPOINT_EVERY;
        long first = Math.ceilDiv(walk.firstUnderAKey(), step) * step;
        for (long length = first; length <= walk.number(); length += step) {
            if (!lengths.contains(length)) {
                problems.add("There is no checkpoint of " + length + " entries.");
            }
        }
    }

    private static void witness(ChainWitness witness, ChainWalk walk, List<String> problems) {
        Long entries = witness.entries();
        String head = witness.head();
        if (entries != null && entries > walk.number()) {
            problems.add(
                    "The audit trail has %s entries as they were sealed, and had %s when you noted it down."
                            .formatted(walk.number(), entries));
        } else if (entries != null && head != null) {
            if (!walk.sealOf(entries).equals(Optional.of(head))) {
                problems.add("Entry " + entries + " has another head than you noted down.");
            }
        } else if (head != null && !walk.sealSeen()) {
            problems.add("No entry of the audit trail has the head that you noted down.");
        }
    }

    private static long due(
            NavigableMap<Long, AuditCheckpoint> noted, Map<String, Long> delivered) {
        long everywhere = delivered.values().stream().mapToLong(Long::longValue).min().orElse(0);
        return delivered.isEmpty() ? 0 : noted.tailMap(everywhere, false).size();
    }

    private static List<String> shortened(List<String> problems) {
        List<String> first = new ArrayList<>(problems.subList(0, PROBLEMS_MAX));
        first.add("And " + (problems.size() - PROBLEMS_MAX) + " more.");
        return first;
    }
}

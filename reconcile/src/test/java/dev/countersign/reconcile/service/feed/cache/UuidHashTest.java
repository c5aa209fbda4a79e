package dev.countersign.reconcile.service.feed.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Hashes of ids to slots of a table. */
class UuidHashTest {

    private static final int LENGTH = 1 << 12;

    @Test
    void idsOfOneMillisecondLieApart() {
        Set<Integer> homes = new HashSet<>();
        for (int i = 0; i < LENGTH / 2; i++) {
            UUID id = new UUID(0x019a_7000_0000_7000L, i);
            homes.add(UuidHash.home(UuidHash.key(id), LENGTH));
        }

        assertThat(homes).hasSizeGreaterThan(LENGTH / 3);
        assertThat(homes).allMatch(home -> home >= 0 && home < LENGTH);
    }
}

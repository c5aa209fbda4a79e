package dev.countersign.facade.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.list.ListPosition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListPartTest {

    /** The newest first, as most lists of the console have them. */
    private final List<Integer> list = new ArrayList<>(List.of(9, 8, 7, 6, 5, 4, 3, 2, 1));

    private List<Integer> read(ListPosition<Integer> at, int limit) {
        Integer row = at.row();
        List<Integer> beyond =
                list.stream()
                        .filter(each -> row == null || (at.backwards() ? each > row : each < row))
                        .toList();
        return at.backwards()
                ? beyond.subList(Math.max(0, beyond.size() - limit), beyond.size())
                : beyond.subList(0, Math.min(limit, beyond.size()));
    }

    private ListPart<Integer> part(ListPosition<Integer> at) {
        return ListPart.of(at, 4, this::read);
    }

    @Test
    void leadsToTheNextPageAndBack() {
        ListPart<Integer> first = part(ListPosition.start());
        ListPart<Integer> second = part(ListPosition.after(first.next()));
        ListPart<Integer> third = part(ListPosition.after(second.next()));

        assertThat(first).isEqualTo(new ListPart<>(List.of(9, 8, 7, 6), null, 6));
        assertThat(second).isEqualTo(new ListPart<>(List.of(5, 4, 3, 2), 5, 2));
        assertThat(third).isEqualTo(new ListPart<>(List.of(1), 1, null));
        assertThat(part(ListPosition.before(third.previous()))).isEqualTo(second);
        assertThat(part(ListPosition.before(second.previous()))).isEqualTo(first);
    }

    @Test
    void repeatsAndSkipsNoRowWhileRowsAreAdded() {
        ListPart<Integer> first = part(ListPosition.start());
        list.addAll(0, List.of(11, 10));

        ListPart<Integer> second = part(ListPosition.after(first.next()));
        assertThat(second.rows()).containsExactly(5, 4, 3, 2);
        assertThat(part(ListPosition.before(second.previous())).rows()).containsExactly(9, 8, 7, 6);
        // The start of the list is a whole page, with what was added.
        assertThat(part(ListPosition.before(9)))
                .isEqualTo(new ListPart<>(List.of(11, 10, 9, 8), null, 8));
    }

    @Test
    void leadsNowhereFromAListOfOnePage() {
        list.subList(4, 9).clear();

        assertThat(part(ListPosition.start()).turns()).isFalse();
        list.clear();
        assertThat(part(ListPosition.start()).turns()).isFalse();
    }
}

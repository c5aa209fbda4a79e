package dev.countersign.facade.launch.demo;

import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedRules;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.CardFilter;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerFilter;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.list.ListPage;
import dev.countersign.reconcile.domain.order.ShippingMethod;
import dev.countersign.reconcile.domain.program.Program;
import dev.countersign.reconcile.domain.wallet.Wallet;
import dev.countersign.reconcile.service.issuing.CardIssuing.NewCard;
import dev.countersign.reconcile.service.issuing.CardIssuing.Reason;
import dev.countersign.reconcile.service.issuing.CardIssuing.Replacement;
import dev.countersign.reconcile.service.issuing.Customers.NewCustomer;
import dev.countersign.reconcile.vault.Pin;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The cardholders of a demo with their cards, plastic, PINs and wallets, in the sandbox of the
 * first account. A cardholder is issued in one transaction, and found again by an external id.
 */
final class DemoCards {

    private static final int PEOPLE_PER_TRANSACTION = 20;
    private static final int PAGE = 100;
    private static final Duration REPLACED_AFTER = Duration.ofMillis(500);
    private static final LocalTime FIRST_ISSUED = LocalTime.of(5, 0);
    private static final String SINCE = "demo_since";

    private final Reconcile book;
    private final DemoClock clock;
    private final Book sandbox;
    private final int people;
    private final Map<Network, Program> programs = new EnumMap<>(Network.class);

    /**
     * Opens the sandbox of an account.
     *
     * @param book whose services have this clock
     * @param ordinary how many make the traffic; those with something special come before them
     */
    DemoCards(Reconcile book, DemoClock clock, Book sandbox, int ordinary) {
        this.book = book;
        this.clock = clock;
        this.sandbox = sandbox;
        this.people = DemoCase.values().length + ordinary;
        book.programs().all(sandbox).forEach(program -> programs.put(program.network(), program));
    }

    /**
     * The cards that are there.
     *
     * @param ordinary of those who make the traffic, in their order
     */
    record IssuedCards(
            DemoCalendar calendar,
            List<SimulatedCard> ordinary,
            Map<DemoCase, SimulatedCard> special) {}

    /**
     * Issues the cards that are missing, and gives all of them.
     *
     * @param now when the demo begins, if it has not begun
     */
    IssuedCards issue(Instant now) {
        Map<String, Customer> customers = customers();
        Customer first = customers.get(DemoPeople.person(0).externalId());
        DemoCalendar calendar =
                new DemoCalendar(first == null ? now : Instant.parse(first.metadata().get(SINCE)));
        List<DemoPerson> missing =
                IntStream.range(0, people)
                        .mapToObj(DemoPeople::person)
                        .filter(person -> !customers.containsKey(person.externalId()))
                        .toList();
        for (int from = 0; from < missing.size(); from += PEOPLE_PER_TRANSACTION) {
            int to = Math.min(from + PEOPLE_PER_TRANSACTION, missing.size());
            List<DemoPerson> some = missing.subList(from, to);
            book.sandboxCards().together(() -> issue(calendar, some));
        }
        return issued(calendar);
    }

    private IssuedCards issued(DemoCalendar calendar) {
        Map<String, Customer> customers = customers();
        Map<String, Card> cards = new HashMap<>();
        CardFilter all = new CardFilter(sandbox, null, null, null, null);
        // The newest come first: what stays is the first card of each, who may have another now.
        pages((after, limit) -> book.cards().list(all, after, limit))
                .forEach(card -> cards.put(card.customerId().toString(), card));
        List<SimulatedCard> ordinary = new ArrayList<>(people);
        Map<DemoCase, SimulatedCard> special = new EnumMap<>(DemoCase.class);
        for (int number = 0; number < people; number++) {
            Customer customer = required(customers, DemoPeople.person(number).externalId());
            Card card = required(cards, customer.id().toString());
            SimulatedCard simulated =
                    new SimulatedCard(
                            card.id(),
                            card.brand(),
                            card.expiry(),
                            card.currency(),
                            SimulatedRules.cashAllowed(number));
            DemoCase demoCase = DemoCase.of(number);
            if (demoCase == null) {
                ordinary.add(simulated);
            } else {
                special.put(demoCase, simulated);
            }
            if (demoCase == DemoCase.CUSTOMER_INACTIVE && customer.active()) {
                book.customers().setActive(sandbox, customer.id(), false);
            }
        }
        return new IssuedCards(calendar, List.copyOf(ordinary), Map.copyOf(special));
    }

    // ---- issuing

    private void issue(DemoCalendar calendar, List<DemoPerson> some) {
        for (DemoPerson person : some) {
            clock.set(
                    calendar.firstDay()
                            .atTime(FIRST_ISSUED)
                            .plusSeconds(person.number())
                            .toInstant(ZoneOffset.UTC));
            issue(person, calendar);
        }
    }

    private void issue(DemoPerson person, DemoCalendar calendar) {
        Customer customer =
                book.customers()
                        .create(
                                sandbox,
                                new NewCustomer(
                                        CustomerType.INDIVIDUAL,
                                        person.externalId(),
                                        new Customer.Name(person.first(), person.last()),
                                        person.email(),
                                        person.phone(),
                                        person.number() == 0
                                                ? Map.of(SINCE, calendar.since().toString())
                                                : Map.of()));
        CardId card =
                book.cardIssuing()
                        .create(
                                sandbox,
                                new NewCard(
                                        customer.id().toString(),
                                        required(programs, person.network()).id().toString(),
                                        person.cardType(),
                                        person.currency(),
                                        person.cardholderName(),
                                        SimulatedRules.limits(),
                                        Map.of()))
                        .id();
        DemoCase demoCase = DemoCase.of(person.number());
        book.cards()
                .setControls(
                        sandbox,
                        card,
                        demoCase == null
                                ? SimulatedRules.controls(
                                        SimulatedRules.cashAllowed(person.number()))
                                : demoCase.controls());
        if (person.cardType() == CardType.PHYSICAL) {
            order(person, card, demoCase);
        } else if (person.phone() != null && person.number() % 3 == 0) {
            provision(person, card);
        }
        if (demoCase != null) {
            make(card, demoCase);
        }
    }

    private void order(DemoPerson person, CardId card, @Nullable DemoCase demoCase) {
        var unused =
                book.physicalOrders()
                        .create(
                                sandbox,
                                card,
                                person.address(),
                                person.number() % 5 == 0
                                        ? ShippingMethod.EXPRESS
                                        : ShippingMethod.STANDARD);
        if (demoCase == null ? person.number() % 8 == 0 : demoCase.hasPin()) {
            Pin pin = Pin.parse("2580").orElseThrow();
            var unusedState = book.pins().set(sandbox, card, pin);
            pin.wipe();
        }
    }

    private void provision(DemoPerson person, CardId card) {
        boolean even = person.number() % 2 == 0;
        var unused =
                book.walletTokens()
                        .provision(
                                sandbox,
                                card,
                                even ? Wallet.APPLE_PAY : Wallet.GOOGLE_PAY,
                                "demo-device-" + person.number(),
                                person.first() + "'s phone");
    }

    private void make(CardId card, DemoCase demoCase) {
        switch (demoCase) {
            case FROZEN, FROZEN_LATELY, FROZEN_ABROAD -> book.cards().freeze(sandbox, card);
            case LOST -> replace(card, Reason.LOST);
            case STOLEN -> replace(card, Reason.STOLEN);
            default -> {
                // Nothing more to be made of it.
            }
        }
    }

    /** Replaces a card, which stays the first of its holder: the new one is younger. */
    private Card replace(CardId card, Reason why) {
        clock.set(clock.instant().plus(REPLACED_AFTER));
        return book.cardIssuing().replace(sandbox, card, new Replacement(why, null, true));
    }

    // ---- what is there

    private Map<String, Customer> customers() {
        Map<String, Customer> found = new HashMap<>();
        CustomerFilter all = new CustomerFilter(sandbox, null, null);
        for (Customer customer :
                pages((after, limit) -> book.customers().list(all, after, limit))) {
            if (customer.externalId() != null) {
                found.put(customer.externalId(), customer);
            }
        }
        return found;
    }

    private static <T> List<T> pages(BiFunction<@Nullable UUID, Integer, ListPage<T>> list) {
        List<T> all = new ArrayList<>();
        UUID after = null;
        do {
            ListPage<T> page = list.apply(after, PAGE);
            all.addAll(page.rows());
            after = page.next();
        } while (after != null);
        return all;
    }

    private static <K, V> V required(Map<K, V> map, K key) {
        V value = map.get(key);
        if (value == null) {
            throw new IllegalStateException("the demo has no " + key);
        }
        return value;
    }
}

package dev.countersign.reconcile.testkit.domain;

import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Direction;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A card's story in words: messages and nights, parted by {@code ;}. A message is a verb, an amount
 * and what is not as usual, such as {@code auth 5000 mcc=5812; clear 5000 on=12-01; night 12-01}.
 * Amounts are billed; {@code 11136(USD12000)} also says the merchant's. Messages follow one another
 * by a minute from 21 November 2026, noon. A story that ends without a night gets one.
 *
 * <p>Verbs: {@code auth}, {@code decline}, {@code stip}, {@code done} (a pump's completion), {@code
 * inc}, {@code rev}, {@code fin} (a single message), {@code refauth}, {@code clear}, {@code
 * unknown} (a clearing for nobody's card), {@code credit} (a credit under the name of a clearing),
 * {@code back} (a clearing reversal), {@code refund}, {@code card}, {@code replace} (another card
 * comes in its place, which messages name from then on), {@code writeoff} (of all that is in
 * suspense), {@code night}.
 */
public final class NightScript {

    private static final String YEAR = "2026-";
    private static final Set<String> CLEARING = Set.of("clear", "credit", "back", "refund");

    private final SettledCard card;
    private Instant clock = MessageExample.NOON;
    private int messages;
    private boolean settled;

    private NightScript(SettledCard card) {
        this.card = card;
    }

    public static SettledCard play(String story) {
        return play(story, SettledCard.of(CardExample.aCard()));
    }

    public static SettledCard play(String story, SettledCard card) {
        NightScript script = new NightScript(card);
        for (String statement : story.split(";", -1)) {
            if (!statement.isBlank()) {
                script.step(statement.strip().split(" +", -1));
            }
        }
        if (!script.settled) {
            script.night(List.of());
        }
        return card;
    }

    private void step(String[] words) {
        List<String> rest = List.of(words).subList(1, words.length);
        settled = false;
        switch (words[0]) {
            case "night" -> night(rest);
            case "card" -> card(rest);
            case "replace" -> card.replace();
            case "writeoff" -> card.writeOff(today());
            case "won" -> card.winChargeback("T1", Long.parseLong(rest.getFirst()));
            case "unknown" -> card.postUnknown(message("clear", rest));
            default -> card.post(message(words[0], rest));
        }
    }

    private void night(List<String> words) {
        card.night(words.isEmpty() ? today() : date(words.getFirst()));
        settled = true;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock, ZoneOffset.UTC);
    }

    private static LocalDate date(String word) {
        return LocalDate.parse(word.length() == 5 ? YEAR + word : word);
    }

    private void card(List<String> words) {
        card.card()
                .change(
                        now ->
                                words.getFirst().equals("expired")
                                        ? now.withExpiry(YearMonth.of(2026, 10))
                                        : now.withStatus(CardStatus.valueOf(words.getFirst())));
    }

    private MessageExample message(String verb, List<String> words) {
        messages++;
        clock = clock.plus(Duration.ofMinutes(1));
        MessageExample message = start(verb).withArn("A" + messages).atOffset(messages);
        if (!CLEARING.contains(verb)) {
            message = message.withStan(String.format(Locale.ROOT, "%06d", messages));
        }
        message = withAmount(message, words.getFirst());
        for (String word : words.subList(1, words.size())) {
            message = with(message, word);
        }
        return message.onCard(card.card().position().facts().id().toString()).at(clock);
    }

    private static MessageExample start(String verb) {
        return switch (verb) {
            case "auth" -> MessageExample.aRequest();
            case "decline" -> MessageExample.aRequest().withExpiry(YearMonth.of(2020, 1));
            case "stip" -> MessageExample.anAdvice();
            case "done" -> MessageExample.aCompletion();
            case "inc" -> MessageExample.anIncrement();
            case "rev" -> MessageExample.aReversal().ofOriginal(null, null);
            case "fin" -> MessageExample.aRequest().ofKind(MessageKind.FINANCIAL_REQUEST);
            case "refauth" -> MessageExample.aRefundAuthorization();
            case "clear" -> MessageExample.aClearing();
            case "credit" ->
                    MessageExample.aClearing()
                            .ofLifecycle("R1")
                            .asking(Processing.REFUND)
                            .going(Direction.CREDIT);
            case "back" -> MessageExample.aClearing().ofKind(MessageKind.CLEARING_REVERSAL);
            case "refund" -> MessageExample.aRefund();
            default -> throw new IllegalArgumentException("no verb " + verb);
        };
    }

    private static MessageExample withAmount(MessageExample message, String word) {
        int open = word.indexOf('(');
        if (open < 0) {
            return message.withAmount(Long.parseLong(word));
        }
        String merchants = word.substring(open + 1, word.length() - 1);
        return message.withAmount(Long.parseLong(word.substring(0, open)))
                .withMerchantAmount(
                        Long.parseLong(merchants.substring(3)), merchants.substring(0, 3));
    }

    private MessageExample with(MessageExample message, String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        String text = equals < 0 ? "" : word.substring(equals + 1);
        String value = text.equals("-") ? null : text;
        return switch (name) {
            case "on" -> {
                clock = date(text).atTime(12, 0).toInstant(ZoneOffset.UTC);
                yield message;
            }
            case "tid" -> message.ofLifecycle(value);
            case "of" -> message.refunding(value);
            case "arn" -> message.withArn(value);
            case "rrn" -> message.withRrn(value);
            case "stan" -> message.withStan(value);
            case "acq" -> message.withAcquirer(value);
            case "code" -> message.withApprovalCode(text.equals("auth") ? code("T1") : value);
            case "codeof" -> message.withApprovalCode(code(text));
            case "mid" -> message.atMerchant(value);
            case "term" -> message.atTerminal(value);
            case "name" -> message.named(value == null ? null : value.replace('_', ' '));
            case "mcc" -> message.withMcc(value);
            case "net" -> message.over(Network.valueOf(text));
            case "ch" -> message.through(Channel.valueOf(text));
            case "seq" -> message.part(text.charAt(0) - '0', text.charAt(2) - '0');
            case "final" -> message.asFinal();
            case "left" -> message.leaving(Long.parseLong(text));
            case "ix" -> message.withInterchange(Long.parseLong(text));
            case "ixin" -> message.withInterchangeIn(text);
            case "estimated" -> message.estimated();
            case "mit" -> message.initiatedByMerchant();
            case "partial" -> message.supportingPartialApproval();
            case "cash" -> message.asking(Processing.CASH_WITHDRAWAL);
            case "ofrefund" -> message.asking(Processing.REFUND);
            case "in" -> message.withCurrency(text).withMerchantAmount(message.amount(), text);
            case "settled" ->
                    message.settledAs(
                            new Settlement(
                                    null,
                                    null,
                                    null,
                                    null,
                                    text.substring(0, 3),
                                    Long.parseLong(text.substring(3))));
            default -> throw new IllegalArgumentException("no option " + word);
        };
    }

    private String code(String lifecycle) {
        Transaction transaction =
                card.transactions().stream()
                        .filter(one -> lifecycle.equals(one.keys().networkTxnId()))
                        .findFirst()
                        .orElseThrow();
        String code = transaction.decision().approvalCode();
        if (code == null) {
            throw new IllegalArgumentException(lifecycle + " has no approval code");
        }
        return code;
    }
}

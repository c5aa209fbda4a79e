package dev.countersign.reconcile.domain.clearing.post;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.clearing.Ceilings;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.testkit.domain.CardExample;
import dev.countersign.reconcile.testkit.domain.NightScript;
import dev.countersign.reconcile.testkit.domain.SettledCard;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TextTable.Row;
import java.math.BigInteger;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Stories of clearing, settled: the worked cases (C), each row of the decision table (D), and what
 * else the rules say. A state is the amount shown, and what a settled one still holds.
 */
class NightScenarioTest {

    private static final Currency EUR = Currency.getInstance("EUR");

    @TestFactory
    Stream<DynamicTest> theWorkedCases() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                C01 | auth 5000; clear 5000 | settled 5000 | |
                C02 | auth 10000 mcc=5812; clear 12000 | settled 12000 | |
                C03 | auth 10000 mcc=5812; clear 12100 | settled 12100 | AMOUNT_OVER 100 |
                C04 | auth 100 mcc=5542; clear 4537 mcc=5542 | settled 4537 | |
                C05 | auth 10000 mcc=5542; clear 4537 | settled 4537 | | UNDER 5463
                C07 after the first | auth 15000; clear 6000 seq=1/2 | settled 6000+9000 | |
                C07 | auth 15000; clear 6000 seq=1/2; clear 9000 seq=2/2 | settled 15000 | |
                C07 in two nights | auth 15000; clear 6000 seq=1/2; night; clear 9000 seq=2/2 on=11-22 | settled 15000 | |
                C09 | auth 20000; rev 8000; clear 12000 | settled 12000 | |
                C11 | auth 3000; rev 3000; clear 3000 | settled 3000 | CLEARED_AFTER_REVERSAL 3000 |
                C12 | auth 5000; clear 5000 arn=A; clear 5000 arn=A; night; clear 5000 arn=A | settled 5000 | |
                C14 | clear 5500 | settled 5500 | CLEARING_WITHOUT_AUTH 5500 |
                C15 before | auth 3500 ch=IN_STORE; night 11-28 | authorized 3500 | |
                C15 expires | auth 3500 ch=IN_STORE; night 11-28; night 11-29 | reversed 3500 | |
                C15 | auth 3500 ch=IN_STORE; night 11-29; clear 3500 on=12-01 | settled 3500 | LATE_PRESENTMENT 3500 |
                C16 | auth 11040(USD12000); clear 11136(USD12000) | settled 11136 | | FX_DRIFT 96
                C18 JPY | auth 915(JPY1500); clear 915(JPY1500) | settled 915 | |
                C18 BHD | auth 3012(BHD12345); clear 3012(BHD12345) | settled 3012 | |
                C19 | auth 4200; clear 4200 tid=- code=auth term=- | settled 4200 | |
                C22 | auth 30000 mcc=7011; inc 10000 mcc=7011; inc 5000 mcc=7011; clear 50000 mcc=7011 | settled 50000 | |
                C22 above | auth 30000 mcc=7011; inc 10000 mcc=7011; inc 5000 mcc=7011; clear 51751 mcc=7011 | settled 51751 | AMOUNT_OVER 1 |
                C25 | decline 5000 tid=X; clear 5000 tid=X | declined 5000, settled 5000 | CLEARED_AFTER_DECLINE 5000 |
                C27 | auth 8000; clear 8000; night; refund 3000 of=T1 | settled 8000, settled 3000 | |
                C29 | refund 2500 | settled 2500 | REFUND_UNLINKED 2500 |
                C31 | auth 5000; rev 7000; night | reversed 5000 | REVERSAL_EXCEEDS 2000 |
                C33 | auth 900; card TERMINATED; clear 900 | settled 900 | | CARD_TERMINATED 900
                C34 | fin 10000 cash mcc=6011 ix=-50; night 12-30 | settled 10000 | |
                C36 | auth 6000; clear 3000 arn=A seq=1/2; clear 3000 arn=A seq=2/2 | settled 6000 | |
                C39 | unknown 700 | | UNKNOWN_CARD 700 |
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> theDecisionTable() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                D01 equal | auth 5000; clear 5000 | settled 5000 | |
                D02 less and final | auth 5000; clear 4000 | settled 4000 | | UNDER 1000
                D02 first of two, but final | auth 5000; clear 4000 seq=1/2 final | settled 4000 | | UNDER 1000
                D02 last of two | auth 5000; clear 1000 seq=1/2; clear 3000 seq=2/2 | settled 4000 | | UNDER 1000
                D03 first of three | auth 5000; clear 1000 seq=1/3; clear 1000 seq=2/3 | settled 2000+3000 | |
                D03 all used before the last | auth 5000; clear 5000 seq=1/2 | settled 5000 | |
                D04 within tolerance | auth 5000 mcc=5814; clear 6000 | settled 6000 | |
                D04 car rental | auth 10000 mcc=3357; clear 11500 | settled 11500 | |
                D04 pump in forints | auth 1(HUF100) mcc=5542; clear 10000(HUF3500000) | settled 10000 | |
                D04 pump in yen | auth 1(JPY160) mcc=5542; clear 160(JPY26000) | settled 160 | |
                D05 above | auth 5000 mcc=5999; clear 5001 | settled 5001 | AMOUNT_OVER 1 |
                D05 parts above | auth 5000 mcc=5999; clear 3000 seq=1/2; clear 2500 seq=2/2 | settled 5500 | AMOUNT_OVER 500 |
                D05 rounds the ceiling down | auth 101 mcc=5812; clear 122 | settled 122 | AMOUNT_OVER 1 |
                D05 pump | auth 100 mcc=5542; clear 17501 | settled 17501 | AMOUNT_OVER 1 |
                D05 after a partial reversal | auth 20000 mcc=5999; rev 8000; clear 12001 | settled 12001 | AMOUNT_OVER 1 |
                D06 split | auth 5000 mcc=5999; clear 3000; clear 2000 | settled 5000 | | UNDER 2000, SPLIT_WITHOUT_SEQUENCE 2000
                D06 tip afterwards | auth 5000 mcc=5812; clear 5000; clear 1000 | settled 6000 | | SPLIT_WITHOUT_SEQUENCE 1000
                D06 ceiling of what was left authorized | auth 5000 mcc=5999; rev 2000; clear 3000; clear 1 | settled 3000, settled 1 | CLEARING_WITHOUT_AUTH 1 |
                D07 again | auth 5000 mcc=5999; clear 5000; clear 5000 | settled 5000, settled 5000 | DUPLICATE_CLEARING 5000 |
                D07 a part again | auth 5000 mcc=5999; clear 3000 seq=1/2; clear 2000 seq=2/2; clear 2000 | settled 5000, settled 2000 | DUPLICATE_CLEARING 2000 |
                D07 a third time | auth 5000 mcc=5999; clear 5000; clear 5000; night; clear 5000 on=11-22 | settled 5000, settled 5000, settled 5000 | DUPLICATE_CLEARING 5000, DUPLICATE_CLEARING 5000 |
                D07 elsewhere is no duplicate | auth 5000 mcc=5999; clear 5000; clear 5000 mid=M2 | settled 5000, settled 5000 | CLEARING_WITHOUT_AUTH 5000 |
                D07 of what the network took back | auth 5000; clear 3000 arn=A seq=1/2; back 3000 arn=A; clear 5000 arn=B; clear 3000 arn=C | settled 5000, settled 3000 | CLEARED_AFTER_REVERSAL 5000, CLEARING_WITHOUT_AUTH 3000 |
                D07 of parts that never were authorized | clear 3000 arn=A seq=1/2; clear 3000 arn=B seq=2/2 | settled 3000, settled 3000 | CLEARING_WITHOUT_AUTH 3000, CLEARING_WITHOUT_AUTH 3000 |
                D07 of a part that never was authorized | clear 3000 arn=A seq=1/2; clear 3000 arn=B seq=1/2 | settled 3000, settled 3000 | CLEARING_WITHOUT_AUTH 3000, DUPLICATE_CLEARING 3000 |
                D07 of what never was authorized | clear 700; clear 700 | settled 700, settled 700 | CLEARING_WITHOUT_AUTH 700, DUPLICATE_CLEARING 700 |
                D08 another amount | auth 5000 mcc=5999; clear 5000; clear 700 | settled 5000, settled 700 | CLEARING_WITHOUT_AUTH 700 |
                D09 reversed by merchant | auth 5000; rev 5000; night; clear 4000 on=11-22 | settled 4000 | CLEARED_AFTER_REVERSAL 4000 |
                D09 in parts | auth 50000 mcc=5999; rev 50000; clear 1 seq=1/2; clear 49999 seq=2/2 | settled 1, settled 49999 | CLEARED_AFTER_REVERSAL 1, CLEARING_WITHOUT_AUTH 49999 |
                D10 reversed by expiry | auth 5000; night 11-29; clear 5000 on=11-29 | settled 5000 | LATE_PRESENTMENT 5000 |
                D10 last day | auth 5000; clear 5000 on=11-26 | settled 5000 | |
                D10 in the days of grace | auth 5000; clear 5000 on=11-27 | settled 5000 | LATE_PRESENTMENT 5000 |
                D10 in time, but settled after the hold expired | auth 5000; night 11-29; clear 5000 on=11-26 | settled 5000 | |
                D10 one day late | auth 5000; night 11-29; clear 5000 on=11-27 | settled 5000 | LATE_PRESENTMENT 5000 |
                D11 declined | decline 5000; clear 900 | declined 5000, settled 900 | CLEARED_AFTER_DECLINE 900 |
                D11 declined and cleared again | decline 5000; clear 900; clear 800 | declined 5000, settled 900, settled 800 | CLEARED_AFTER_DECLINE 900, CLEARED_AFTER_DECLINE 800 |
                D12 nothing | auth 5000; clear 5000 tid=T9 mid=M2 | authorized 5000, settled 5000 | CLEARING_WITHOUT_AUTH 5000 |
                D13 unknown card | unknown 700; night; unknown 800 | | UNKNOWN_CARD 700, UNKNOWN_CARD 800 |
                D14 frozen | auth 5000; card FROZEN; clear 5000 | settled 5000 | | CARD_FROZEN 5000
                D14 expired | auth 5000; card expired; clear 5000 | settled 5000 | | CARD_EXPIRED 5000
                D14 terminated without authorization | card TERMINATED; clear 5000 | settled 5000 | CLEARING_WITHOUT_AUTH 5000 | CARD_TERMINATED 5000
                D15 billed in another currency | auth 5000; clear 5000 in=USD | authorized 5000 | CURRENCY_MISMATCH 5000 |
                D15 settled in another currency | auth 5000; clear 5000 settled=USD5500 | authorized 5000 | CURRENCY_MISMATCH 5000 |
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> whatIsShownInTheMerchantsCurrency() {
        return TextTable.tests(
                """
                case | story | merchants
                what was asked for | auth 9200(USD10000) | 10000
                declined | decline 9200(USD10000) | 10000
                grown | auth 9200(USD10000); inc 1840(USD2000) | 12000
                reversed in part, at another rate | auth 9200(USD10000); rev 1900(USD2000) | 8000
                reversed | auth 9200(USD10000); rev 9200(USD10000) | 10000
                reversed in part, then wholly | auth 9200(USD10000); rev 1840(USD2000); rev 7360(USD8000) | 8000
                expired | auth 9200(USD10000); night 11-29 | 10000
                cleared as asked for | auth 9200(USD10000); clear 9200(USD10000) | 10000
                cleared at another rate | auth 9200(USD10000); clear 9300(USD10000) | 10000
                cleared with a tip | auth 9200(USD10000) mcc=5812; clear 10120(USD11000) | 11000
                billed as authorized, for more | auth 9200(USD10000); clear 9200(USD10100) | 10100
                a pump | auth 92(USD100) mcc=5542; clear 4174(USD4537) mcc=5542 | 4537
                the first of two parts | auth 9200(USD10000); clear 3700(USD4000) seq=1/2 | 4000
                both parts | auth 9200(USD10000); clear 3700(USD4000) seq=1/2; night; clear 5500(USD6000) seq=2/2 on=11-22 | 10000
                taken back in part | auth 9200(USD10000); clear 9300(USD10000) arn=A; night; back 4650(USD5000) arn=A | 5000
                taken back in whole | auth 9200(USD10000); clear 9300(USD10000) arn=A; night; back 9300(USD10000) arn=A | 10000
                after a reversal of all | auth 9200(USD10000); rev 9200(USD10000); clear 9300(USD10000) | 10000
                presented in another currency | auth 9200(USD10000); clear 9300(GBP8000) | 10108
                without an authorization | clear 9300(USD10000) | 10000
                refunded | refund 4600(USD5000) | 5000
                at home | auth 5000; rev 2000; clear 2500 | 2500
                at home, in part | auth 5000; rev 2000 | 3000
                """,
                row ->
                        assertThat(NightScript.play(row.text("story")).transactions())
                                .extracting(
                                        transaction -> Long.toString(transaction.merchantAmount()))
                                .containsExactly(row.text("merchants")));
    }

    @TestFactory
    Stream<DynamicTest> whatIsReversed() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                wholly | auth 5000; clear 5000 arn=A; night; back 5000 arn=A | reversed 5000 | |
                in part | auth 5000; clear 5000 arn=A; night; back 2000 arn=A | settled 3000 | |
                in two parts | auth 5000; clear 5000 arn=A; back 2000 arn=A; back 3000 arn=A seq=2/2 | reversed 5000 | |
                too much | auth 5000; clear 5000 arn=A; back 5001 arn=A | reversed 5000 | REVERSAL_EXCEEDS 1 |
                twice | auth 5000; clear 5000 arn=A; back 5000 arn=A; back 5000 arn=A seq=2/2 | reversed 5000 | REVERSAL_EXCEEDS 5000 |
                the tip | auth 10000 mcc=5812; clear 12000 arn=A; back 12000 arn=A | reversed 10000 | |
                a force post | clear 700 arn=A; back 700 arn=A | reversed 700 | CLEARING_WITHOUT_AUTH 700 |
                a duplicate | auth 5000; clear 5000 arn=A; clear 5000 arn=B; back 5000 arn=B | settled 5000, reversed 5000 | DUPLICATE_CLEARING 5000 |
                the first of two parts ends the hold | auth 15000; clear 6000 arn=A seq=1/2; back 6000 arn=A | reversed 15000 | |
                one part of two | auth 5000; clear 2000 arn=A seq=1/2; clear 3000 arn=A seq=2/2; back 3000 arn=A seq=2/2 | settled 2000 | |
                more than its own part | auth 5000; clear 2000 arn=A seq=1/2; clear 3000 arn=B seq=2/2; back 3000 arn=A | settled 3000 | REVERSAL_EXCEEDS 1000 |
                more than the first of two parts, before the second | auth 9000; clear 4000 arn=A seq=1/2; back 6000 arn=A; night; clear 5000 arn=A seq=2/2 on=11-22 | settled 5000 | REVERSAL_EXCEEDS 2000, CLEARED_AFTER_REVERSAL 5000 |
                two parts that nobody authorized | clear 3000 arn=A seq=1/2; clear 3000 arn=A seq=2/2; night; back 6000 arn=A on=11-22 | reversed 3000, settled 3000 | CLEARING_WITHOUT_AUTH 3000, CLEARING_WITHOUT_AUTH 3000, REVERSAL_EXCEEDS 3000 |
                in two steps across them | clear 3000 arn=A seq=1/2; clear 3000 arn=A seq=2/2; night; back 4000 arn=A on=11-22; night; back 2000 arn=A seq=2/2 on=11-23 | reversed 3000, settled 1000 | CLEARING_WITHOUT_AUTH 3000, CLEARING_WITHOUT_AUTH 3000, REVERSAL_EXCEEDS 1000 |
                before two parts that nobody authorized | back 6000 arn=A; night; clear 3000 arn=A seq=1/2 on=11-22; clear 3000 arn=A seq=2/2 on=11-22 | settled 3000 | REVERSAL_UNMATCHED 6000, CLEARING_WITHOUT_AUTH 3000, REVERSAL_EXCEEDS 3000, CLEARED_AFTER_REVERSAL 3000 |
                a part above the ceiling with the others | auth 5000 mcc=5999; clear 5000 arn=A seq=1/2; clear 3000 arn=A seq=2/2; night; back 8000 arn=A on=11-22 | reversed 5000, settled 3000 | CLEARING_WITHOUT_AUTH 3000, REVERSAL_EXCEEDS 3000 |
                two parts of which one was refunded | clear 3000 arn=A seq=1/2; clear 3000 arn=A seq=2/2; night; refund 3000 of=T1; night; back 3000 arn=A on=11-22 | reversed 3000, settled 3000, settled 3000 | CLEARING_WITHOUT_AUTH 3000, CLEARING_WITHOUT_AUTH 3000 |
                never what cleared under another ARN | auth 5000 mcc=5999; clear 2000 arn=B seq=1/3; clear 3000 arn=A seq=2/3; clear 3000 arn=A seq=3/3; night; back 3000 arn=A seq=2/3 on=11-22; night; back 3000 arn=A seq=3/3 on=11-23 | settled 2000, reversed 3000 | CLEARING_WITHOUT_AUTH 3000 |
                a single message | fin 5000 arn=A; night; back 5000 arn=A on=11-22 | reversed 5000 | |
                a single message in part, and the rest | fin 5000; night; back 2000 arn=A on=11-22; night; back 3000 arn=B on=11-23 | reversed 5000 | |
                more than a single message | fin 5000; night; back 6000 arn=A on=11-22 | reversed 5000 | REVERSAL_EXCEEDS 1000 |
                more than the latest of two single messages that share a number | fin 5000 rrn=R7; fin 3000 tid=F2 rrn=R7; night; back 4000 tid=- rrn=R7 on=11-22 | settled 5000, reversed 3000 | REVERSAL_EXCEEDS 1000 |
                a single message by its other numbers | fin 5000 rrn=R7; night; back 5000 tid=- rrn=R7 on=11-22 | reversed 5000 | |
                a single message before its night | back 5000 arn=A; night; fin 5000 on=11-22; night | reversed 5000 | REVERSAL_UNMATCHED 5000 |
                a refund in a single message | fin 3000 ofrefund; night; back 3000 ofrefund arn=A on=11-22 | reversed 3000 | |
                what cleared beside a single message | fin 5000; night; clear 5000 arn=A on=11-22; night; back 5000 arn=A on=11-23 | settled 5000, reversed 5000 | DUPLICATE_CLEARING 5000 |
                another's single message is left alone | fin 5000; night; back 5000 tid=T9 arn=A on=11-22 | settled 5000 | REVERSAL_UNMATCHED 5000 |
                never cleared | auth 5000; back 5000 arn=A | authorized 5000 | REVERSAL_UNMATCHED 5000 |
                before it cleared | auth 5000; back 2000 arn=A; night; clear 5000 arn=A on=11-22 | settled 3000 | REVERSAL_UNMATCHED 2000 |
                presented again | auth 5000; clear 5000 arn=A; back 5000 arn=A; clear 5000 arn=B | settled 5000 | CLEARED_AFTER_REVERSAL 5000 |
                a purchase beside its refund under the same ARN | auth 5000; clear 5000 arn=A; night; refund 5000 of=T1 arn=A on=11-22; night; back 5000 arn=A on=11-23 | reversed 5000, settled 5000 | REFUND_EXCEEDS 5000 |
                a refund beside its purchase under the same ARN | auth 5000; clear 5000 arn=A; night; refund 5000 of=T1 arn=A on=11-22; night; back 5000 ofrefund arn=A on=11-23 | settled 5000, reversed 5000 | |
                a refund | auth 5000; clear 5000; refund 2000 of=T1 arn=R; night; back 2000 arn=R | settled 5000, reversed 2000 | |
                in suspense too | unknown 700 arn=A; back 700 arn=A | | UNKNOWN_CARD 700, REVERSAL_UNMATCHED 700 |
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> refunds() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                more than it cost | auth 5000; clear 5000; night; refund 5001 of=T1 | settled 5000, settled 5001 | REFUND_EXCEEDS 1 |
                in parts, more than it cost | auth 5000; clear 5000; night; refund 3000 of=T1; refund 2500 of=T1 tid=R2 | settled 5000, settled 3000, settled 2500 | REFUND_EXCEEDS 500 |
                in parts over nights | auth 5000; clear 5000; refund 3000 of=T1; night; refund 2500 of=T1 tid=R2; night; refund 100 of=T1 tid=R3 | settled 5000, settled 3000, settled 2500, settled 100 | REFUND_EXCEEDS 500, REFUND_EXCEEDS 100 |
                after a chargeback won | auth 5000; clear 5000; night; won 5000; refund 3000 of=T1 on=11-22 | settled 5000, settled 3000 | REFUND_EXCEEDS 3000 |
                after a chargeback won of a part | auth 5000; clear 5000; night; won 2000; refund 3000 of=T1 on=11-22; night; refund 10 of=T1 tid=R2 on=11-23 | settled 5000, settled 3000, settled 10 | REFUND_EXCEEDS 10 |
                after a chargeback won, by the network | auth 5000; clear 5000 arn=A; night; won 2000; back 4000 arn=A on=11-22 | settled 1000 | REFUND_EXCEEDS 1000 |
                of what never cleared | auth 5000; rev 5000; refund 10 of=T1 | reversed 5000, settled 10 | REFUND_EXCEEDS 10 |
                of what the network takes back as well | auth 5000; clear 5000 arn=A; night; refund 5000 of=T1; night; back 5000 arn=A | reversed 5000, settled 5000 | REFUND_EXCEEDS 5000 |
                of part of what the network takes back in part | auth 5000; clear 5000 arn=A; refund 3000 of=T1; night; back 3000 arn=A | settled 2000, settled 3000 | REFUND_EXCEEDS 1000 |
                of what the network took back before | auth 5000; clear 5000 arn=A; night; back 3000 arn=A; night; refund 3000 of=T1 | settled 2000, settled 3000 | REFUND_EXCEEDS 1000 |
                named as what cleared | auth 4000 mcc=5999 rrn=R7; clear 5000 tid=T9 rrn=R7; night; refund 5000 of=T9 | settled 5000, settled 5000 | AMOUNT_OVER 1000, REFUND_UNLINKED 5000 |
                and once more by its other name | auth 4000 mcc=5999 rrn=R7; clear 5000 tid=T9 rrn=R7; night; refund 5000 of=T9; night; refund 500 of=T1 | settled 5000, settled 5000, settled 500 | AMOUNT_OVER 1000, REFUND_UNLINKED 5000, REFUND_EXCEEDS 500 |
                at another rate | auth 10000(USD12000); clear 10000(USD12000); night; refund 10200(USD12000) of=T1 | settled 10000, settled 10200 | |
                far above what rates explain | auth 10000(USD12000); clear 10000(USD12000); night; refund 10301(USD12000) of=T1 | settled 10000, settled 10301 | REFUND_EXCEEDS 1 |
                before its purchase was declined and cleared | refund 5000 of=T1; night; decline 5000; clear 5000 arn=A on=11-22; night; back 5000 arn=A on=11-23 | settled 5000, declined 5000, reversed 5000 | REFUND_UNLINKED 5000, CLEARED_AFTER_DECLINE 5000, REFUND_EXCEEDS 5000 |
                before its purchase was declined and cleared twice | refund 5000 of=T1; night; decline 5000; clear 5000 arn=A on=11-22; clear 5000 arn=B; night; back 5000 arn=A on=11-23 | settled 5000, declined 5000, reversed 5000, settled 5000 | REFUND_UNLINKED 5000, CLEARED_AFTER_DECLINE 5000, CLEARED_AFTER_DECLINE 5000 |
                before the purchase clears | auth 5000; refund 5000 of=T1; clear 5000 | settled 5000, settled 5000 | |
                of a duplicate | auth 5000 mcc=5999; clear 5000; clear 5000; night; refund 5000 of=T1; refund 5000 of=T1 tid=R2; refund 1 of=T1 tid=R3 | settled 5000, settled 5000, settled 5000, settled 5000, settled 1 | DUPLICATE_CLEARING 5000, REFUND_EXCEEDS 1 |
                authorized before | refauth 2000; refund 2000 | settled 2000 | REFUND_UNLINKED 2000 |
                authorized before, by its reference | refauth 2000 rrn=R7; refund 2000 tid=- rrn=R7 | settled 2000 | REFUND_UNLINKED 2000 |
                by a reference of another acquirer | refauth 2000 rrn=R7; refund 2000 tid=- rrn=R7 acq=7 | authorized 2000, settled 2000 | REFUND_UNLINKED 2000 |
                by a reference, but of another STAN | refauth 2000 rrn=R7; refund 2000 tid=- rrn=R7 stan=000009 | authorized 2000, settled 2000 | REFUND_UNLINKED 2000 |
                by the reference of two, the one of its amount | refauth 2000 rrn=R7; refauth 3000 tid=R2 rrn=R7; refund 2000 tid=- rrn=R7 | settled 2000, authorized 3000 | REFUND_UNLINKED 2000 |
                authorized before, by its approval | refauth 2000; refund 2000 tid=- codeof=R1 | settled 2000 | REFUND_UNLINKED 2000 |
                by its approval, the last day of its time | refauth 2000; refund 1900 tid=- codeof=R1 mid=M2 on=12-08 | settled 1900 | REFUND_UNLINKED 1900 |
                by its approval, a day later | refauth 2000; refund 1900 tid=- codeof=R1 on=12-09 | authorized 2000, settled 1900 | REFUND_UNLINKED 1900 |
                by its approval at another merchant | refauth 2000; refund 2000 tid=- codeof=R1 mid=M2 term=- | authorized 2000, settled 2000 | REFUND_UNLINKED 2000 |
                authorized afterwards, by its reference | refund 2000 tid=- rrn=R7; refauth 2000 rrn=R7 | settled 2000, reversed 2000 | REFUND_UNLINKED 2000 |
                beside a single message, which posts itself | refund 2000 tid=- rrn=R7; fin 2000 ofrefund tid=R1 rrn=R7 | settled 2000, settled 2000 | REFUND_UNLINKED 2000 |
                after a single message, which posts itself | fin 2000 ofrefund tid=R1 rrn=R7; refund 2000 tid=- rrn=R7 | settled 2000, settled 2000 | REFUND_UNLINKED 2000 |
                by a reference of zeros, which is none | refauth 2000 rrn=000000000000; refund 2000 tid=- rrn=000000000000 | authorized 2000, settled 2000 | REFUND_UNLINKED 2000 |
                under another name | auth 5000; clear 5000; credit 3000 of=T1 | settled 5000, settled 3000 | |
                under another name, unlinked | credit 3000 | settled 3000 | REFUND_UNLINKED 3000 |
                under another name, authorized before | refauth 2000; credit 2000 | settled 2000 | REFUND_UNLINKED 2000 |
                under another name, too much | auth 5000; clear 5000; credit 5010 of=T1 | settled 5000, settled 5010 | REFUND_EXCEEDS 10 |
                never takes a purchase's hold | auth 5000; credit 5000 tid=T1 | authorized 5000, settled 5000 | REFUND_UNLINKED 5000 |
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> onTheCardThatReplacedAnother() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                F24 cleared on either card | auth 5000; replace; clear 5000 | settled 5000 | |
                refunded | auth 5000; clear 5000; night; replace; refund 3000 of=T1 on=11-22 | settled 5000, settled 3000 | |
                refunded by more than it cost | auth 5000; clear 5000; night; replace; refund 5001 of=T1 on=11-22 | settled 5000, settled 5001 | REFUND_EXCEEDS 1 |
                refunded in the night in which it clears | auth 5000; replace; refund 3000 of=T1; clear 5000 | settled 5000, settled 3000 | |
                refunded without its name | auth 5000; clear 5000; night; replace; refund 3000 on=11-22 | settled 5000, settled 3000 | REFUND_UNLINKED 3000 |
                refunded by a name that none of the cards knows | auth 5000; clear 5000; night; replace; refund 3000 of=T9 on=11-22 | settled 5000, settled 3000 | REFUND_UNLINKED 3000 |
                refund authorized on the old card | refauth 2000; replace; refund 2000 | reversed 2000, settled 2000 | REFUND_UNLINKED 2000 |
                by its reference | refauth 2000 rrn=R7; replace; refund 2000 tid=- rrn=R7 | reversed 2000, settled 2000 | REFUND_UNLINKED 2000 |
                by its approval | refauth 2000; replace; refund 2000 tid=- codeof=R1 | reversed 2000, settled 2000 | REFUND_UNLINKED 2000 |
                by no more than amount and merchant | refauth 2000; replace; refund 2000 tid=R2 | authorized 2000, settled 2000 | REFUND_UNLINKED 2000 |
                cleared with an increment that stood alone | auth 5000 mcc=5999; replace; inc 1000 mcc=5999; clear 6000 on=11-22 | settled 6000, authorized 1000 | AMOUNT_OVER 1000 |
                reversed by the number of the new card | auth 5000; replace; rev 5000 | authorized 5000 | |
                refunded before it was replaced | auth 5000; refund 3000 of=T9; replace | authorized 5000, settled 3000 | REFUND_UNLINKED 3000 |
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> moneyOfTwoCurrencies() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                no drift | auth 11040(USD12000); clear 11040(USD12000) | settled 11040 | |
                drift of 3 percent | auth 10000(USD12000); clear 10300(USD12000) | settled 10300 | | FX_DRIFT 300
                drift above 3 percent | auth 10000(USD12000); clear 10301(USD12000) | settled 10301 | FX_VARIANCE 301 |
                drift down | auth 10000(USD12000); clear 9600(USD12000) | settled 9600 | FX_VARIANCE 400 |
                half of it | auth 10000(USD12000); clear 5100(USD6000) | settled 5100 | | UNDER 4900
                over in the merchant's currency | auth 10000(USD12000) mcc=5999; clear 10300(USD12360) | settled 10300 | AMOUNT_OVER 300 |
                the excess is rounded down | auth 10000(USD12000) mcc=5999; clear 10009(USD12007) | settled 10009 | AMOUNT_OVER 5 |
                never more than is billed | auth 10000(USD12000) mcc=5999; clear 0(USD12001) | settled 0 | |
                never to nothing | auth 10000(USD12000) mcc=5999; clear 10002(USD12001) | settled 10002 | AMOUNT_OVER 1 |
                tip within | auth 10000(USD12000) mcc=5812; clear 12300(USD14400) | settled 12300 | |
                two parts drift together | auth 10000(USD12000); clear 5100(USD6000) seq=1/2; clear 5100(USD6000) seq=2/2 | settled 10200 | | FX_DRIFT 200
                after a partial reversal rates may move | auth 10000(USD12000) mcc=5999; rev 5100(USD6000); clear 5050(USD6000) | settled 5050 | | FX_DRIFT 50
                far off after an increment | auth 10000(USD12000) mcc=5999; inc 5000(USD6000) mcc=5999; clear 30000(USD18000) | settled 30000 | FX_VARIANCE 15000 |
                far off after a partial reversal | auth 10000(USD12000) mcc=5999; rev 5000(USD6000); clear 20000(USD6000) | settled 20000 | FX_VARIANCE 15000 |
                a part that is reversed counts no more | auth 9200(USD10000) mcc=5999; clear 2790(USD3000) arn=B seq=1/3; clear 3720(USD4000) arn=A seq=2/3; back 3720(USD4000) arn=A; clear 6510(USD7000) arn=C seq=3/3 | settled 9300 | | FX_DRIFT 100
                an increment at a rate of its own | auth 10000(USD12000) mcc=5999; inc 5250(USD6000) mcc=5999; clear 15700(USD18000) | settled 15700 | | FX_DRIFT 450
                cleared in a third currency | auth 10000(USD12000) mcc=5999; clear 10100(GBP9000) | settled 10100 | AMOUNT_OVER 100 |
                """,
                NightScenarioTest::ends);
    }

    /**
     * The merchant's amount in the messages bounds what may clear; exchange rates explain none of
     * it.
     */
    @TestFactory
    Stream<DynamicTest> whatTheMerchantWasPromised() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                C09 abroad | auth 18400(USD20000) mcc=5999; rev 7360(USD8000); clear 11040(USD12000) | settled 11040 | |
                and above it | auth 18400(USD20000) mcc=5999; rev 7360(USD8000); clear 11316(USD12300) | settled 11316 | AMOUNT_OVER 276 |
                by more than rates | auth 18400(USD20000) mcc=5999; rev 7360(USD8000); clear 11500(USD12500) | settled 11500 | AMOUNT_OVER 460 |
                the reversal first | rev 7360(USD8000); auth 18400(USD20000) mcc=5999; clear 11316(USD12300) | settled 11316 | AMOUNT_OVER 276 |
                the same reversal twice | auth 18400(USD20000) mcc=5999; rev 7360(USD8000) left=11040; rev 7360(USD8000) left=11040; clear 11316(USD12300) | settled 11316 | AMOUNT_OVER 276 |
                after the hold expired | auth 18400(USD20000) mcc=5999 ch=IN_STORE; night 11-29; rev 7360(USD8000) on=11-25; clear 11316(USD12300) on=11-26 | settled 11316 | AMOUNT_OVER 276 |
                after a first part | auth 18400(USD20000) mcc=5999; clear 4600(USD5000) seq=1/2; night; rev 4600(USD5000) on=11-22; clear 9476(USD10300) seq=2/2 on=11-23 | settled 14076 | AMOUNT_OVER 276 |
                C22 abroad | auth 27600(USD30000) mcc=7011; inc 9200(USD10000) mcc=7011; inc 4600(USD5000) mcc=7011; clear 47610(USD51750) mcc=7011 | settled 47610 | |
                and above it | auth 27600(USD30000) mcc=7011; inc 9200(USD10000) mcc=7011; inc 4600(USD5000) mcc=7011; clear 47840(USD52000) mcc=7011 | settled 47840 | AMOUNT_OVER 230 |
                an increment after a first part | auth 18400(USD20000) mcc=5999; clear 4600(USD5000) seq=1/2; night; inc 4600(USD5000) mcc=5999 on=11-22; clear 18676(USD20300) seq=2/2 on=11-23 | settled 23276 | AMOUNT_OVER 276 |
                rates after an increment | auth 9200(USD10000) mcc=5999; inc 4600(USD5000) mcc=5999; clear 14490(USD15000) | settled 14490 | FX_VARIANCE 690 |
                the increment first | inc 4600(USD5000) mcc=5999; auth 9200(USD10000) mcc=5999; clear 14490(USD15000) | settled 14490 | FX_VARIANCE 690 |
                once more than what is left | auth 9200(USD10000) mcc=5999; rev 4600(USD5000); clear 4600(USD5000); clear 138(USD150) | settled 4600, settled 138 | CLEARING_WITHOUT_AUTH 138 |
                completed | auth 9200(USD10000) mcc=5999; done 4600(USD5000) mcc=5999; clear 4692(USD5100) | settled 4692 | AMOUNT_OVER 92 |
                rates after a stand-in approval | auth 9200(USD10000) mcc=5999; stip 4600(USD5000) mcc=5999; clear 4830(USD5000) | settled 4830 | FX_VARIANCE 230 |
                beside an increment | auth 9200(USD10000) mcc=5999; inc 4600(USD5000) mcc=5999; stip 11040(USD12000) mcc=5999; clear 15916(USD17300) | settled 15916 | AMOUNT_OVER 276 |
                before it | auth 9200(USD10000) mcc=5999; stip 11040(USD12000) mcc=5999; inc 4600(USD5000) mcc=5999; clear 15916(USD17300) | settled 15916 | AMOUNT_OVER 276 |
                after our decline | decline 9200(USD10000) mcc=5999; stip 9200(USD10000) mcc=5999; inc 4600(USD5000) mcc=5999; clear 14076(USD15300) | settled 14076 | STIP_OVERRIDE 9200, AMOUNT_OVER 276 |
                of the same, as it is billed | auth 9200(USD10000) mcc=5999; stip 9200(USD10100) mcc=5999; clear 9200(USD10100) | settled 9200 | |
                a reversal of a third currency does not tell it | auth 18400(USD20000) mcc=5999; rev 7360(GBP6000); clear 11316(USD12300) | settled 11316 | |
                nor does one that takes back another amount than it says | auth 18400(USD20000) mcc=5999; rev 3680(USD4000) left=14720; rev 7360(USD8000) left=11040; clear 11316(USD12300) | settled 11316 | |
                then up to the drift of rates | auth 18400(USD20000) mcc=5999; rev 7360(GBP6000); clear 11500(USD12500) | settled 11500 | AMOUNT_OVER 128 |
                nothing after a reversal as a whole | auth 9200(USD10000) mcc=5999; rev 9200(USD10000); clear 9200(USD10000); clear 92(USD100) | settled 9200, settled 92 | CLEARED_AFTER_REVERSAL 9200, CLEARING_WITHOUT_AUTH 92 |
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> holdsEnd() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                Visa online after ten days and two | auth 100 ch=ONLINE; night 12-03 | authorized 100 | |
                Visa online | auth 100 ch=ONLINE; night 12-04 | reversed 100 | |
                Mastercard preauthorization | auth 100 net=MASTERCARD estimated; night 12-23; night 12-24 | reversed 100 | |
                Mastercard | auth 100 net=MASTERCARD; night 12-01 | reversed 100 | |
                pump | auth 100 mcc=5542; night 11-27 | reversed 100 | |
                nothing, before its window ends | auth 0 ch=IN_STORE; night 11-28 | authorized 0 | |
                nothing, when its window ends | auth 0 ch=IN_STORE; night 11-28; night 11-29 | reversed 0 | |
                nothing that grew | auth 0 ch=IN_STORE; inc 500; night 11-28; night 11-29 | reversed 500 | |
                nothing that was reversed | auth 0 ch=IN_STORE; rev 0; night 11-29 | reversed 0 | |
                nothing, cleared for nothing | auth 0 ch=IN_STORE; clear 0; night 11-29 | settled 0 | |
                nothing, cleared once its window ended | auth 0 mcc=5999 ch=IN_STORE; night 11-29; clear 700 on=11-30 | settled 700 | CLEARED_AFTER_REVERSAL 700 |
                a single message of nothing | fin 0; night 12-30 | settled 0 | |
                what is left of two parts | auth 15000; clear 6000 seq=1/2; night; night 11-28; clear 1 tid=T9 mid=M9 on=11-28; night 11-29 | settled 6000, settled 1 | CLEARING_WITHOUT_AUTH 1 |
                the second part after that | auth 15000; clear 6000 seq=1/2; night; night 11-29; clear 9000 seq=2/2 on=11-30 | settled 15000 | LATE_PRESENTMENT 9000 |
                a refund in a single message | fin 3000 ofrefund; night | settled 3000 | |
                a single message settles before | fin 100; night 12-30 | settled 100 | |
                the second part in time, but settled after that | auth 15000; clear 6000 seq=1/2; night; night 11-29; clear 9000 seq=2/2 on=11-26 | settled 15000 | |
                expired, cleared in time and above | auth 5000 mcc=5999; night 11-29; clear 5001 on=11-26 | settled 5001 | AMOUNT_OVER 1 |
                expired, cleared in time and below | auth 5000; night 11-29; clear 4000 on=11-26 | settled 4000 | | UNDER 1000
                expired, cleared in time at another rate | auth 10000(USD12000); night 11-29; clear 10301(USD12000) on=11-26 | settled 10301 | FX_VARIANCE 301 |
                expired, both parts in time | auth 15000; night 11-29; clear 6000 seq=1/2 on=11-25; clear 9000 seq=2/2 on=11-26 | settled 15000 | |
                expired, both parts in time and above | auth 5000 mcc=5999; night 11-29; clear 3000 seq=1/2 on=11-25; clear 2500 seq=2/2 on=11-26 | settled 5500 | AMOUNT_OVER 500 |
                the second part in time and above, but settled after that | auth 15000 mcc=5999; clear 6000 seq=1/2; night 11-29; clear 9500 seq=2/2 on=11-26 | settled 15500 | AMOUNT_OVER 500 |
                expired, cleared in time and once more | auth 5000 mcc=5999; night 11-29; clear 5000 on=11-25; clear 5000 on=11-26 | settled 5000, settled 5000 | DUPLICATE_CLEARING 5000 |
                expired, cleared in time and below, and once more | auth 5000 mcc=5999; night 11-29; clear 3000 on=11-25; clear 3000 on=11-26 | settled 3000, settled 3000 | DUPLICATE_CLEARING 3000 | UNDER 2000
                the same while it is held | auth 5000 mcc=5999; clear 3000 on=11-25; clear 3000 on=11-26 | settled 3000, settled 3000 | DUPLICATE_CLEARING 3000 | UNDER 2000
                expired, used up, taken back in part, and another part | auth 5000 mcc=5999; night 11-29; clear 3000 seq=1/3 arn=A on=11-25; clear 2000 seq=2/3 arn=B on=11-25; back 2000 arn=B on=11-25; clear 2500 seq=3/3 arn=C on=11-26 | settled 3000, settled 2500 | CLEARING_WITHOUT_AUTH 2500 |
                expired, the second part late | auth 15000; night 11-29; clear 6000 seq=1/2 on=11-26; clear 9000 seq=2/2 on=11-27 | settled 15000 | LATE_PRESENTMENT 9000 |
                reversed in part, then expired, then cleared | auth 20000 mcc=5999; rev 8000; night 11-29; clear 12001 on=12-01 | settled 12001 | LATE_PRESENTMENT 12001 |
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> whatComesInAnotherOrder() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                a clearing that debits under the code of a refund | auth 5000; clear 5000 ofrefund | settled 5000 | |
                cleared again under the name of its first clearing | auth 4000 mcc=5999 rrn=R7; clear 5000 tid=T9 rrn=R7; clear 5000 tid=T9 | settled 5000, settled 5000 | AMOUNT_OVER 1000, DUPLICATE_CLEARING 5000 |
                C32 late authorization adds nothing | clear 5000; night; auth 5000 on=11-22 | settled 5000 | CLEARING_WITHOUT_AUTH 5000 |
                a reversal after clearing moves nothing | auth 5000; clear 5000; night; rev 5000 | settled 5000 | REVERSAL_AFTER_CLEARING 5000 |
                a reversal of what is left | auth 15000 mcc=5999; clear 6000 seq=1/2; night; rev 9000 on=11-22; clear 9000 seq=2/2 on=11-23 | settled 6000, settled 9000 | CLEARING_WITHOUT_AUTH 9000 |
                a completion after the hold expired | auth 5000 mcc=5999 ch=IN_STORE; night 11-29; done 6000 mcc=5999 on=11-25; clear 6000 on=11-26 | settled 6000 | |
                a completion of less after the hold expired | auth 5000 mcc=5999 ch=IN_STORE; night 11-29; done 4000 mcc=5999 on=11-25; clear 5000 on=11-26 | settled 5000 | AMOUNT_OVER 1000 |
                a completion of nothing after the hold expired | auth 5000 mcc=5999 ch=IN_STORE; night 11-29; done 0 mcc=5999 on=11-25; clear 5000 on=11-26 | settled 5000 | CLEARED_AFTER_REVERSAL 5000 |
                a completion after the hold expired, cleared late | auth 5000 mcc=5999 ch=IN_STORE; night 11-29; done 6000 mcc=5999 on=11-25; clear 6000 on=11-29 | settled 6000 | LATE_PRESENTMENT 6000 |
                an older reversal read after one that says what remains of an expired hold | auth 10000 mcc=5999 ch=IN_STORE; night 11-29; rev 4000 left=6000 on=11-25; rev 2000 on=11-24; clear 6100 on=11-26 | settled 6100 | AMOUNT_OVER 100 |
                a reversal after the hold expired | auth 3000 ch=IN_STORE; night 11-29; rev 3000 on=11-25; clear 3000 on=11-26 | settled 3000 | CLEARED_AFTER_REVERSAL 3000 |
                of a part of it | auth 20000 ch=IN_STORE mcc=5999; night 11-29; rev 8000 on=11-25; clear 20000 on=11-26 | settled 20000 | AMOUNT_OVER 8000 |
                which leaves the rest | auth 20000 ch=IN_STORE mcc=5999; night 11-29; rev 8000 on=11-25; clear 12000 on=11-26 | settled 12000 | |
                and an increment | auth 3000 ch=IN_STORE mcc=5999; inc 2000 mcc=5999; night 11-29; rev 2500 on=11-25; clear 2500 on=11-26 | settled 2500 | |
                of more than there was | auth 3000 ch=IN_STORE; night 11-29; rev 5000 on=11-25 | reversed 3000 | REVERSAL_EXCEEDS 2000 |
                increments count when it clears | auth 5000 mcc=5999; inc 3000 mcc=5999; clear 8000 | settled 8000 | |
                Mastercard counts a preauthorization anew | auth 10000 net=MASTERCARD estimated mcc=7011; inc 5000 net=MASTERCARD mcc=7011 on=11-25; night 12-27 | authorized 15000 | |
                to its last day | auth 10000 net=MASTERCARD estimated mcc=7011; inc 5000 net=MASTERCARD mcc=7011 on=11-25; night 12-28 | reversed 15000 | |
                no other hold of Mastercard | auth 10000 net=MASTERCARD mcc=5999; inc 5000 net=MASTERCARD mcc=5999 on=11-25; night 12-02 | reversed 15000 | |
                nor does Visa | auth 10000 estimated mcc=7011; inc 5000 mcc=7011 on=11-25; night 12-24 | reversed 15000 | |
                an increment after a part | auth 5000 mcc=5999; clear 2000 seq=1/2; night; inc 1000 mcc=5999; clear 4000 seq=2/2 | settled 6000 | |
                stand-in approval of less, after a first part | auth 9000 mcc=5999; clear 3000 seq=1/2; night; stip 5000 mcc=5999; clear 6000 seq=2/2 | settled 9000 | AMOUNT_OVER 4000 |
                and before it | auth 9000 mcc=5999; stip 5000 mcc=5999; clear 3000 seq=1/2; night; clear 6000 seq=2/2 | settled 9000 | AMOUNT_OVER 4000 |
                completion of more, after a first part | auth 5000 mcc=5999; clear 2000 seq=1/2; night; done 7000 mcc=5999; clear 5000 seq=2/2 | settled 7000 | |
                stand-in approval after our decline | decline 5000; stip 5000; clear 5000 | settled 5000 | STIP_OVERRIDE 5000 |
                of a pump abroad that asked for one unit | auth 1(JPY1) mcc=5542; done 18300(JPY30000) mcc=5542; clear 18300(JPY30000) mcc=5542 | settled 18300 | |
                which presents more than it completed | auth 1(JPY1) mcc=5542; done 18300(JPY30000) mcc=5542; clear 24400(JPY40000) mcc=5542 | settled 24400 | AMOUNT_OVER 6100 |
                completion of a pump | auth 10000 mcc=5542; done 4537 mcc=5542; clear 4537 | settled 4537 | |
                partial approval C23 | auth 6342 partial; clear 6342 | settled 6342 | |
                a single message and a record of it | fin 5000; clear 5000; night | settled 5000, settled 5000 | DUPLICATE_CLEARING 5000 |
                a single message and a record of it, a night later | fin 5000; night; clear 5000 on=11-22 | settled 5000, settled 5000 | DUPLICATE_CLEARING 5000 |
                a single message and a record of another amount | fin 5000; night; clear 1700 on=11-22 | settled 5000, settled 1700 | CLEARING_WITHOUT_AUTH 1700 |
                a single message after a record of its lifecycle | clear 1; night; fin 5000 cash on=11-22; night | settled 1, settled 5000 | CLEARING_WITHOUT_AUTH 1 |
                a single message and a record of its lifecycle before it, in one night | clear 1; fin 5000 cash; night | settled 1, settled 5000 | CLEARING_WITHOUT_AUTH 1 |
                a single message and a record of its amount before it, in one night | clear 5000; fin 5000; night | settled 5000, settled 5000 | DUPLICATE_CLEARING 5000 |
                a single message that a record comes before at the turn of the day | clear 1 on=11-22; fin 5000 on=11-22; night 11-21; night 11-22 | settled 1, settled 5000 | CLEARING_WITHOUT_AUTH 1 |
                a single message, taken back, and a record | fin 5000; night; back 5000 arn=A on=11-22; night; clear 5000 arn=B on=11-23 | reversed 5000, settled 5000 | CLEARING_WITHOUT_AUTH 5000 |
                a single message, reversed, and a record | fin 5000; rev 5000; clear 5000 | settled 5000 | CLEARED_AFTER_REVERSAL 5000 |
                a single message, taken back in part, and a record of the rest | fin 5000; night; back 4000 arn=A on=11-22; night; clear 2000 arn=B on=11-23; night; back 3000 arn=C on=11-24 | reversed 5000, settled 2000 | CLEARING_WITHOUT_AUTH 2000, REVERSAL_EXCEEDS 2000 |
                a part taken back before the next, and after it | auth 12000; clear 3000 arn=A seq=1/3; night; back 2000 arn=A on=11-22; night; clear 3000 arn=B seq=2/3 on=11-23 | settled 4000+6000 | |
                a part taken back after the next | auth 12000; clear 3000 arn=A seq=1/3; clear 3000 arn=B seq=2/3; back 2000 arn=A | settled 4000+6000 | |
                a purchase, what is taken back of it and its refund in one night | auth 5000; clear 2000 arn=A; back 1000 arn=A; refund 2000 of=T1 tid=R1 arn=R | settled 1000, settled 2000 | REFUND_EXCEEDS 1000 | UNDER 3000
                refunds that are counted on two purchases, all taken back | clear 3000 arn=A; night; refund 1000 of=T1 tid=R1 arn=R1 on=11-22; night; clear 2000 arn=B on=11-23; night; refund 2000 of=T1 tid=R2 arn=R2 on=11-24; night; back 1000 ofrefund arn=R1 on=11-25; night; back 2000 ofrefund arn=R2 on=11-26; night; back 3000 arn=A on=11-27; night; back 2000 arn=B on=11-28 | reversed 3000, reversed 1000, reversed 2000, reversed 2000 | CLEARING_WITHOUT_AUTH 3000, CLEARING_WITHOUT_AUTH 2000 |
                a single message and a record of another merchant | fin 5000; night; clear 5000 mid=M2 on=11-22 | settled 5000, settled 5000 | CLEARING_WITHOUT_AUTH 5000 |
                the last part first | auth 5000 mcc=5999; clear 2000 seq=2/2; clear 3000 seq=1/2 | settled 5000 | | UNDER 3000
                """,
                NightScenarioTest::ends);
    }

    @TestFactory
    Stream<DynamicTest> settlementInAnAgreedCurrency() {
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                agreed | auth 5000; clear 5000 settled=USD5500 | settled 5000 | |
                not agreed | auth 5000; clear 5000 settled=GBP4500 | authorized 5000 | CURRENCY_MISMATCH 5000 |
                cash, agreed | fin 5000 cash settled=USD5500 | settled 5000 | |
                cash, not agreed | fin 5000 cash settled=GBP4500 | settled 5000 | CURRENCY_MISMATCH 5000 |
                """,
                row ->
                        check(
                                row,
                                NightScript.play(
                                        row.text("story"),
                                        SettledCard.of(CardExample.aCard()).settlingIn("USD"))));
    }

    @TestFactory
    Stream<DynamicTest> ceilingsOfTheIssuersOwn() {
        ClearingPolicy own =
                ClearingPolicy.DEFAULT.with(
                        Ceilings.DEFAULT.with(
                                Map.of(Network.MASTERCARD, 0),
                                Map.of(Network.MASTERCARD, 0, Network.VISA, 20),
                                Map.of("EUR", 10_000L)));
        return TextTable.tests(
                """
                case | story | states | breaks | notes
                tip of the network that grants one | auth 5000 mcc=5814; clear 6000 | settled 6000 | |
                above it | auth 5000 mcc=5814; clear 6001 | settled 6001 | AMOUNT_OVER 1 |
                tip of the network that grants none | auth 5000 mcc=5814 net=MASTERCARD; clear 6000 net=MASTERCARD | settled 6000 | AMOUNT_OVER 1000 |
                lodging | auth 10000 mcc=7011; clear 12000 | settled 12000 | |
                lodging of the other network | auth 10000 mcc=7011 net=MASTERCARD; clear 10001 net=MASTERCARD | settled 10001 | AMOUNT_OVER 1 |
                pump of an older cap | auth 100 mcc=5542; clear 10001 | settled 10001 | AMOUNT_OVER 1 |
                pump in a currency as usual | auth 1(JPY160) mcc=5542; clear 160(JPY26001) | settled 160 | AMOUNT_OVER 1 |
                nothing else | auth 5000 mcc=5999; clear 5001 | settled 5001 | AMOUNT_OVER 1 |
                """,
                row ->
                        check(
                                row,
                                NightScript.play(
                                        row.text("story"),
                                        SettledCard.of(CardExample.aCard()).under(own))));
    }

    private static void ends(Row row) {
        check(row, NightScript.play(row.text("story")));
    }

    private static void check(Row row, SettledCard card) {
        assertThat(card.states()).as("states").isEqualTo(list(row, "states"));
        assertThat(card.breaks()).as("breaks").isEqualTo(list(row, "breaks"));
        assertThat(card.notes()).as("notes").isEqualTo(list(row, "notes"));
        assertThat(card.trialBalance().unbalanced()).isEmpty();
        assertThat(card.trialBalance().balance(LedgerAccount.HOLDS, EUR))
                .as("memo of holds")
                .isEqualTo(BigInteger.valueOf(card.held()));
    }

    private static List<String> list(Row row, String column) {
        return row.blank(column) ? List.of() : List.of(row.text(column).split(", ", -1));
    }
}

package dev.countersign.facade.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.rest.json.Times;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Account;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.ApiKeys.NewKey;
import dev.countersign.reconcile.service.issuing.Programs.Change;
import dev.countersign.reconcile.service.issuing.Programs.NewProgram;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Cards over REST: each row of the specification's tables and of what it leaves open. */
class CardsIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller SANDBOX = PRODUCT.caller(Mode.SANDBOX);

    @Test
    void issuesAVirtualCardThatIsActive() {
        String customer = SANDBOX.customer();
        Reply card =
                SANDBOX.post(
                        "/cards",
                        """
                        {"customer_id":"%s","type":"virtual","currency":"EUR","cardholder":{"name":"ADA L"},
                         "spending_controls":{"daily_limit":10000},"metadata":{"a":"b"}}
                        """
                                .formatted(customer));

        assertThat(card.status()).isEqualTo(201);
        assertThat(card.text("/object")).isEqualTo("card");
        assertThat(card.text("/status")).isEqualTo("active");
        assertThat(card.text("/customer_id")).isEqualTo(customer);
        assertThat(card.text("/brand")).isEqualTo("visa");
        assertThat(card.text("/last4")).matches("[0-9]{4}");
        assertThat(card.body().at("/spending_controls/daily_limit").longValue()).isEqualTo(10_000);
        assertThat(card.body().at("/spending_controls/monthly_limit").isNull()).isTrue();
        assertThat(card.body().at("/replaced_card_id").isNull()).isTrue();
        assertThat(SANDBOX.get("/cards/" + card.text("/id")).body()).isEqualTo(card.body());
    }

    @Test
    void issuesAPhysicalCardThatIsPending() {
        assertThat(SANDBOX.get("/cards/" + SANDBOX.card("physical")).text("/status"))
                .isEqualTo("pending");
    }

    @ParameterizedTest(name = "{0}: {1} {2} {3}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"virtual\",\"currency\":\"EUR\"}; 400; parameter_missing; customer_id",
                "{\"customer_id\":\"cus_01M7YD08D9F8RSVVEE6138GT5T\",\"type\":\"virtual\",\"currency\":\"EUR\"}; 404; resource_missing; customer_id",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"EUR\",\"program_id\":\"prog_1\"}; 404; resource_missing; program_id",
                "{\"customer_id\":\"\",\"type\":\"virtual\",\"currency\":\"EUR\"}; 404; resource_missing; customer_id",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"EUR\",\"program_id\":\"\"}; 404; resource_missing; program_id",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"eur\"}; 422; format_invalid; currency",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"CHF\"}; 422; currency_not_supported; currency",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"metal\",\"currency\":\"EUR\"}; 422; value_invalid; type",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"EUR\",\"cardholder\":{\"name\":\"ABCDEFGHIJKLMNOPQRSTUVWXYZ1\"}}; 422; value_too_long; cardholder.name",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"EUR\",\"spending_controls\":{\"daily_limit\":-1}}; 422; value_out_of_range; spending_controls.daily_limit",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"EUR\",\"spending_controls\":{\"daily_limit\":9223372036854775808}}; 422; value_out_of_range; spending_controls.daily_limit",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"EUR\",\"spending_controls\":{\"daily_limit\":1e3}}; 400; parameter_type_invalid; spending_controls.daily_limit",
                "{\"customer_id\":\"CUSTOMER\",\"type\":\"virtual\",\"currency\":\"EUR\",\"last4\":\"1234\"}; 422; property_not_updatable; last4"
            })
    void saysWhatIsWrongWithANewCard(String body, int status, String code, String param) {
        Reply reply = SANDBOX.post("/cards", body.replace("CUSTOMER", SANDBOX.customer()));

        assertThat(reply.refusal())
                .as(reply.body().toString())
                .isEqualTo(status + " " + code + " " + param);
    }

    /** Nothing is done that was not meant; an unknown path is said first. */
    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "/freeze; {\"reason\":; 400 body_malformed ``",
                "/freeze; {\"reason\":1}; 400 parameter_unknown reason",
                "/freeze?dry_run=true; ``; 400 query_invalid dry_run",
                "/terminate?dry_run=true; {}; 400 query_invalid dry_run",
                "/replace?dry_run=true; {\"reason\":\"lost\"}; 400 query_invalid dry_run",
                "/pin/unblock; []; 400 body_malformed ``"
            })
    void refusesWhatAnOperationDoesNotTake(String path, String body, String refusal) {
        String card = SANDBOX.card("virtual");

        assertThat(SANDBOX.sendOutside("POST", "/cards/" + card + path, body).refusal().strip())
                .isEqualTo(refusal.replace("``", "").strip());
        assertThat(SANDBOX.sendOutside("POST", "/cards/card_1" + path, body).status())
                .isEqualTo(404);
        assertThat(SANDBOX.get("/cards/" + card).text("/status")).isEqualTo("active");
        assertThat(SANDBOX.sendOutside("POST", "/cards/" + card + "/freeze", "{}").status())
                .isEqualTo(200);
    }

    /** Lists go by identifiers, which begin with the time of their card. */
    @Test
    void hasOneTimeInItsIdAndItself() {
        String id = SANDBOX.card("virtual");

        UUID value = CardId.parse(id).orElseThrow().value();
        assertThat(SANDBOX.get("/cards/" + id).text("/created_at"))
                .isEqualTo(Times.write(TimeOrderedId.instant(value)));
    }

    @Test
    void findsCardsByTheirFilters() {
        String card = SANDBOX.card("virtual");
        String customer = SANDBOX.get("/cards/" + card).text("/customer_id");

        assertThat(SANDBOX.get("/cards?customer_id=" + customer).body().get("data")).hasSize(1);
        assertThat(
                        SANDBOX.get(
                                        "/cards?customer_id=%s&status=frozen&type=virtual"
                                                .formatted(customer))
                                .body()
                                .get("data"))
                .isEmpty();
        assertThat(SANDBOX.get("/cards?customer_id=nobody").body().get("data")).isEmpty();
        assertThat(SANDBOX.get("/cards?type=metal").text("/error/code")).isEqualTo("query_invalid");
        assertThat(SANDBOX.get("/cards?limit=1").text("/data/0/id")).isNotBlank();
    }

    @Test
    void changesWhatIsPrintedAndNoted() {
        String card = "/cards/" + SANDBOX.card("virtual");

        Reply changed =
                SANDBOX.patch(
                        card, "{\"cardholder\":{\"name\":\"A B\"},\"metadata\":{\"x\":\"y\"}}");
        assertThat(changed.text("/cardholder/name")).isEqualTo("A B");
        assertThat(changed.text("/metadata/x")).isEqualTo("y");
        assertThat(SANDBOX.patch(card, "{}").text("/error/code")).isEqualTo("no_properties");
        assertThat(SANDBOX.patch(card, "{\"status\":\"frozen\"}").text("/error/code"))
                .isEqualTo("property_not_updatable");
    }

    @Nested
    class CardStates {

        /** From each state, what each trigger answers. */
        @ParameterizedTest(name = "{1} a card that is {0}: {2} {3}")
        @CsvSource({
            "pending, freeze, 409, card_not_active",
            "active, freeze, 200, frozen",
            "frozen, freeze, 409, card_already_frozen",
            "terminated, freeze, 409, card_not_active",
            "pending, unfreeze, 409, card_not_frozen",
            "active, unfreeze, 409, card_not_frozen",
            "frozen, unfreeze, 200, active",
            "terminated, unfreeze, 409, card_not_frozen",
            "pending, terminate, 200, terminated",
            "active, terminate, 200, terminated",
            "frozen, terminate, 200, terminated",
            "terminated, terminate, 409, card_already_terminated"
        })
        void movesAsItsTableSays(String from, String trigger, int status, String outcome) {
            String card = "/cards/" + cardThatIs(from);

            Reply reply = SANDBOX.post(card + "/" + trigger, "");

            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.text(status == 200 ? "/status" : "/error/code")).isEqualTo(outcome);
            if (outcome.equals("card_not_active")) {
                assertThat(reply.text("/error/type")).isEqualTo("invalid_request");
                assertThat(reply.text("/error/param")).isEqualTo("card_id");
            }
        }

        @Test
        void freezesOnceHoweverManyTry() throws Exception {
            String card = "/cards/" + SANDBOX.card("virtual");

            List<Reply> replies =
                    CustomersIT.simultaneously(8, () -> SANDBOX.post(card + "/freeze", ""));

            assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(1);
            assertThat(replies.stream().filter(reply -> reply.status() == 409)).hasSize(7);
        }

        @Test
        void answers404ForACardThatIsNotThere() {
            for (String path :
                    List.of("/cards/card_1", "/cards/card_01M7YD08D9E9JJVGNHF83792N5V")) {
                assertThat(SANDBOX.post(path + "/freeze", "").status()).isEqualTo(404);
                assertThat(SANDBOX.put(path + "/spending-controls", "{").status()).isEqualTo(404);
                assertThat(SANDBOX.get(path + "/3ds").text("/error/param")).isEqualTo("card_id");
            }
        }
    }

    @Nested
    class Replacements {

        @ParameterizedTest(name = "{0}, terminate_existing {1}: the old card is {2}")
        @CsvSource({
            "lost, false, terminated",
            "stolen, false, terminated",
            "damaged, true, terminated",
            "damaged, false, active",
            "expired, , terminated",
            "other, false, active"
        })
        void endsTheOldCardWhereAskedAndAlwaysWhenItIsGone(
                String reason, String terminate, String after) {
            String card = SANDBOX.card("virtual");
            String flag = terminate == null ? "" : ",\"terminate_existing\":" + terminate;

            Reply replacement =
                    SANDBOX.post(
                            "/cards/" + card + "/replace",
                            "{\"reason\":\"" + reason + "\"" + flag + "}");

            assertThat(replacement.status()).isEqualTo(201);
            assertThat(replacement.text("/replaced_card_id")).isEqualTo(card);
            assertThat(replacement.text("/id")).isNotEqualTo(card);
            assertThat(SANDBOX.get("/cards/" + card).text("/status")).isEqualTo(after);
        }

        @Test
        void copiesWhatTheIssuerSet() {
            String card = SANDBOX.card("virtual");
            SANDBOX.put("/cards/" + card + "/spending-controls", "{\"monthly_limit\":777}");
            SANDBOX.put(
                    "/cards/" + card + "/authorization-controls", "{\"blocked_mccs\":[\"7995\"]}");
            SANDBOX.put(
                    "/cards/" + card + "/3ds", "{\"challenge_preference\":\"challenge_avoided\"}");

            String replacement =
                    SANDBOX.create("/cards/" + card + "/replace", "{\"reason\":\"damaged\"}");

            for (String part : List.of("/authorization-controls", "/3ds")) {
                assertThat(SANDBOX.get("/cards/" + replacement + part).body())
                        .isEqualTo(SANDBOX.get("/cards/" + card + part).body());
            }
            assertThat(
                            SANDBOX.get("/cards/" + replacement)
                                    .body()
                                    .at("/spending_controls/monthly_limit")
                                    .longValue())
                    .isEqualTo(777);
        }

        @Test
        void replacesACardOnceUntilTheReplacementEnds() {
            String card = "/cards/" + SANDBOX.card("virtual");
            String body = "{\"reason\":\"other\",\"terminate_existing\":false}";
            String first = SANDBOX.create(card + "/replace", body);

            assertThat(SANDBOX.post(card + "/replace", body).text("/error/code"))
                    .isEqualTo("card_already_replaced");
            SANDBOX.post("/cards/" + first + "/terminate", "");
            assertThat(SANDBOX.post(card + "/replace", body).status()).isEqualTo(201);
        }

        @Test
        void canChangeTheTypeAndReplaceWhatIsTerminated() {
            String card = "/cards/" + cardThatIs("terminated");

            Reply plastic =
                    SANDBOX.post(card + "/replace", "{\"reason\":\"lost\",\"type\":\"physical\"}");

            assertThat(plastic.text("/type")).isEqualTo("physical");
            assertThat(plastic.text("/status")).isEqualTo("pending");
            assertThat(
                            SANDBOX.post(card + "/replace", "{\"reason\":\"bored\"}")
                                    .text("/error/code"))
                    .isEqualTo("value_invalid");
            assertThat(SANDBOX.post(card + "/replace", "{}").text("/error/code"))
                    .isEqualTo("parameter_missing");
        }

        @Test
        void needsACustomerThatIsActive() {
            String card = SANDBOX.card("virtual");
            String customer = SANDBOX.get("/cards/" + card).text("/customer_id");
            setInactive(customer);

            assertThat(
                            SANDBOX.post("/cards/" + card + "/replace", "{\"reason\":\"lost\"}")
                                    .text("/error/code"))
                    .isEqualTo("customer_inactive");
            assertThat(
                            SANDBOX.post(
                                            "/cards",
                                            "{\"customer_id\":\"%s\",\"type\":\"virtual\",\"currency\":\"EUR\"}"
                                                    .formatted(customer))
                                    .text("/error/code"))
                    .isEqualTo("customer_inactive");
        }
    }

    @Nested
    class CardControls {

        @Test
        void replaceTheLimitsAsAWhole() {
            String path = "/cards/" + SANDBOX.card("virtual") + "/spending-controls";

            Reply set =
                    SANDBOX.put(
                            path,
                            "{\"single_transaction_limit\":0,\"daily_limit\":5,\"monthly_limit\":null}");
            Reply replaced = SANDBOX.put(path, "{\"monthly_limit\":9}");

            assertThat(set.body().at("/spending_controls").toString())
                    .isEqualTo(
                            "{\"single_transaction_limit\":0,\"daily_limit\":5,\"monthly_limit\":null}");
            assertThat(replaced.body().at("/spending_controls").toString())
                    .isEqualTo(
                            "{\"single_transaction_limit\":null,\"daily_limit\":null,\"monthly_limit\":9}");
            assertThat(SANDBOX.put(path, "{\"daily_limit\":\"5\"}").status()).isEqualTo(400);
            assertThat(SANDBOX.put(path, "{\"daily_limit\":-5}").status()).isEqualTo(422);
            assertThat(SANDBOX.put(path, "{\"weekly_limit\":5}").status()).isEqualTo(400);
        }

        @Test
        void haveTheDefaultsOfTheSpecification() {
            String card = "/cards/" + SANDBOX.card("virtual");

            assertThat(SANDBOX.get(card + "/authorization-controls").body().toString())
                    .isEqualTo(
                            "{\"allowed_mccs\":[],\"blocked_mccs\":[],\"allowed_countries\":[],\"blocked_countries\":[],"
                                    + "\"allow_online\":true,\"allow_contactless\":true,\"allow_cash_withdrawal\":false}");
            assertThat(SANDBOX.get(card + "/3ds").body().toString())
                    .isEqualTo(
                            "{\"enabled\":true,\"challenge_preference\":\"no_preference\",\"exemptions\":[]}");
        }

        @ParameterizedTest(name = "{0} {1}: {2} {3}")
        @CsvSource(
                delimiter = ';',
                quoteCharacter = '`',
                value = {
                    "authorization-controls; {\"allowed_mccs\":[\"5812\"],\"blocked_mccs\":[\"7995\"]}; 422; conflicting_lists",
                    "authorization-controls; {\"allowed_countries\":[\"DE\"],\"blocked_countries\":[\"US\"]}; 422; conflicting_lists",
                    "authorization-controls; {\"allowed_mccs\":[\"5812\"],\"blocked_mccs\":[]}; 200;",
                    "authorization-controls; {\"allowed_mccs\":[\"58\"]}; 422; format_invalid",
                    "authorization-controls; {\"allowed_countries\":[\"de\"]}; 422; format_invalid",
                    "authorization-controls; {\"allowed_mccs\":[5812]}; 400; parameter_type_invalid",
                    "authorization-controls; {\"allow_online\":\"yes\"}; 400; parameter_type_invalid",
                    "authorization-controls; {}; 200;",
                    "3ds; {\"enabled\":false,\"exemptions\":[\"low_value\"]}; 200;",
                    "3ds; {\"challenge_preference\":\"no_preference\"}; 200;",
                    "3ds; {\"challenge_preference\":\"challenge_requested\",\"exemptions\":[\"trusted_beneficiary\"]}; 200;",
                    "3ds; {\"challenge_preference\":\"challenge_avoided\",\"exemptions\":[\"transaction_risk_analysis\"]}; 200;",
                    "3ds; {\"challenge_preference\":\"sometimes\"}; 422; value_invalid",
                    "3ds; {\"exemptions\":[\"friday\"]}; 422; value_invalid"
                })
        void areCheckedAsTheyAreSet(String part, String body, int status, String code) {
            Reply reply = SANDBOX.put("/cards/" + SANDBOX.card("virtual") + "/" + part, body);

            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.body().at("/error/code").asString(null)).isEqualTo(code);
        }
    }

    @Nested
    class ProgramCards {

        @Test
        void takesItsNetwork() {
            String mastercard = "";
            for (JsonNode program : SANDBOX.get("/programs?limit=100").body().get("data")) {
                if (program.get("network").asString().equals("mastercard")) {
                    mastercard = program.get("id").asString();
                }
            }

            Reply card = SANDBOX.post("/cards", cardOf("virtual", mastercard));

            assertThat(card.text("/brand")).as(card.body().toString()).isEqualTo("mastercard");
            assertThat(card.text("/program_id")).isEqualTo(mastercard);
        }

        @Test
        void mustBeActive() {
            ProgramId ended = virtualOnly("40000002");
            String id = SANDBOX.create("/cards", cardOf("virtual", ended.toString()));
            PRODUCT.book()
                    .programs()
                    .update(
                            PRODUCT.sandbox(),
                            ended,
                            new Change(null, false, null, null, null, null, null));

            Reply card = SANDBOX.post("/cards", cardOf("virtual", ended.toString()));
            Reply replacement =
                    SANDBOX.post("/cards/" + id + "/replace", "{\"reason\":\"damaged\"}");

            assertThat(card.refusal()).isEqualTo("409 program_inactive program_id");
            assertThat(replacement.text("/error/code")).isEqualTo("program_inactive");
            assertThat(SANDBOX.get("/cards?program_id=" + ended).text("/data/0/id")).isEqualTo(id);
        }

        private static ProgramId virtualOnly(String bin) {
            NewProgram virtualOnly =
                    new NewProgram(
                            "Virtual only",
                            Network.VISA,
                            bin,
                            List.of(CardType.VIRTUAL),
                            List.of("EUR"),
                            List.of(),
                            true,
                            false,
                            false);
            return PRODUCT.book().programs().create(PRODUCT.sandbox(), virtualOnly).id();
        }

        @Test
        void isOfATypeThatTheProgramIssues() {
            String program = virtualOnly("40000001").toString();

            Reply physical = SANDBOX.post("/cards", cardOf("physical", program));
            Reply virtual = SANDBOX.post("/cards", cardOf("virtual", program));

            assertThat(physical.refusal()).isEqualTo("422 card_type_not_supported type");
            assertThat(virtual.status()).isEqualTo(201);
        }

        @Test
        void needsOneToBeNamedWhereTheAccountHasNoDefault() {
            TestProduct product = TestProduct.running();
            Account bare = product.book().accounts().create("No programs", false);
            NewKey wanted =
                    new NewKey(new Book(bare.id(), Mode.SANDBOX), "first", ApiKeys.SCOPES, null);
            String key = product.book().apiKeys().create(wanted).text();
            ApiCaller caller = product.callerWith(Mode.SANDBOX, key);

            Reply refused =
                    caller.post(
                            "/cards",
                            "{\"customer_id\":\"%s\",\"type\":\"virtual\",\"currency\":\"EUR\"}"
                                    .formatted(caller.customer()));

            assertThat(refused.refusal()).isEqualTo("422 program_required program_id");
        }

        private static String cardOf(String type, String program) {
            return "{\"customer_id\":\"%s\",\"type\":\"%s\",\"currency\":\"EUR\",\"program_id\":\"%s\"}"
                    .formatted(SANDBOX.customer(), type, program);
        }
    }

    private static String cardThatIs(String status) {
        String card = SANDBOX.card(status.equals("pending") ? "physical" : "virtual");
        if (status.equals("frozen")) {
            SANDBOX.post("/cards/" + card + "/freeze", "");
        }
        if (status.equals("terminated")) {
            SANDBOX.post("/cards/" + card + "/terminate", "");
        }
        return card;
    }

    private static void setInactive(String customer) {
        PRODUCT.book()
                .customers()
                .setActive(PRODUCT.sandbox(), CustomerId.parse(customer).orElseThrow(), false);
    }
}

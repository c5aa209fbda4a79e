package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.vault.PinKey;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Accounts, programs, customers and funding as their administrator meets them: by commands. */
class AdministrationCommandsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path directory;

    private CommandDesk desk;

    @BeforeEach
    void sitDown() {
        desk = CommandDesk.beside(POSTGRES, directory);
    }

    @Test
    void opensAnAccountWithProgramsAndPinKeysAndListsIt() {
        JsonNode account = desk.withVault("accounts create --name Acme --format json").one();

        assertThat(account.get("id").asString()).startsWith("acct_");
        assertThat(account.get("sandbox_pin_key").asString()).matches("[0-9A-F]{64}");
        PinKey sandbox = PinKey.parse(account.get("sandbox_pin_key").asString()).orElseThrow();
        assertThat(account.get("sandbox_pin_key_check_value").asString())
                .isEqualTo(sandbox.checkValue());
        assertThat(account.get("live_pin_key_check_value").asString()).matches("[0-9A-F]{6}");
        assertThat(account.has("live_pin_key")).isFalse();

        assertThat(desk.run("accounts list --format json").rows())
                .extracting(row -> row.get("name").asString())
                .containsExactly("Acme");
        assertThat(desk.run("programs list --format json").rows())
                .extracting(row -> row.get("mode").asString() + row.get("bin").asString())
                .containsExactlyInAnyOrder(
                        "live400000", "live222300", "sandbox400000", "sandbox222300");
        assertThat(
                        POSTGRES.texts(
                                "select xmin::text from account union select xmin::text from pin_key"))
                .as("transactions that wrote the account and its keys")
                .hasSize(1);
    }

    @Test
    void opensAnAccountWithoutPrograms() {
        desk.withVault("accounts create --name Acme --without-programs").is(0);

        assertThat(desk.run("programs list --format json").is(0).out()).isEqualTo("[]\n");
        desk.withVault("simulate --to made-up.jsonl").is(3).says("no default program");
    }

    @Test
    void refusesAnAccountWithoutAName() {
        desk.withVault("accounts create").is(2).says("--name");
        desk.run(List.of("accounts", "create", "--name", " "), true)
                .is(2)
                .says("1 to 100 characters");
    }

    @Test
    void asksWhichAccountWhereThereIsMoreThanOne() {
        desk.run("keys create --mode live --name K").is(3).says("There is no account yet");
        desk.withVault("simulate --to made-up.jsonl").is(3).says("There is no account yet");
        String first = desk.account("First");
        desk.run("keys create --mode live --name K --format json").one();
        String second = desk.account("Second");

        desk.run("keys create --mode live --name K")
                .is(2)
                .says("--account")
                .says(first + " (First)")
                .says(second + " (Second)");
        JsonNode key =
                desk.run("keys create --mode live --name K --format json --account " + second)
                        .one();
        assertThat(key.get("account_id").asString()).isEqualTo(second);
        desk.run("keys create --mode live --name K --account acct_none").is(3).says("acct_none");
        assertThat(desk.run("keys list --format json").rows()).hasSize(2);
        assertThat(desk.run("keys list --format json --account " + second).rows()).hasSize(1);
        assertThat(desk.run("keys list --format json --mode sandbox").rows()).isEmpty();
    }

    @Test
    void handsOverALivePinKeyInTwoComponentsEachOnce() {
        String account = desk.account("Acme");
        String command = "accounts pin-key --mode live --format json --component ";

        JsonNode first = desk.withVault(command + 1).one();
        JsonNode second = desk.withVault(command + 2).one();

        PinKey key =
                PinKey.parse(first.get("value").asString())
                        .orElseThrow()
                        .xor(PinKey.parse(second.get("value").asString()).orElseThrow());
        JsonNode shown = desk.withVault("accounts pin-key --mode live --format json").one();
        assertThat(shown.get("check_value").asString())
                .isEqualTo(key.checkValue())
                .isEqualTo(first.get("key_check_value").asString());
        assertThat(shown.get("pin_key").isNull()).isTrue();
        assertThat(livePinKey(account)).isEqualTo(key.hex());

        assertThat(desk.withVault(command + 1).is(3).says("--renew").out()).isEmpty();
        assertThat(
                        POSTGRES.texts(
                                "select remark from audit_inbox where subject = '%s' order by id"
                                        .formatted(account)))
                .containsSequence(
                        "component 1 of the live PIN key " + key.checkValue(),
                        "component 2 of the live PIN key " + key.checkValue())
                .last()
                .asString()
                .endsWith(", which was drawn before");
        desk.withVault(command + 3).is(2);
        desk.withVault(command + 1 + " --renew").is(2);

        JsonNode renewed =
                desk.withVault("accounts pin-key --mode live --renew --format json").one();
        assertThat(renewed.get("check_value").asString()).isNotEqualTo(key.checkValue());
        assertThat(renewed.get("pin_key").isNull()).isTrue();
        desk.withVault(command + 1).is(0);
        JsonNode sandbox =
                desk.withVault("accounts pin-key --mode sandbox --renew --format json").one();
        assertThat(sandbox.get("pin_key").asString()).matches("[0-9A-F]{64}");
        assertThat(
                        POSTGRES.texts(
                                "select remark from audit_inbox where action = 'pin_key.renewed' and subject = '%s' order by id"
                                        .formatted(account)))
                .containsExactly(
                        "the live PIN key is " + renewed.get("check_value").asString() + " now",
                        "the sandbox PIN key is " + sandbox.get("check_value").asString() + " now");
    }

    @Test
    void makesNoKeyFileOfItsOwn() {
        Path other = directory.resolve("other.p12");

        desk.run("accounts create --name Acme --vault-key-store " + other + " --vault-password=x")
                .is(1)
                .says("There is no key file " + other);
        assertThat(other).doesNotExist();
    }

    @Test
    void refusesTheKeysOfAnotherDatabase() {
        desk.account("Acme");
        Path other = directory.resolve("other.p12");
        var unused = Pkcs12Keys.open(other, "x".toCharArray(), new SecureRandom());

        desk.run("accounts create --name B --vault-key-store " + other + " --vault-password=x")
                .is(1)
                .says("the keys are not those of this database");
        desk.run(
                        "accounts create --name B --vault-key-store "
                                + desk.keyStore()
                                + " --vault-password=wrong")
                .is(1)
                .says("password");
        assertThat(desk.run("accounts list --format json").rows()).hasSize(1);
    }

    @Test
    void createsChangesAndListsPrograms() {
        desk.account("Acme");
        JsonNode gold =
                desk.run(
                                "programs create --mode sandbox --name Gold --network mastercard"
                                        + " --bin 55555555 --types virtual --currencies EUR,JPY,EUR"
                                        + " --default --format json")
                        .one();

        assertThat(gold.get("supported_currencies").toString()).isEqualTo("[\"EUR\",\"JPY\"]");
        assertThat(gold.get("is_default").asBoolean()).isTrue();
        assertThat(defaults()).containsExactlyInAnyOrder("live Visa", "sandbox Gold");

        String id = gold.get("id").asString();
        JsonNode changed =
                desk.run(
                                "programs update %s --status inactive --sca-mode enforce --no-default --types virtual,physical --settles-in USD,1000000000:GBP --format json"
                                        .formatted(id))
                        .one();
        assertThat(changed.get("status").asString()).isEqualTo("inactive");
        assertThat(changed.get("sca_mode").asString()).isEqualTo("enforce");
        assertThat(changed.get("supported_card_types").size()).isEqualTo(2);
        assertThat(changed.get("settles_in").toString()).isEqualTo("[\"USD\",\"1000000000:GBP\"]");
        assertThat(changed.get("name").asString()).isEqualTo("Gold");
        assertThat(defaults()).containsExactly("live Visa");
        assertThat(desk.run("programs list --mode sandbox --format json").rows()).contains(changed);
        JsonNode after =
                desk.run("programs update " + id + " --settles-in none --format json").one();
        assertThat(after.get("settles_in").toString()).isEqualTo("[]");
    }

    @Test
    void saysWhatIsWrongWithAProgram() {
        desk.account("Acme");
        String create = "programs create --mode live --name G --network visa --currencies ";

        desk.run(create + "EUR --bin 555555").is(2).says("begin with 4");
        desk.run(create + "EUR --bin 4").is(2).says("6 or 8 digits");
        desk.run(create + "EURO --bin 400000").is(2).says("EURO");
        desk.run(create + "EUR --bin 400000 --settles-in 1000:EURO").is(2).says("1000:EURO");
        desk.run(create + "EUR --bin 400000 --types wooden").is(2).says("virtual, physical");
        desk.run("programs create --mode moon --name G").is(2).says("live, sandbox");
        desk.run("programs update prog_00000000000000000000000001 --name G")
                .is(3)
                .says("prog_0000");
        desk.run("programs update nonsense --name G").is(3).says("nonsense");
        desk.run("programs update prog_00000000000000000000000001").is(2).says("Nothing to change");
        assertThat(desk.run("programs list --format json").rows()).hasSize(4);
    }

    private List<String> defaults() {
        return desk.run("programs list --format json").rows().stream()
                .filter(row -> row.get("is_default").asBoolean())
                .map(row -> row.get("mode").asString() + " " + row.get("name").asString())
                .toList();
    }

    @Test
    void saysThatThereIsNoSuchCustomer() {
        desk.account("Acme");
        String command = "customers set-status --status inactive --customer ";

        desk.run(command + "cus_00000000000000000000000001")
                .is(3)
                .says("There is no customer cus_0");
        desk.run(command + "nonsense").is(3).says("nonsense");
        desk.run("customers set-status --customer cus_1 --status gone")
                .is(2)
                .says("active, inactive");
    }

    @Test
    void whatIsChangedHereIsWhatTheRunningProductGoesBy() {
        TestProduct product = TestProduct.running();
        ApiCaller sandbox = product.caller(Mode.SANDBOX);
        String customer = sandbox.customer();
        String database = " --database-url " + product.databaseUrl();

        CommandRun.of("customers set-status --status inactive --customer " + customer + database)
                .is(0)
                .prints(customer + " is inactive (sandbox).\n");
        assertThat(sandbox.get("/customers/" + customer).text("/status")).isEqualTo("inactive");
        CommandRun.of("customers set-status --status active --customer " + customer + database)
                .is(0);
        assertThat(sandbox.get("/customers/" + customer).text("/status")).isEqualTo("active");

        String account = product.sandbox().account().toString();
        JsonNode key =
                CommandRun.of(
                                "keys create --mode sandbox --name CI --scopes customers:read --format json --account %s%s"
                                        .formatted(account, database))
                        .one();
        ApiCaller caller = product.callerWith(Mode.SANDBOX, key.get("key").asString());
        assertThat(caller.get("/customers?limit=1").status()).isEqualTo(200);
        assertThat(caller.get("/cards").text("/error/code")).isEqualTo("scope_missing");
        CommandRun.of("keys revoke " + key.get("id").asString() + database).is(0);
        assertThat(caller.get("/customers?limit=1").text("/error/code"))
                .isEqualTo("api_key_invalid");
    }

    @Test
    void creditsAndDebitsAFundingAccountInMinorUnitsForAReason() {
        desk.account("Acme");
        assertThat(desk.run("funding list").is(0).out()).startsWith("ID ").endsWith("\nNone.\n");
        String program =
                desk.run("programs list --mode sandbox --format json")
                        .rows()
                        .getFirst()
                        .get("id")
                        .asString();
        String create = "funding create --currency EUR --program " + program + " --balance ";

        desk.run(create + "2500.00").is(2).says("for 2500.00 EUR write 250000.");
        String id = desk.run(create + "100000 --format json").one().get("id").asString();
        desk.run("funding credit " + id + " --amount 10,50")
                .is(2)
                .says("for 10.50 EUR write 1050.");
        desk.run("funding debit " + id + " --amount 1e3").is(2).says("'1e3' is not an amount");
        desk.run("funding debit " + id + " --amount 100001")
                .is(3)
                .says("The account has 1000.00 EUR available (100000 minor units).");
        desk.run(List.of("funding", "debit", id, "--amount=11000", "--reason=payout 7"), false)
                .is(0);

        assertThat(
                        POSTGRES.texts(
                                "select distinct remark from audit_inbox where action = 'countersign funding debit' and subject = '%s'"
                                        .formatted(id)))
                .containsExactly("--amount 11000 --reason payout 7");
        nightIsNotComplete();
        desk.run("funding credit " + id + " --amount 1")
                .is(1)
                .says("The night of 2026-11-21 (sandbox) is not complete: try again when");
    }

    private static void nightIsNotComplete() {
        JdbiSetup.over(POSTGRES.dataSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        """
                                        insert into night (id, mode, business_date, number, state, closes, started_at)
                                        values (1, 'sandbox', '2026-11-21', 1, 'failed', true, now())
                                        """));
    }

    private String livePinKey(String account) {
        Reconcile book = desk.book();
        Book live = new Book(AccountId.parse(account).orElseThrow(), Mode.LIVE);
        return book.pins().keyOf(live).hex();
    }
}

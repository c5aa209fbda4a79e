package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.local.BcryptPasswords;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.KeysFile;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.RandomIds;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.issuing.CardIssuing.NewCard;
import dev.countersign.reconcile.service.issuing.Customers.NewCustomer;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.TestPostgres;
import dev.countersign.reconcile.vault.PinKey;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Administration as its user meets it: commands, what they print, and how they end. */
class AdministrationCommandsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir Path directory;

    private Path keyStore;

    @BeforeEach
    void makeAKeyFile() {
        POSTGRES.empty();
        keyStore = directory.resolve("vault.p12");
        var unused = Pkcs12Keys.open(keyStore, "test".toCharArray(), new SecureRandom());
    }

    // ---- accounts

    @Test
    void opensAnAccountWithProgramsAndPinKeysAndListsIt() {
        JsonNode account = one(withVault("accounts create --name Acme --format json"));

        assertThat(account.get("id").asString()).startsWith("acct_");
        assertThat(account.get("sandbox_pin_key").asString()).matches("[0-9A-F]{64}");
        PinKey sandbox = PinKey.parse(account.get("sandbox_pin_key").asString()).orElseThrow();
        assertThat(account.get("sandbox_pin_key_check_value").asString())
                .isEqualTo(sandbox.checkValue());
        assertThat(account.get("live_pin_key_check_value").asString()).matches("[0-9A-F]{6}");
        assertThat(account.has("live_pin_key")).isFalse();

        assertThat(rows(run("accounts list --format json")))
                .extracting(row -> row.get("name").asString())
                .containsExactly("Acme");
        assertThat(rows(run("programs list --format json")))
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
        withVault("accounts create --name Acme --without-programs").is(0);

        assertThat(run("programs list --format json").is(0).out()).isEqualTo("[]\n");
        withVault("simulate --to made-up.jsonl").is(3).says("no default program");
    }

    @Test
    void refusesAnAccountWithoutAName() {
        withVault("accounts create").is(2).says("--name");
        run(List.of("accounts", "create", "--name", " "), true).is(2).says("1 to 100 characters");
    }

    @Test
    void asksWhichAccountWhereThereIsMoreThanOne() {
        run("keys create --mode live --name K").is(3).says("There is no account yet");
        withVault("simulate --to made-up.jsonl").is(3).says("There is no account yet");
        String first = account("First");
        one(run("keys create --mode live --name K --format json"));
        String second = account("Second");

        run("keys create --mode live --name K")
                .is(2)
                .says("--account")
                .says(first + " (First)")
                .says(second + " (Second)");
        JsonNode key =
                one(run("keys create --mode live --name K --format json --account " + second));
        assertThat(key.get("account_id").asString()).isEqualTo(second);
        run("keys create --mode live --name K --account acct_none").is(3).says("acct_none");
        assertThat(rows(run("keys list --format json"))).hasSize(2);
        assertThat(rows(run("keys list --format json --account " + second))).hasSize(1);
        assertThat(rows(run("keys list --format json --mode sandbox"))).isEmpty();
    }

    @Test
    void handsOverALivePinKeyInTwoComponentsEachOnce() {
        String account = account("Acme");
        String command = "accounts pin-key --mode live --format json --component ";

        JsonNode first = one(withVault(command + 1));
        JsonNode second = one(withVault(command + 2));

        PinKey key =
                PinKey.parse(first.get("value").asString())
                        .orElseThrow()
                        .xor(PinKey.parse(second.get("value").asString()).orElseThrow());
        JsonNode shown = one(withVault("accounts pin-key --mode live --format json"));
        assertThat(shown.get("check_value").asString())
                .isEqualTo(key.checkValue())
                .isEqualTo(first.get("key_check_value").asString());
        assertThat(shown.get("pin_key").isNull()).isTrue();
        assertThat(livePinKey(account)).isEqualTo(key.hex());

        assertThat(withVault(command + 1).is(3).says("--renew").out()).isEmpty();
        assertThat(
                        POSTGRES.texts(
                                "select remark from audit_inbox where subject = '"
                                        + account
                                        + "' order by id"))
                .containsSequence(
                        "component 1 of the live PIN key " + key.checkValue(),
                        "component 2 of the live PIN key " + key.checkValue())
                .last()
                .asString()
                .endsWith(", which was drawn before");
        withVault(command + 3).is(2);
        withVault(command + 1 + " --renew").is(2);

        JsonNode renewed = one(withVault("accounts pin-key --mode live --renew --format json"));
        assertThat(renewed.get("check_value").asString()).isNotEqualTo(key.checkValue());
        assertThat(renewed.get("pin_key").isNull()).isTrue();
        withVault(command + 1).is(0);
        JsonNode sandbox = one(withVault("accounts pin-key --mode sandbox --renew --format json"));
        assertThat(sandbox.get("pin_key").asString()).matches("[0-9A-F]{64}");
        assertThat(
                        POSTGRES.texts(
                                "select remark from audit_inbox where action = 'pin_key.renewed' and"
                                        + " subject = '"
                                        + account
                                        + "' order by id"))
                .containsExactly(
                        "the live PIN key is " + renewed.get("check_value").asString() + " now",
                        "the sandbox PIN key is " + sandbox.get("check_value").asString() + " now");
    }

    @Test
    void makesNoKeyFileOfItsOwn() {
        Path other = directory.resolve("other.p12");

        run("accounts create --name Acme --vault-key-store " + other + " --vault-password=x")
                .is(1)
                .says("There is no key file " + other);
        assertThat(other).doesNotExist();
    }

    @Test
    void refusesTheKeysOfAnotherDatabase() {
        account("Acme");
        Path other = directory.resolve("other.p12");
        var unused = Pkcs12Keys.open(other, "x".toCharArray(), new SecureRandom());

        run("accounts create --name B --vault-key-store " + other + " --vault-password=x")
                .is(1)
                .says("the keys are not those of this database");
        run("accounts create --name B --vault-key-store " + keyStore + " --vault-password=wrong")
                .is(1)
                .says("password");
        assertThat(rows(run("accounts list --format json"))).hasSize(1);
    }

    // ---- programs and customers

    @Test
    void createsChangesAndListsPrograms() {
        account("Acme");
        JsonNode gold =
                one(
                        run(
                                "programs create --mode sandbox --name Gold --network mastercard"
                                        + " --bin 55555555 --types virtual --currencies EUR,JPY,EUR"
                                        + " --default --format json"));

        assertThat(gold.get("supported_currencies").toString()).isEqualTo("[\"EUR\",\"JPY\"]");
        assertThat(gold.get("is_default").asBoolean()).isTrue();
        assertThat(defaults()).containsExactlyInAnyOrder("live Visa", "sandbox Gold");

        String id = gold.get("id").asString();
        JsonNode changed =
                one(
                        run(
                                "programs update "
                                        + id
                                        + " --status inactive --sca-mode enforce --no-default"
                                        + " --types virtual,physical --settles-in USD,1000000000:GBP"
                                        + " --format json"));
        assertThat(changed.get("status").asString()).isEqualTo("inactive");
        assertThat(changed.get("sca_mode").asString()).isEqualTo("enforce");
        assertThat(changed.get("supported_card_types").size()).isEqualTo(2);
        assertThat(changed.get("settles_in").toString()).isEqualTo("[\"USD\",\"1000000000:GBP\"]");
        assertThat(changed.get("name").asString()).isEqualTo("Gold");
        assertThat(defaults()).containsExactly("live Visa");
        assertThat(rows(run("programs list --mode sandbox --format json"))).contains(changed);
        JsonNode after = one(run("programs update " + id + " --settles-in none --format json"));
        assertThat(after.get("settles_in").toString()).isEqualTo("[]");
    }

    @Test
    void saysWhatIsWrongWithAProgram() {
        account("Acme");
        String create = "programs create --mode live --name G --network visa --currencies ";

        run(create + "EUR --bin 555555").is(2).says("begin with 4");
        run(create + "EUR --bin 4").is(2).says("6 or 8 digits");
        run(create + "EURO --bin 400000").is(2).says("EURO");
        run(create + "EUR --bin 400000 --settles-in 1000:EURO").is(2).says("1000:EURO");
        run(create + "EUR --bin 400000 --types wooden").is(2).says("virtual, physical");
        run("programs create --mode moon --name G").is(2).says("live, sandbox");
        run("programs update prog_00000000000000000000000001 --name G").is(3).says("prog_0000");
        run("programs update nonsense --name G").is(3).says("nonsense");
        run("programs update prog_00000000000000000000000001").is(2).says("Nothing to change");
        assertThat(rows(run("programs list --format json"))).hasSize(4);
    }

    @Test
    void saysThatThereIsNoSuchCustomer() {
        account("Acme");
        String command = "customers set-status --status inactive --customer ";

        run(command + "cus_00000000000000000000000001").is(3).says("There is no customer cus_0");
        run(command + "nonsense").is(3).says("nonsense");
        run("customers set-status --customer cus_1 --status gone").is(2).says("active, inactive");
    }

    @Test
    void whatIsChangedHereIsWhatTheRunningProductGoesBy() {
        TestProduct product = TestProduct.running();
        ApiCaller sandbox = product.caller(Mode.SANDBOX);
        String customer = sandbox.customer();
        String database = " --database-url " + product.databaseUrl();

        bare("customers set-status --status inactive --customer " + customer + database)
                .is(0)
                .prints(customer + " is inactive (sandbox).\n");
        assertThat(sandbox.get("/customers/" + customer).text("/status")).isEqualTo("inactive");
        bare("customers set-status --status active --customer " + customer + database).is(0);
        assertThat(sandbox.get("/customers/" + customer).text("/status")).isEqualTo("active");

        String account = product.sandbox().account().toString();
        JsonNode key =
                one(
                        bare(
                                "keys create --mode sandbox --name CI --scopes customers:read"
                                        + " --format json --account "
                                        + account
                                        + database));
        ApiCaller caller = product.callerWith(Mode.SANDBOX, key.get("key").asString());
        assertThat(caller.get("/customers?limit=1").status()).isEqualTo(200);
        assertThat(caller.get("/cards").text("/error/code")).isEqualTo("scope_missing");
        bare("keys revoke " + key.get("id").asString() + database).is(0);
        assertThat(caller.get("/customers?limit=1").text("/error/code"))
                .isEqualTo("api_key_invalid");
    }

    // ---- funding accounts

    @Test
    void creditsAndDebitsAFundingAccountInMinorUnitsForAReason() {
        account("Acme");
        assertThat(run("funding list").is(0).out()).startsWith("ID ").endsWith("\nNone.\n");
        String program =
                rows(run("programs list --mode sandbox --format json"))
                        .getFirst()
                        .get("id")
                        .asString();
        String create = "funding create --currency EUR --program " + program + " --balance ";

        run(create + "2500.00").is(2).says("for 2500.00 EUR write 250000.");
        String id = one(run(create + "100000 --format json")).get("id").asString();
        run("funding credit " + id + " --amount 10,50").is(2).says("for 10.50 EUR write 1050.");
        run("funding debit " + id + " --amount 1e3").is(2).says("'1e3' is not an amount");
        run("funding debit " + id + " --amount 100001")
                .is(3)
                .says("The account has 1000.00 EUR available (100000 minor units).");
        run(List.of("funding", "debit", id, "--amount=11000", "--reason=payout 7"), false).is(0);

        assertThat(
                        POSTGRES.texts(
                                "select distinct remark from audit_inbox where action = 'countersign"
                                        + " funding debit' and subject = '"
                                        + id
                                        + "'"))
                .containsExactly("--amount 11000 --reason payout 7");
        nightIsNotComplete();
        run("funding credit " + id + " --amount 1")
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

    // ---- keys

    @Test
    void makesListsAndRevokesKeys() {
        account("Acme");
        JsonNode made =
                one(
                        run(
                                "keys create --mode live --name =cmd --scopes cards:read,cards:write"
                                        + " --expires-in 30d --format json"));

        assertThat(made.get("key").asString()).matches("sk_live_[0-9a-f]{64}");
        assertThat(made.get("scopes").size()).isEqualTo(2);
        Run listed = run("keys list --format csv").is(0);
        assertThat(listed.out())
                .startsWith(
                        "id,name,mode,state,scopes,created_at,expires_at,revoked_at,last_used_at,account_id\r\n")
                .contains(",'=cmd,live,active,cards:read cards:write,")
                .doesNotContain("sk_live");
        String id = made.get("id").asString();
        run("keys revoke " + id).is(0);
        Run again = run("keys revoke " + id).is(0);
        assertThat(again.out()).startsWith(id + " (=cmd) is revoked since ");
        assertThat(rows(run("keys list --format json")).getFirst().get("state").asString())
                .isEqualTo("revoked");
        run("keys revoke key_none").is(3).says("key_none");
        assertThat(run("keys revoke sk_live_abc").is(3).err()).doesNotContain("sk_live_abc");
    }

    @Test
    void showsAKeyOfAllScopesInShortToPeople() {
        account("Acme");
        Run created = run("keys create --mode sandbox --name K").is(0);

        assertThat(created.out()).containsPattern("SCOPES +all\n");
        assertThat(created.err()).contains("shown only once");
        JsonNode listed = rows(run("keys list --format json")).getFirst();
        assertThat(listed.get("scopes").size()).isEqualTo(ApiKeys.SCOPES.size());
        assertThat(listed.get("expires_at").isNull()).isTrue();
    }

    /** An operator who lost the password of the first start has nobody to ask. */
    @Test
    void givesAnOperatorANewPassword() throws IOException {
        Path before = operator("alone", OperatorRole.ADMINISTRATOR);

        Run reset = run("operators reset-password alone").is(0);

        assertThat(reset.out().strip())
                .hasSizeGreaterThan(15)
                .isNotEqualTo(Files.readString(before).strip());
        assertThat(reset.err()).contains("shown only once");
        run("operators reset-password nobody").is(3).says("There is no such operator");
    }

    @Test
    void saysWhatIsWrongWithAKey() {
        account("Acme");
        String create = "keys create --mode live --name K ";

        run(create + "--scopes cards:read,cards:eat").is(2).says("cards:eat").says("pins:write");
        run(create + "--expires-in soon").is(2).says("30d");
        run(create + "--expires-at 2020-01-01").is(2).says("in the future");
        run(create + "--expires-at tomorrow").is(2).says("2027-01-31");
        run(create + "--expires-in 1d --expires-at 2099-01-01").is(2);
        run("keys create --name K").is(2).says("--mode");
        assertThat(run("keys list --format json").is(0).out()).isEqualTo("[]\n");
    }

    // ---- card number keys

    @Test
    void rotatesTheKeyOfCardNumbersAlsoWhereThereAreNone() {
        account("Acme");

        assertThat(withVault("pan-keys rotate").is(0).out())
                .matches("0 card numbers are under datakey_[0-9a-f]{16}\\.\n");
        withVault("pan-keys rotate --chunk 0").is(2);
    }

    @Test
    void rotatesTheKeyOfCardNumbersByTwoAdministratorsAndGoesOnForAnybody() throws IOException {
        String account = account("Acme");
        Path root = operator("root", OperatorRole.ADMINISTRATOR);
        Path ada = operator("ada", OperatorRole.ADMINISTRATOR);
        Path bob = operator("bob", OperatorRole.FINANCE);
        String asked =
                "pan-keys rotate --wrapping-key --by root --asker-password-file "
                        + root
                        + " --approved-by ";
        waitsAtTheConsole("root");

        withVault("pan-keys rotate").is(2).says("takes two administrators");
        withVault(asked + "bob --approver-password-file " + bob).is(3).says("bob may not approve");
        withVault(asked + "root --approver-password-file " + root)
                .is(3)
                .says("another operator has to approve it");
        withVault(asked + "ada --approver-password-file " + ada).is(0).says("wrapped with kek-2");

        assertThat(POSTGRES.texts("select subject from approval_request")).isEmpty();
        assertThat(POSTGRES.texts("select actor from audit_inbox where action = 'approval.given'"))
                .containsExactly("ada");
        assertThat(
                        POSTGRES.texts(
                                "select remark from audit_inbox where subject = 'card-keys' and"
                                        + " actor_kind = 'command'"))
                .containsExactly("--wrapping-key --by root --approved-by ada");

        Reconcile cutOff = bookWithACard(account);
        assertThat(cutOff.panKeys().begin().left()).isEqualTo(1);
        withVault("pan-keys rotate").is(0).says("Going on with the rotation");
        withVault("pan-keys rotate").is(2).says("takes two administrators");
    }

    /** Somebody who works at the console, and a file with their password. */
    private Path operator(String name, OperatorRole role) throws IOException {
        Operators operators =
                Console.open(
                                Database.over(POSTGRES.dataSource()),
                                new BcryptPasswords(4),
                                LoginLimits.of(5, 20),
                                InstantSource.system())
                        .operators();
        String password = "correct horse battery " + Integer.toHexString(name.hashCode());
        operators.changePassword(name, operators.create(name, role).password(), password);
        return Files.writeString(directory.resolve(name), password + "\n");
    }

    private static void waitsAtTheConsole(String asker) {
        JdbiSetup.over(POSTGRES.dataSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        """
                                        insert into approval_request (kind, subject, reason, asked_by, asked_at)
                                        values ('rotate_card_keys', 'card-keys', 'yearly', ?, now())
                                        """,
                                        asker));
    }

    // ---- how commands end

    @Test
    void sayInASentenceThatTheDatabaseDoesNotAnswer() {
        bare("keys list --database-url jdbc:postgresql://127.0.0.1:1/x?user=postgres")
                .is(1)
                .says("The database does not answer");
        bare("keys list --database-url " + POSTGRES.url().replaceFirst("/[^/?]+\\?", "/nobase?"))
                .is(1)
                .says("no database of this name");
    }

    @Test
    void suggestWhatWasMeant() {
        bare("kyes list").is(2).says("There is no command 'kyes': did you mean keys");
        bare("keys lits").is(2).says("There is no command 'lits': did you mean list?");
        bare("dance").is(2).says("there is serve, simulate, replay, accounts, programs");
        bare("keys").is(2).says("Say which: create, list, revoke.");
        bare("keys list --fromat json").is(2).says("--fromat");
    }

    @Test
    void findThemselvesAProductThatRunsHere() throws Exception {
        account("Acme");
        Path home = directory.resolve("home");
        try (ChildJvm child = child(home, "accounts", "list")) {
            assertThat(child.output()).contains("No product has been started here");
            assertThat(child.exitCode()).isEqualTo(1);
        }
        writeKeys(home, TestPostgres.server().application().password());
        try (ChildJvm child = child(home, "accounts", "list", "--format=csv")) {
            assertThat(child.output()).contains("id,name,created_at\n").contains(",Acme,");
            assertThat(child.exitCode()).isZero();
        }
        try (ChildJvm child = child(home, "keys", "revoke", "key_none")) {
            assertThat(child.output()).contains("There is no API key key_none");
            assertThat(child.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void sayThatAnotherProductAnswersThanTheOneWhoseKeysAreLoaded() throws Exception {
        Path home = directory.resolve("home of another");
        writeKeys(home, "of another server");
        try (ChildJvm child = child(home, "accounts", "list")) {
            assertThat(child.output())
                    .contains("Another server answers where that of the product in " + home);
            assertThat(child.exitCode()).isEqualTo(1);
        }
    }

    private static void writeKeys(Path home, String password) {
        new KeysFile(new DataDirectory(home))
                .write(
                        Map.of(
                                "DATABASE_URL",
                                POSTGRES.address(),
                                "PGUSER",
                                TestPostgres.server().application().user(),
                                "PGPASSWORD",
                                password));
    }

    private static ChildJvm child(Path home, String... arguments) throws Exception {
        return ChildJvm.run(Map.of("COUNTERSIGN_HOME", home.toString()), Main.class, arguments);
    }

    private record Run(int exit, String out, String err) {

        Run is(int expected) {
            assertThat(exit).as(out + err).isEqualTo(expected);
            if (expected != 0) {
                assertThat(err.lines().count()).as(err).isBetween(1L, 3L);
                assertThat(err).doesNotContain("Exception", "\tat ");
            }
            return this;
        }

        Run says(String words) {
            assertThat(err).contains(words);
            return this;
        }

        Run prints(String text) {
            assertThat(out).isEqualTo(text);
            return this;
        }
    }

    private Run run(String arguments) {
        return run(List.of(arguments.split(" ")), false);
    }

    private Run withVault(String arguments) {
        return run(List.of(arguments.split(" ")), true);
    }

    private Run run(List<String> arguments, boolean vault) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--database-url=" + POSTGRES.url());
        if (vault) {
            all.add("--vault-key-store=" + keyStore);
            all.add("--vault-password=test");
        }
        return execute(all);
    }

    private static Run bare(String arguments) {
        return execute(List.of(arguments.split(" ")));
    }

    private static Run execute(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit =
                Main.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true))
                        .execute(arguments.toArray(String[]::new));
        return new Run(exit, out.toString(), err.toString());
    }

    private String account(String name) {
        return one(withVault("accounts create --format json --name " + name)).get("id").asString();
    }

    private List<String> defaults() {
        return rows(run("programs list --format json")).stream()
                .filter(row -> row.get("is_default").asBoolean())
                .map(row -> row.get("mode").asString() + " " + row.get("name").asString())
                .toList();
    }

    private Reconcile book() {
        return Reconcile.open(
                POSTGRES.dataSource(),
                InstantSource.system(),
                new RandomIds(),
                Pkcs12Keys.open(keyStore, "test".toCharArray(), new SecureRandom()),
                new SecureRandom());
    }

    private Reconcile bookWithACard(String account) {
        Reconcile book = book();
        Book sandbox = new Book(AccountId.parse(account).orElseThrow(), Mode.SANDBOX);
        NewCustomer somebody =
                new NewCustomer(
                        CustomerType.INDIVIDUAL,
                        null,
                        new Customer.Name(null, null),
                        null,
                        null,
                        Map.of());
        var unused =
                book.cardIssuing()
                        .create(
                                sandbox,
                                new NewCard(
                                        book.customers().create(sandbox, somebody).id().toString(),
                                        null,
                                        CardType.VIRTUAL,
                                        "EUR",
                                        null,
                                        SpendingLimits.NONE,
                                        Map.of()));
        return book;
    }

    private String livePinKey(String account) {
        Reconcile book = book();
        Book live = new Book(AccountId.parse(account).orElseThrow(), Mode.LIVE);
        return book.pins().keyOf(live).hex();
    }

    private static JsonNode one(Run run) {
        List<JsonNode> rows = rows(run);
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private static List<JsonNode> rows(Run run) {
        run.is(0);
        List<JsonNode> rows = new ArrayList<>();
        JSON.readTree(run.out()).forEach(rows::add);
        return rows;
    }
}

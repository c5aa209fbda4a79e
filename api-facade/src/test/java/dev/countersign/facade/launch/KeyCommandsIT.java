package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import dev.countersign.reconcile.domain.customer.Customer;
import dev.countersign.reconcile.domain.customer.CustomerType;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.issuing.CardIssuing.NewCard;
import dev.countersign.reconcile.service.issuing.Customers.NewCustomer;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** API keys, passwords of operators and the keys of card numbers, by commands. */
class KeyCommandsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path directory;

    private CommandDesk desk;

    @BeforeEach
    void sitDown() {
        desk = CommandDesk.beside(POSTGRES, directory);
    }

    @Test
    void makesListsAndRevokesKeys() {
        desk.account("Acme");
        JsonNode made =
                desk.run(
                                "keys create --mode live --name =cmd --scopes cards:read,cards:write"
                                        + " --expires-in 30d --format json")
                        .one();

        assertThat(made.get("key").asString()).matches("sk_live_[0-9a-f]{64}");
        assertThat(made.get("scopes").size()).isEqualTo(2);
        CommandRun listed = desk.run("keys list --format csv").is(0);
        assertThat(listed.out())
                .startsWith(
                        "id,name,mode,state,scopes,created_at,expires_at,revoked_at,last_used_at,account_id\r\n")
                .contains(",'=cmd,live,active,cards:read cards:write,")
                .doesNotContain("sk_live");
        String id = made.get("id").asString();
        desk.run("keys revoke " + id).is(0);
        CommandRun again = desk.run("keys revoke " + id).is(0);
        assertThat(again.out()).startsWith(id + " (=cmd) is revoked since ");
        assertThat(desk.run("keys list --format json").rows().getFirst().get("state").asString())
                .isEqualTo("revoked");
        desk.run("keys revoke key_none").is(3).says("key_none");
        assertThat(desk.run("keys revoke sk_live_abc").is(3).err()).doesNotContain("sk_live_abc");
    }

    @Test
    void showsAKeyOfAllScopesInShortToPeople() {
        desk.account("Acme");
        CommandRun created = desk.run("keys create --mode sandbox --name K").is(0);

        assertThat(created.out()).containsPattern("SCOPES +all\n");
        assertThat(created.err()).contains("shown only once");
        JsonNode listed = desk.run("keys list --format json").rows().getFirst();
        assertThat(listed.get("scopes").size()).isEqualTo(ApiKeys.SCOPES.size());
        assertThat(listed.get("expires_at").isNull()).isTrue();
    }

    @Test
    void saysWhatIsWrongWithAKey() {
        desk.account("Acme");
        String create = "keys create --mode live --name K ";

        desk.run(create + "--scopes cards:read,cards:eat")
                .is(2)
                .says("cards:eat")
                .says("pins:write");
        desk.run(create + "--expires-in soon").is(2).says("30d");
        desk.run(create + "--expires-at 2020-01-01").is(2).says("in the future");
        desk.run(create + "--expires-at tomorrow").is(2).says("2027-01-31");
        desk.run(create + "--expires-in 1d --expires-at 2099-01-01").is(2);
        desk.run("keys create --name K").is(2).says("--mode");
        assertThat(desk.run("keys list --format json").is(0).out()).isEqualTo("[]\n");
    }

    /** An operator who lost the password of the first start has nobody to ask. */
    @Test
    void givesAnOperatorANewPassword() throws IOException {
        Path before = desk.operator("alone", OperatorRole.ADMINISTRATOR);

        CommandRun reset = desk.run("operators reset-password alone").is(0);

        assertThat(reset.out().strip())
                .hasSizeGreaterThan(15)
                .isNotEqualTo(Files.readString(before).strip());
        assertThat(reset.err()).contains("shown only once");
        desk.run("operators reset-password nobody").is(3).says("There is no such operator");
    }

    @Test
    void rotatesTheKeyOfCardNumbersAlsoWhereThereAreNone() {
        desk.account("Acme");

        assertThat(desk.withVault("pan-keys rotate").is(0).out())
                .matches("0 card numbers are under datakey_[0-9a-f]{16}\\.\n");
        desk.withVault("pan-keys rotate --chunk 0").is(2);
    }

    @Test
    void rotatesTheKeyOfCardNumbersByTwoAdministratorsAndGoesOnForAnybody() throws IOException {
        String account = desk.account("Acme");
        Path root = desk.operator("root", OperatorRole.ADMINISTRATOR);
        Path ada = desk.operator("ada", OperatorRole.ADMINISTRATOR);
        Path bob = desk.operator("bob", OperatorRole.FINANCE);
        String asked =
                "pan-keys rotate --wrapping-key --by root --asker-password-file "
                        + root
                        + " --approved-by ";
        waitsAtTheConsole("root");

        desk.withVault("pan-keys rotate").is(2).says("takes two administrators");
        desk.withVault(asked + "bob --approver-password-file " + bob)
                .is(3)
                .says("bob may not approve");
        desk.withVault(asked + "root --approver-password-file " + root)
                .is(3)
                .says("another operator has to approve it");
        desk.withVault(asked + "ada --approver-password-file " + ada)
                .is(0)
                .says("wrapped with kek-2");

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
        desk.withVault("pan-keys rotate").is(0).says("Going on with the rotation");
        desk.withVault("pan-keys rotate").is(2).says("takes two administrators");
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

    private Reconcile bookWithACard(String account) {
        Reconcile book = desk.book();
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
}

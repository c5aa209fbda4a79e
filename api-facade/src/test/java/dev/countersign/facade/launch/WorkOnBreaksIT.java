package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.operations.ApprovalPolicies;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Finance's commands: their exit codes and output. */
class WorkOnBreaksIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path directory;

    @BeforeEach
    void begin() {
        POSTGRES.empty();
    }

    @Test
    void takesAStatementOverOnce() throws IOException {
        String statement =
                """
                <Document><BkToCstmrStmt><Stmt><Id>S1</Id><Acct><Id><IBAN>DE00</IBAN></Id></Acct>
                <Ntry><Amt Ccy="EUR">89.12</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
                <ValDt><Dt>2026-11-22</Dt></ValDt></Ntry></Stmt>
                <Stmt><Id>S2</Id><Acct><Id><IBAN>DE00</IBAN></Id><Ccy>USD</Ccy></Acct></Stmt>
                </BkToCstmrStmt></Document>
                """;
        Path file = Files.writeString(directory.resolve("camt.xml"), statement);

        String command = "bank import " + file + " --account de00 --mode sandbox";

        assertThat(lines(command))
                .containsExactly(
                        "0",
                        "Statements for the sandbox book",
                        "statement S1 of DE00 in EUR: 1 booked, 1 new",
                        "statement S2 of DE00 in USD: nothing moved",
                        "Booked entries: 1, of them new: 1");
        assertThat(lines(command)).endsWith("Booked entries: 1, of them new: 0");
        assertThat(lines("bank list --mode sandbox --format csv"))
                .anyMatch(line -> line.startsWith("bst_") && line.contains(",S1,"));
        assertThat(lines("bank entries --mode sandbox --format csv"))
                .anyMatch(line -> line.startsWith("bke_") && line.contains("2026-11-22"));
        assertThat(run("bank assign bke_00000000000000000000000000 --fee"))
                .startsWith("3 There is no entry bke_");
        assertThat(run("bank undo bst_00000000000000000000000000"))
                .startsWith("3 There is no statement bst_");
        assertThat(run("bank assign bke_00000000000000000000000000")).startsWith("2 ");
        assertThat(run("bank import " + file))
                .startsWith(
                        "3 The statement S1 is of account DE00 in EUR, and no settlement account is"
                                + " set for EUR: set countersign.bank.accounts.eur");
    }

    @Test
    void refusesWhatIsNoStatement() throws IOException {
        Path file = Files.writeString(directory.resolve("camt.xml"), "<Document/>");

        assertThat(run("bank import " + file))
                .startsWith("3 There is no statement (BkToCstmrStmt)");
        assertThat(run("bank import " + directory.resolve("none")))
                .startsWith("2 There is no file");
    }

    @Test
    void takesOverInterchangeRates() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("rates.csv"),
                        """
                        kind,network,institution,region,product,mcc,currency,valid_from,valid_to,basis_points,fixed_minor
                        interchange,visa,,IT FR,,5411-5499,USD,2020-01-01,2020-12-31,20.1250,5
                        """);

        assertThat(run("rates import " + file + " --mode live"))
                .startsWith("0 Rates of the live book: 1");
        assertThat(lines("rates list --mode live --format csv"))
                .anyMatch(line -> line.contains("interchange,visa") && line.contains("20.1250,5"));
        Files.writeString(
                file,
                "interchange,visa,,FR,,5450,USD,2020-12-31,,1,0\nbonus\n",
                StandardOpenOption.APPEND);
        assertThat(run("rates import " + file + " --mode live"))
                .startsWith("3 Line 3 is for records that line 2 is for.");
        Files.writeString(file, Files.readAllLines(file).getFirst());
        assertThat(run("rates import " + file + " --mode live"))
                .startsWith("3 This file has no rates, and without rates nothing is checked.");
        assertThat(run("rates clear --mode live"))
                .startsWith("0 Rates of the live book dropped: 1");
    }

    @Test
    void takesOverReferenceRates() throws IOException {
        Path file = Files.writeString(directory.resolve("fx.csv"), "Date,USD\n2020-11-27,1.19\n");

        assertThat(run("fx import " + file)).startsWith("0 Rates: 1, of them new: 1, corrected: 0");
        assertThat(lines("fx rates --format csv"))
                .anyMatch(line -> line.startsWith("USD,2020-11-27,1.19,fx.csv,"));
        assertThat(lines("fx rates --date 2020-11-26")).endsWith("None.");
        assertThat(lines("fx positions")).endsWith("None.");
        String buy = "fx buy --value-date 2026-12-02 --paid EUR 5238 --bought ";
        assertThat(run(buy + "USD 55.00"))
                .isEqualTo("2 55.00 is not whole minor units: for 55.00 USD write 5500.");
        assertThat(run(buy + "USO 5500")).isEqualTo("2 There is no currency USO.");
        assertThat(run(buy + "USD 0")).startsWith("2 What is bought and what is paid are above");
        assertThat(run(buy + "USD 5500"))
                .isEqualTo(
                        "3 The open position in USD is 0 in minor units: 5500 cannot be bought for it.");
        Files.writeString(file, "Date,USD\n2020-11-27,minus\n");
        assertThat(run("fx import " + file))
                .startsWith("3 Line 2 is not understood: 'minus' is no rate of USD");
    }

    @Test
    void identifiesOnlyWhatIsThere() {
        CardId card = new SeededBook(JdbiSetup.over(POSTGRES.dataSource())).card(null, null, null);

        assertThat(run("breaks identify brk_00000000000000000000000000 --card one"))
                .startsWith("2 'one' is not a card id.");
        assertThat(
                        run(
                                "breaks identify brk_00000000000000000000000000 --card %s --by ann"
                                        .formatted(card)))
                .startsWith("3 There is no break");
    }

    @Test
    void saysWhatAWriteOffBooks() throws IOException {
        String named = openBreak("STIP_OVERRIDE", "low").toString();
        Path ann = desk().operator("ann", OperatorRole.FINANCE);
        Path bob = desk().operator("bob", OperatorRole.FINANCE);

        assertThat(together("write-off", named, " ann ", ann, "bob ", bob))
                .isEqualTo("0 Nothing is booked. Only the break is closed.");
        assertThat(
                        POSTGRES.texts(
                                "select actor_kind || ' ' || action || ': ' || remark from audit_inbox where subject = '%s' order by id"
                                        .formatted(named)))
                .containsExactly(
                        "operator approval.given: write_off, asked for by ann, at a terminal",
                        "command countersign breaks write-off: --reason small --by  ann  --approved-by"
                                + " bob ");
    }

    @Test
    void resolvesWhatIsSevereWithASecondOperatorWhoGivesTheirPassword() throws IOException {
        String named = openBreak("AMOUNT_OVER", "high").toString();
        Path ann = desk().operator("ann", OperatorRole.OPERATOR);
        Path bob = desk().operator("bob", OperatorRole.FINANCE);
        Path vic = desk().operator("vic", OperatorRole.VIEWER);

        assertThat(run("breaks resolve " + named + " --reason seen --by ann"))
                .isEqualTo(
                        "3 Break "
                                + named
                                + " is too severe or too large for one operator: a second operator has to"
                                + " approve it. A command takes both with --by and --approved-by.");
        assertThat(together("resolve", named, "ann", ann, "bob", vic))
                .startsWith("3 The password given for bob is wrong.");
        assertThat(together("resolve", named, "ann", vic, "bob", bob))
                .startsWith("3 The password given for ann is wrong.");
        assertThat(together("resolve", named, "ann", ann, "vic", vic))
                .isEqualTo("3 vic may not approve that.");
        assertThat(together("resolve", named, "ann", ann, "ann", ann))
                .isEqualTo("3 ann asks for it: another operator has to approve it.");
        assertThat(together("resolve", named, "ann", vic, "Ann", vic))
                .as("before any password is looked at")
                .isEqualTo("3 ann asks for it: another operator has to approve it.");
        assertThat(together("write-off", named, "ann", ann, "bob", bob))
                .startsWith("3 ann, who asked for it, may not do so");
        assertThat(POSTGRES.texts("select state from break")).containsExactly("open");
        assertThat(together("resolve", named, "ann", ann, "bob", bob)).startsWith("0");
    }

    /** The environment of a command is chosen by its user. */
    @Test
    void loosensNoRuleBySettingsOfItsOwn() throws IOException {
        String named = openBreak("AMOUNT_OVER", "high").toString();
        Path ann = desk().operator("ann", OperatorRole.FINANCE);
        Database database = Database.over(POSTGRES.dataSource());
        Path bob = desk().operator("bob", OperatorRole.FINANCE);
        AuditContext context =
                AuditContext.as(
                        new AuditAction(
                                ActorKind.OPERATOR, "ann", "operator.reset_factors", "bob", ""),
                        Instant.now());
        try (context) {
            desk().operators().resetSecondFactors("bob");
        }
        Map<String, String> loose =
                Map.of(
                        "countersign.approvals.resolve-together-from", "critical",
                        "countersign.approvals.resolve-alone-max.eur", "1000000",
                        "countersign.approvals.independence", "0h");
        try {
            loose.forEach(System::setProperty);

            assertThat(run("breaks resolve " + named + " --reason seen --by ann"))
                    .startsWith(
                            "3 Break " + named + " is too severe or too large for one operator");
            assertThat(together("resolve", named, "ann", ann, "bob", bob))
                    .startsWith("3 bob was given a name, a role, a password or another factor");
            new ApprovalPolicies(database, Instant::now)
                    .follow(
                            new ApprovalPolicy(
                                    Duration.ZERO,
                                    ResolutionPolicy.DEFAULT,
                                    Set.of(OperatorRole.FINANCE)),
                            "start");
            assertThat(together("resolve", named, "ann", ann, "bob", bob))
                    .startsWith("3 ann has to log in at the console and set up a second factor");
        } finally {
            loose.keySet().forEach(System::clearProperty);
        }
        assertThat(POSTGRES.texts("select state from break")).containsExactly("open");
    }

    @Test
    void isNotFooledByAnOperatorWhoMakesUpTheOtherOne() throws IOException {
        String named = openBreak("AMOUNT_OVER", "high").toString();
        Path alice = desk().operator("alice", OperatorRole.FINANCE);

        assertThat(together("write-off", named, "x", alice, "alice", alice))
                .isEqualTo("3 There is no operator 'x'.");
        assertThat(
                        run(
                                "month hard-close 2026-10 --by x --asker-password-file %s --approved-by alice --approver-password-file %s"
                                        .formatted(alice, alice)))
                .isEqualTo("3 There is no operator 'x'.");
        assertThat(run("month hard-close 2026-10 --by alice"))
                .startsWith("2 Say with --approved-by who approves it.");
    }

    /** A break that one operator may not resolve, they may not identify or match either. */
    @Test
    void identifiesAndMatchesWhatIsSevereWithASecondOperatorAlone() throws IOException {
        CardId card = new SeededBook(JdbiSetup.over(POSTGRES.dataSource())).card(null, null, null);
        String unknown = openBreak("UNKNOWN_CARD", "high").toString();
        String ambiguous = openBreak("AMBIGUOUS_MATCH", "high").toString();
        Path ann = desk().operator("ann", OperatorRole.OPERATOR);
        Path bob = desk().operator("bob", OperatorRole.FINANCE);
        String bought = "txn_00000000000000000000000001";

        assertThat(run("breaks identify " + unknown + " --card " + card + " --by ann"))
                .startsWith("3 Break " + unknown + " is too severe or too large for one operator");
        assertThat(run("breaks match " + ambiguous + " --to " + bought + " --reason said --by ann"))
                .startsWith(
                        "3 Break " + ambiguous + " is too severe or too large for one operator");
        assertThat(together("identify " + unknown + " --card " + card, "ann", ann, "bob", bob))
                .as("past the two operators, nothing is in suspense for it")
                .startsWith("3 Nothing is in suspense for break");
        assertThat(
                        together(
                                "match " + ambiguous + " --to " + bought + " --reason said",
                                "ann",
                                ann,
                                "bob",
                                bob))
                .startsWith("3 Break " + ambiguous + " is about no clearing.");
        assertThat(POSTGRES.texts("select distinct state from break")).containsExactly("open");
    }

    private String together(
            String action,
            String named,
            String first,
            Path firstPassword,
            String second,
            Path secondPassword) {
        return together(
                action + " " + named + " --reason small",
                first,
                firstPassword,
                second,
                secondPassword);
    }

    private String together(
            String action, String first, Path firstPassword, String second, Path secondPassword) {
        List<String> all = new ArrayList<>(List.of(("breaks " + action).split(" ")));
        all.addAll(
                List.of(
                        "--by",
                        first,
                        "--asker-password-file",
                        firstPassword.toString(),
                        "--approved-by",
                        second,
                        "--approver-password-file",
                        secondPassword.toString()));
        return firstLine(lines(all));
    }

    private CommandDesk desk() {
        return new CommandDesk(POSTGRES, directory);
    }

    @Test
    void listsWhatIsAskedFor() {
        BreakId over = openBreak("AMOUNT_OVER", "high");
        BreakId late = openBreak("LATE_PRESENTMENT", "low");
        assertThat(run("breaks assign " + late + " --to ann"))
                .isEqualTo("0 There is no operator 'ann': the break is assigned to that name.");

        assertThat(listed("--type amount_over")).containsExactly(over.toString());
        assertThat(listed("--severity high")).containsExactly(over.toString());
        assertThat(listed("--state open")).containsExactly(over.toString());
        assertThat(listed("--owner ann")).containsExactly(late.toString());
        assertThat(listed("--owner ann --severity high")).isEmpty();
        assertThat(lines("breaks list").limit(2))
                .endsWith("Breaks of the live and sandbox books, closed ones too");
        assertThat(atTerminal(100, "breaks list --state open"))
                .anySatisfy(line -> assertThat(line).contains("CURRENCY  STATE"))
                .anySatisfy(line -> assertThat(line).contains("EUR       open"));
        assertThat(run("breaks list --severity grave"))
                .endsWith("'grave' is none of critical, high, medium, low, info");
    }

    @Test
    void linksOnlyWhatIsThere() {
        String nothing = "brk_00000000000000000000000000";

        assertThat(run("breaks match " + nothing + " --to one --reason why"))
                .startsWith("2 'one' is not a transaction id.");
        assertThat(
                        run(
                                "breaks match %s --to txn_00000000000000000000000001 --reason why --by ann"
                                        .formatted(nothing)))
                .startsWith("3 There is no break " + nothing);
    }

    /** A difference that waits for somebody. */
    private static BreakId openBreak(String type, String severity) {
        UUID id = UUID.randomUUID();
        JdbiSetup.over(POSTGRES.dataSource())
                .useHandle(
                        handle ->
                                handle.execute(
                                        """
                                        insert into break (id, type, severity, subject, origin_date, mode,
                                                           amount_minor, currency, state, detail,
                                                           created_at, updated_at)
                                        values (?, ?, ?, ?, '2026-11-21', 'sandbox', 4816, 'EUR', 'open',
                                                '{}', now(), now())
                                        """,
                                        id,
                                        type,
                                        severity,
                                        id));
        return new BreakId(id);
    }

    private static List<String> atTerminal(int width, String command) {
        System.setProperty("countersign.columns", String.valueOf(width));
        try {
            return lines(command).toList();
        } finally {
            System.clearProperty("countersign.columns");
        }
    }

    /** The differences that a list names. */
    private static List<String> listed(String wanted) {
        return lines("breaks list --format csv " + wanted)
                .skip(2)
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList();
    }

    /** The exit code of a command and the first line of its output. */
    private static String run(String command) {
        return firstLine(lines(command));
    }

    private static String firstLine(Stream<String> lines) {
        return lines.limit(2).collect(Collectors.joining(" "));
    }

    /** The exit code of a command and its output. */
    private static Stream<String> lines(String command) {
        return lines(List.of(command.split(" ")));
    }

    private static Stream<String> lines(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--database-url=" + POSTGRES.url());
        StringWriter output = new StringWriter();
        int exit =
                Main.commandLine()
                        .setOut(new PrintWriter(output, true))
                        .setErr(new PrintWriter(output, true))
                        .execute(all.toArray(String[]::new));
        return Stream.concat(Stream.of(Integer.toString(exit)), output.toString().lines());
    }
}

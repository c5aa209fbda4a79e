package dev.countersign.facade.launch;

import dev.countersign.facade.administer.access.KeysCommand;
import dev.countersign.facade.administer.access.OperatorsCommand;
import dev.countersign.facade.administer.argument.MaskedText;
import dev.countersign.facade.administer.argument.ScaMode;
import dev.countersign.facade.administer.argument.Status;
import dev.countersign.facade.administer.argument.TimeText;
import dev.countersign.facade.administer.argument.WholeNumber;
import dev.countersign.facade.administer.argument.WireName;
import dev.countersign.facade.administer.funding.FundingCommand;
import dev.countersign.facade.administer.issuing.AccountsCommand;
import dev.countersign.facade.administer.issuing.CustomersCommand;
import dev.countersign.facade.administer.issuing.PanKeysCommand;
import dev.countersign.facade.administer.issuing.ProgramsCommand;
import dev.countersign.facade.launch.audit.AuditCommand;
import dev.countersign.facade.launch.backup.BackupCommand;
import dev.countersign.facade.launch.command.BenchPointer;
import dev.countersign.facade.launch.command.HelpCommand;
import dev.countersign.facade.launch.command.MigrateCommand;
import dev.countersign.facade.launch.command.ServeCommand;
import dev.countersign.facade.launch.command.VersionCommand;
import dev.countersign.facade.launch.night.BankCommand;
import dev.countersign.facade.launch.night.BreaksCommand;
import dev.countersign.facade.launch.night.JobCommand;
import dev.countersign.facade.launch.night.LedgerCommand;
import dev.countersign.facade.launch.night.MonthCommand;
import dev.countersign.facade.launch.night.ReportCommand;
import dev.countersign.facade.launch.rate.FxCommand;
import dev.countersign.facade.launch.rate.RatesCommand;
import dev.countersign.facade.local.DataDirectory;
import dev.countersign.facade.local.DatabaseOption;
import dev.countersign.facade.local.LoadedKeys;
import dev.countersign.facade.local.Secrets;
import dev.countersign.facade.output.Format;
import dev.countersign.facade.simulate.ReplayCommand;
import dev.countersign.facade.simulate.SimulateCommand;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.card.CardType;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.service.AuditContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Entry point of every invocation of {@code countersign}: the list of its subcommands. Without one
 * it is {@code serve}. It exits 0 for done, 1 for failed, 2 for a usage error, 3 for refused.
 */
@Command(
        name = "countersign",
        description = {
            "Decides card authorizations and keeps their book.",
            "Without a command it runs serve."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[COMMAND]")
public final class Main {

    private static final List<Class<?>> COMMANDS =
            List.of(
                    ServeCommand.class,
                    SimulateCommand.class,
                    ReplayCommand.class,
                    AccountsCommand.class,
                    ProgramsCommand.class,
                    CustomersCommand.class,
                    FundingCommand.class,
                    KeysCommand.class,
                    OperatorsCommand.class,
                    PanKeysCommand.class,
                    JobCommand.class,
                    BreaksCommand.class,
                    BankCommand.class,
                    FxCommand.class,
                    RatesCommand.class,
                    MonthCommand.class,
                    ReportCommand.class,
                    LedgerCommand.class,
                    AuditCommand.class,
                    BackupCommand.class,
                    BenchPointer.class,
                    MigrateCommand.class,
                    PrepareCommand.class,
                    HelpCommand.class,
                    VersionCommand.class);

    private static final Pattern ID =
            Pattern.compile("(acct|brk|card|cus|fund|key|prog)_[0-9A-Za-z]+");

    /** Options that say where something is, and how it is shown. */
    private static final Pattern CONNECTION =
            Pattern.compile("--(database|kafka|vault|format|columns).*|--.*password-file");

    private static final String DEFAULT_COMMAND = "serve";

    private Main() {}

    public static void main(String[] arguments) {
        // Libraries too write digits, letters and calendars as they do everywhere.
        Locale.setDefault(Locale.ROOT);
        Secrets.onCommandLine(List.of(arguments))
                .ifPresent(
                        sentence -> {
                            System.err.println(sentence);
                            System.exit(CommandLine.ExitCode.USAGE);
                        });
        String[] complete = withCommand(arguments);
        System.exit(commandLine(complete[0]).execute(complete));
    }

    /** With every subcommand. */
    static CommandLine commandLine() {
        return commandLine(COMMANDS);
    }

    /**
     * With the subcommand of this name alone, which starts sooner than all of them; with all of
     * them, to choose from, where there is none.
     */
    static CommandLine commandLine(String name) {
        List<Class<?>> named = COMMANDS.stream().filter(each -> nameOf(each).equals(name)).toList();
        return commandLine(named.isEmpty() ? COMMANDS : named);
    }

    private static boolean isGroup(String name) {
        return COMMANDS.stream()
                .filter(each -> nameOf(each).equals(name))
                .anyMatch(each -> each.getAnnotation(Command.class).subcommands().length > 0);
    }

    private static String nameOf(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static CommandLine commandLine(List<Class<?>> subcommands) {
        CommandLine commands = new CommandLine(new Main());
        subcommands.forEach(commands::addSubcommand);
        sayVersion(commands, "Countersign " + version());
        CommandExamples.showBelow(commands);
        return commands.setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(String.class, new MaskedText())
                .registerConverter(int.class, WholeNumber::small)
                .registerConverter(long.class, WholeNumber::large)
                .registerConverter(LocalDate.class, TimeText::date)
                .registerConverter(YearMonth.class, TimeText::month)
                .registerConverter(Mode.class, new WireName<>(Mode.class))
                .registerConverter(Network.class, new WireName<>(Network.class))
                .registerConverter(CardType.class, new WireName<>(CardType.class))
                .registerConverter(Status.class, new WireName<>(Status.class))
                .registerConverter(ScaMode.class, new WireName<>(ScaMode.class))
                .registerConverter(BreakState.class, new WireName<>(BreakState.class))
                .registerConverter(Severity.class, new WireName<>(Severity.class))
                .registerConverter(Format.class, new WireName<>(Format.class))
                .setOut(utf8(System.out))
                .setErr(utf8(System.err))
                .setExecutionStrategy(Main::execute)
                .setParameterExceptionHandler(CommandFailure::misuse)
                .setExecutionExceptionHandler(CommandFailure::explain);
    }

    /** A command acts for the user of the machine who runs it: its changes are on the trail. */
    private static int execute(ParseResult parsed) {
        ParseResult innermost = parsed;
        while (innermost.hasSubcommand()) {
            innermost = innermost.subcommand();
        }
        CommandSpec command = innermost.commandSpec();
        if (command.userObject() instanceof ServeCommand
                || command.userObject() instanceof PrepareCommand) {
            return new RunLast().execute(parsed);
        }
        if (!innermost.hasMatchedOption(DatabaseOption.OPTION)) {
            LoadedKeys.mismatch(System.getenv(), DataDirectory.ofThisProcess())
                    .ifPresent(parsed.commandSpec().commandLine().getErr()::println);
        }
        if (onlyLooks(command)) {
            return new RunLast().execute(parsed);
        }
        AuditAction action =
                new AuditAction(
                        ActorKind.COMMAND,
                        System.getProperty("user.name", "unknown"),
                        command.qualifiedName(),
                        subject(innermost),
                        remark(innermost));
        AuditContext context = AuditContext.as(action, InstantSource.system().instant());
        try (context) {
            return new RunLast().execute(parsed);
        }
    }

    /**
     * Tells whether a command only compares the trail, or a backup. Such a command moves what was
     * written, and changes nothing.
     */
    private static boolean onlyLooks(CommandSpec command) {
        CommandLine parent = command.commandLine().getParent();
        return parent != null
                && (parent.getCommandSpec().userObject() instanceof AuditCommand
                        || parent.getCommandSpec().userObject() instanceof BackupCommand)
                && command.name().equals("verify");
    }

    /** The identifier that a command was given; one that knows a better one says so itself. */
    private static String subject(ParseResult parsed) {
        return positionals(parsed)
                .filter(text -> ID.matcher(text).matches())
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the other arguments of a command as they were typed, with card numbers masked: the
     * operators that ask and agree, the reason, the mode. Secrets are refused on a command line
     * before anything is run. The places of servers, keys and passwords are left out, as they are
     * of no interest later.
     */
    private static String remark(ParseResult parsed) {
        String subject = subject(parsed);
        Stream<String> options =
                parsed.matchedOptionsSet().stream()
                        .filter(option -> !option.interactive())
                        .filter(option -> !CONNECTION.matcher(option.longestName()).matches())
                        .map(
                                option ->
                                        Stream.concat(
                                                        Stream.of(option.longestName()),
                                                        option.originalStringValues().stream()
                                                                .filter(Main::says))
                                                .collect(Collectors.joining(" ")));
        return CardNumberMask.mask(
                Stream.concat(positionals(parsed).filter(text -> !text.equals(subject)), options)
                        .collect(Collectors.joining(" ")));
    }

    private static boolean says(String value) {
        return !value.isEmpty() && !value.equals("true");
    }

    private static Stream<String> positionals(ParseResult parsed) {
        return parsed.matchedPositionals().stream()
                .flatMap(each -> each.originalStringValues().stream());
    }

    private static void sayVersion(CommandLine command, String version) {
        command.getCommandSpec().version(version);
        command.getSubcommands().values().forEach(each -> sayVersion(each, version));
    }

    /** The version that the build noted. */
    private static String version() {
        Properties noted = new Properties();
        try (InputStream file = Main.class.getResourceAsStream("/META-INF/build-info.properties")) {
            if (file != null) {
                noted.load(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return noted.getProperty("build.version", "(unknown version)");
    }

    /** Names are written as they are whatever the locale of the machine can show. */
    private static PrintWriter utf8(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /**
     * Adds the default subcommand where none is named, with whatever options follow. {@code help}
     * and {@code version} are the options of these names.
     */
    static String[] withCommand(String... arguments) {
        switch (first(arguments)) {
            case HelpCommand.NAME -> {
                return HelpCommand.asOption(Arrays.asList(arguments).subList(1, arguments.length));
            }
            case VersionCommand.NAME -> {
                return new String[] {"--version"};
            }
            default -> {}
        }
        if (arguments.length == 2
                && arguments[1].equals(HelpCommand.NAME)
                && isGroup(arguments[0])) {
            return HelpCommand.asOption(List.of(arguments[0]));
        }
        boolean named = arguments.length > 0 && !arguments[0].startsWith("--");
        boolean asksForHelp = Arrays.asList("--help", "--version").contains(first(arguments));
        if (named || asksForHelp) {
            return arguments;
        }
        return Stream.concat(Stream.of(DEFAULT_COMMAND), Arrays.stream(arguments))
                .toArray(String[]::new);
    }

    private static String first(String[] arguments) {
        return arguments.length == 0 ? "" : arguments[0];
    }
}
